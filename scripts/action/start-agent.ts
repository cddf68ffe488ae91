import { spawn, spawnSync } from "node:child_process";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { AgentSource } from "./inputs.ts";

/** An agent that answers. */
export interface StartedAgent {
  readonly url: string;
  end(): Promise<void>;
}

interface StartInit {
  readonly waitMs: number;
  /** The folder for its log. */
  readonly reports: string;
}

/** Starts the agent, unless it is somewhere, and waits until it answers. Throws with the end of its log. */
export async function startAgent(source: AgentSource, { waitMs, reports }: StartInit): Promise<StartedAgent> {
  if (source.kind === "url") return { url: source.url, end: () => Promise.resolve() };
  const { kind, start, port } = source;
  const url = `http://localhost:${port}`;
  const path = join(reports, "agent.log");
  const log = createWriteStream(path);
  const place = `127.0.0.1:${port}:${port}`;
  const name = `a2agen-${process.pid}`;
  const words =
    kind === "command"
      ? (["bash", ["-c", start]] as const)
      : (["docker", ["run", "--rm", "--name", name, "--publish", place, start]] as const);
  // A group of its own, which ends with all that it has started.
  const child = spawn(words[0], words[1], { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const state: { ended?: string } = {};
  const gone = new Promise<void>((resolve) => {
    const tell = (why: string): void => {
      state.ended ??= why;
      resolve();
    };
    child.once("error", (error) => tell(error.message));
    child.once("close", (code) => tell(`it ended with ${code ?? "a signal"}`));
  });
  const end = async (): Promise<void> => {
    // Fails while the image is still being pulled: there is no container to stop.
    if (kind === "image" && state.ended === undefined) spawnSync("docker", ["stop", name]);
    if (state.ended === undefined) process.kill(-(child.pid ?? 0), "SIGTERM");
    const killing = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), 5000);
    await gone;
    clearTimeout(killing);
    // What it said last is on the disk then.
    await new Promise<void>((resolve) => log.end(resolve));
  };
  const until = Date.now() + waitMs;
  while (state.ended === undefined && Date.now() < until) {
    if (await hasCard(url)) return { url, end };
    await Promise.race([wait(250), gone]);
  }
  const why = state.ended ?? `nothing answers at ${url} after ${waitMs / 1000} s`;
  await end();
  const last = readFileSync(path, "utf8").trimEnd().split("\n").slice(-10).join("\n");
  throw new Error(`${kind}: the agent did not start: ${why}\n${last}`);
}

/** Whether somebody answers, with a card or without. */
async function hasCard(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/.well-known/agent-card.json`, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
