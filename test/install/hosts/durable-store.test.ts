import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { A2AService, type A2AServiceClient } from "@a2agen/a2a-1.0";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createClient } from "@a2agen/runtime/service";
import { expect, onTestFinished, test } from "vitest";
import { userMessage } from "../../shared/agent/start-agent.ts";
import { isInstalled, type RunningAgent, type Runtime, runtimes, startAgent } from "./runtimes.ts";

const workerd = runtimes.find(({ program }) => program.endsWith("workerd"));
const isThere = workerd !== undefined && (isInstalled(workerd) || process.env["A2AGEN_NODES"] === "required");

/** Objects whose storage is in a folder, and outlives the program. */
function configOf(port: number, folder: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "disk", disk = (path = "${folder}", writable = true))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "agent.js", esModule = embed "agent.js")],
  compatibilityDate = "2026-01-01",
  durableObjectNamespaces = [
    (className = "Agent", uniqueKey = "agent", enableSql = true),
    (className = "Conformance", uniqueKey = "conformance", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [
    (name = "AGENT", durableObjectNamespace = "Agent"),
    (name = "CONFORMANCE", durableObjectNamespace = "Conformance"),
  ],
);
`;
}

/** Starts workerd over a folder; kept for the next one. */
async function makeStart(): Promise<() => Promise<RunningAgent>> {
  const folder = await mkdtemp(join(tmpdir(), "a2agen-objects-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const runtime: Runtime = {
    name: "workerd",
    program: workerd?.program ?? "",
    entry: "worker-store.ts",
    prepare: (port) => ({
      files: { "config.capnp": configOf(port, folder) },
      args: ["serve", "--experimental", "config.capnp"],
    }),
  };
  return async () => {
    const running = await startAgent(runtime);
    onTestFinished(running.stop);
    return running;
  };
}

function clientOf({ origin }: RunningAgent): A2AServiceClient {
  return createClient(A2AService, createJsonRpcTransport(A2AService.protocol, { url: `${origin}/a2a` }));
}

test.skipIf(!isThere)("the store of a Durable Object conforms", async () => {
  const start = await makeStart();
  const { origin } = await start();
  const answer = await fetch(`${origin}/conformance`);
  const { count, failed } = (await answer.json()) as { count: number; failed: string[] };
  expect(failed).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

test.skipIf(!isThere)(
  "tasks of an object outlive it, and what it had at work goes on in the next one",
  async () => {
    const start = await makeStart();
    const first = await start();
    const client = clientOf(first);
    const { task: done } = await client.sendMessage({ message: userMessage("go") });
    const configuration = { returnImmediately: true };
    const { task: staying } = await client.sendMessage({ message: userMessage("stay"), configuration });
    const textOf = async (from: A2AServiceClient, id = ""): Promise<string | undefined> =>
      (await from.getTask({ id })).artifacts?.[0]?.parts[0]?.text;
    expect(await textOf(client, done?.id)).toBe("begun in 1, ended in 1");
    await first.stop();
    const next = clientOf(await start());
    expect(await textOf(next, done?.id)).toBe("begun in 1, ended in 1");
    await expect.poll(() => textOf(next, staying?.id)).toBe("begun in 1, ended in 2");
  },
);
