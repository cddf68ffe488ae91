import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { openBrowser } from "@a2agen/terminal/open-browser.ts";
import { explainPort, readPort, untilEnded } from "@a2agen/terminal/port.ts";
import { readBytes } from "@a2agen/terminal/read-bytes.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { toFragment } from "../playground/session/link.ts";
import { servePage } from "./serve-page.ts";

interface PlaygroundFlags {
  readonly out?: string;
  readonly port?: string;
  readonly "no-open"?: true;
}

/** Writes the playground, or serves it until Ctrl-C. */
export async function runPlayground(
  { operands: [file], flags }: CommandInput<PlaygroundFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const { default: page } = await import("../playground/index.html?page");
  if (flags.out !== undefined) {
    if (file !== undefined)
      throw new UsageError("FILE: the page is written without a text; leave out FILE or --out");
    await writeFiles([{ path: flags.out, bytes: Buffer.from(page) }]);
    terminal.out(`${flags.out}\n`);
    return 0;
  }
  const port = readPort(flags.port);
  // The text is in the fragment, which browsers do not send.
  const fragment = file === undefined ? "" : `#${await toFragment({ text: await readText(file) })}`;
  const served = await servePage(page, port).catch((cause: unknown) => {
    throw explainPort(cause, port);
  });
  const address = `http://localhost:${served.port}/${fragment}`;
  terminal.out(`${address}\n`);
  terminal.err("The playground runs until Ctrl-C.\n");
  if (flags["no-open"] === undefined) openBrowser(address);
  await untilEnded();
  await served.close();
  return 130;
}

async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandError(`${path}: expected JSON, got bytes that are no UTF-8`, { cause });
  }
}
