import { canShowProgress, startProgress } from "./progress.ts";
import { guardTerminal } from "./safe-text.ts";
import { createStyle, wantsColour } from "./style.ts";
import type { Terminal } from "./terminal.ts";

/** The terminal of this process; a text takes the place of the step that is shown. */
export function createProcessTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // The reader has seen enough, as `head` does.
      if (error.code !== "EPIPE") throw error;
    });
  }
  const hasProgress = canShowProgress(env);
  let erase: (() => void) | undefined;
  const clear = (): void => {
    erase?.();
    erase = undefined;
  };
  return {
    columns: stdout.columns,
    style: {
      out: createStyle(wantsColour(stdout, env)),
      err: createStyle(wantsColour(stderr, env)),
    },
    async step(label) {
      clear();
      if (label === undefined || !hasProgress) return;
      const write = (text: string): void => void stderr.write(text);
      erase = startProgress(`${label} ...`, performance.now(), { write, isShownAtOnce: true });
      await new Promise((resolve) => setImmediate(resolve));
    },
    out(text) {
      clear();
      stdout.write(stdout.isTTY && typeof text === "string" ? guardTerminal(text) : text);
    },
    err(text) {
      clear();
      stderr.write(stderr.isTTY ? guardTerminal(text) : text);
    },
    draw(text) {
      clear();
      stderr.write(text);
    },
  };
}
