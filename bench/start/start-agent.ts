import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { benchDirectory, scratch } from "../paths.ts";
import type { Used } from "./announce.ts";
import { type AgentName, counter, programOf } from "./build-agents.ts";

/** From the start of a process to its first answer, in milliseconds. */
export interface Start {
  readonly wall: number;
  readonly cpu: number;
}

const call = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "SendMessage",
  params: { message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "Hello" }] } },
});

/** Starts an agent in its own process, and asks it once. */
export async function startAgent(name: AgentName): Promise<Start> {
  const { wall, used } = await run(name, {});
  return { wall, cpu: used.cpu };
}

/** How many modules an agent has loaded when it has answered, Node's own left out. */
export async function countModules(name: AgentName): Promise<number> {
  const file = join(scratch, "modules.txt");
  await rm(file, { force: true });
  const { used } = await run(name, { file });
  return (await readFile(file, "utf8")).trim().split("\n").length + used.required;
}

async function run(
  name: AgentName,
  { file }: { readonly file?: string },
): Promise<{ readonly wall: number; readonly used: Used }> {
  const start = performance.now();
  const child = fork(programOf(name), [], {
    cwd: benchDirectory,
    // Not those of this process, which loads TypeScript.
    execArgv: file === undefined ? [] : ["--import", counter],
    env: { ...process.env, ...(file !== undefined && { BENCH_MODULES: file }) },
  });
  try {
    const [{ port }] = (await once(child, "message")) as [{ readonly port: number }];
    const answer = await ask(port);
    const wall = performance.now() - start;
    if (!/You said: Hello/.test(answer) || !/TASK_STATE_COMPLETED/.test(answer)) {
      throw new Error(`${name}: expected a completed task that says "You said: Hello", got ${answer}`);
    }
    child.send({});
    const [used] = (await once(child, "message")) as [Used];
    return { wall, used };
  } finally {
    child.kill("SIGKILL");
  }
}

async function ask(port: number): Promise<string> {
  const headers = {
    "content-type": "application/json",
    "a2a-version": "1.0",
    "content-length": Buffer.byteLength(call),
  };
  const sent = request({ host: "127.0.0.1", port, path: "/rpc", method: "POST", headers, agent: false });
  sent.end(call);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return text(response);
}
