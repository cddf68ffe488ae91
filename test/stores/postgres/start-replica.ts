import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { A2AService } from "@a2agen/a2a-1.0";
import { type Connection, connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import type { PostgresServer } from "./postgres-server.ts";

const repository = join(import.meta.dirname, "../../..");

/** An agent in a process of its own. */
export interface Replica {
  readonly url: string;
  readonly client: Connection<A2AService>["client"];
  readonly child: ChildProcess;
  /** Resolves with the first line that the process has said, or says, that begins so. */
  untilSaid(beginning: string): Promise<string>;
  /** Says a line to the process. */
  say(line: string): void;
  /** Ends the process in whatever state it is. */
  kill(): Promise<void>;
}

/** Starts a program of this folder over a database; it says "listening on URL" when it can be called. */
export async function startReplica(
  program: string,
  { host, user, database }: PostgresServer["connection"],
  env: Readonly<Record<string, string>> = {},
): Promise<Replica> {
  const path = join(import.meta.dirname, program);
  const child = spawn(process.execPath, ["--conditions=a2agen-source", "--import=tsx", path], {
    cwd: repository,
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, PGHOST: host, PGUSER: user, PGDATABASE: database, PORT: "0", ...env },
  });
  const exited = once(child, "exit");
  const said: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    said.push(line);
    for (const check of waiting) check();
  });
  const untilSaid = (beginning: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = said.find((line) => line.startsWith(beginning));
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
      const fail = (): void => reject(new Error(`the process ended before it said "${beginning}"`));
      void exited.then(fail, fail);
    });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await exited;
  };
  try {
    const url = (await untilSaid("listening on ")).slice("listening on ".length);
    const connection = await connect(A2AService, url, { bindings: [jsonRpc()] });
    return {
      url,
      client: connection.client,
      child,
      untilSaid,
      say: (line) => void child.stdin.write(`${line}\n`),
      async kill() {
        await connection.close();
        await kill();
      },
    };
  } catch (error) {
    await kill();
    throw error;
  }
}
