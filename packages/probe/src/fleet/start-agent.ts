import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage } from "@a2agen/runtime/internal";
import { endTree } from "@a2agen/terminal/run-program.ts";

/** An agent of this run, or why there is none. */
export interface StartedAgent {
  readonly problem?: string;
  stop(): Promise<void>;
}

/** Milliseconds in which it can end by itself. */
const endMs = 3000;
/** Characters of its errors that are kept. */
const kept = 4000;

/** Starts an agent by a shell command, and waits for its card. */
export async function startAgent(
  command: string,
  { cardUrl, folder, stop, waitMs }: StartInit,
): Promise<StartedAgent> {
  if (await isServed(cardUrl)) {
    return {
      problem: `${cardUrl} is served before the agent is started: end what runs there, or leave out run`,
      stop: async () => undefined,
    };
  }
  // A separate group: a shell would leave its children behind.
  const child = spawn(command, {
    cwd: folder,
    shell: true,
    detached: process.platform !== "win32",
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    errors = `${errors}${piece}`.slice(-kept);
  });
  let end: string | undefined;
  const ended = new Promise<void>((resolve) => {
    child.on("error", (error) => {
      end ??= `cannot be started: ${errorMessage(error)}`;
      resolve();
    });
    child.on("close", (status, signal) => {
      end ??= signal === null ? `ended with status ${status}` : `ended by ${signal}`;
      resolve();
    });
  });
  const agent = { stop: () => endAgent(child, ended) };
  const last = performance.now() + waitMs;
  while (!(await isServed(cardUrl))) {
    const why =
      end ?? (stop.aborted ? String(stop.reason) : performance.now() > last ? "serves no card" : undefined);
    if (why === undefined) {
      await Promise.race([delay(100), ended]);
      continue;
    }
    const said = errors.trim().split("\n").slice(-2).join(" ");
    const after = end === undefined ? ` after ${Math.round(waitMs / 1000)} s` : "";
    return { ...agent, problem: `the agent's command ${why}${after}${said === "" ? "" : `: ${said}`}` };
  }
  return agent;
}

interface StartInit {
  readonly cardUrl: string;
  readonly folder: string;
  readonly stop: AbortSignal;
  /** Milliseconds until it has to serve its card. */
  readonly waitMs: number;
}

async function isServed(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000), redirect: "manual" });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    // Nobody listens yet.
    return false;
  }
}

async function endAgent(child: ChildProcess, ended: Promise<void>): Promise<void> {
  endTree(child, "SIGTERM");
  const timer = setTimeout(() => endTree(child, "SIGKILL"), endMs);
  await ended;
  clearTimeout(timer);
}
