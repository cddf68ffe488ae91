import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** A server in a process of its own. */
export interface AgentProcess {
  readonly url: string;
  readonly port: number;
  /** Kills it as the system would, without a word to anybody; resolves when it is gone. */
  kill(): Promise<void>;
}

const program = join(import.meta.dirname, "agent-process.ts");

export async function startAgent(name: string): Promise<AgentProcess> {
  const child = spawn(process.execPath, ["--conditions=a2agen-source", "--import=tsx", program, name], {
    cwd: join(import.meta.dirname, "../../.."),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  const url = await firstLine(child);
  return { url, port: Number(new URL(url).port), kill };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("expected the output of the process");
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error("the process ended before it said its URL");
}
