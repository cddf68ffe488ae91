import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { A2AService, type A2AServiceClient } from "@a2agen/a2a-1.0";
import { A2AService as NextService } from "@a2agen/a2a-1.1-dev";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import {
  type Agent,
  createAgent,
  type Execute,
  inputRequired,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { createRandom } from "@a2agen/runtime/fakes";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { createClient } from "@a2agen/runtime/service";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { expect, onTestFinished, test } from "vitest";
import { card, createGate, type Gate, start, userMessage } from "../../shared/agent/start-agent.ts";
import { createSignal, listen } from "../../shared/http/listen.ts";
import { chooseSeed } from "../../shared/random/seed.ts";
import { bundleProgram } from "./bundle-program.ts";

/** A2AGEN_KILLS=200 for as many. */
const kills = Number(process.env["A2AGEN_KILLS"] ?? 2);

/** Texts of the messages that the four agents got. */
const asked: string[] = [];

/** Works until the gate opens; the one over gRPC asks something first. */
function workUntil(gate: Gate): Execute {
  return async function* ({ text, task }) {
    asked.push(text);
    yield working("I begin.");
    yield textArtifact("answer", "One, ");
    await gate.opened;
    if (text === "Go grpc" && task === undefined) {
      yield inputRequired("Which one?");
      return;
    }
    yield textArtifact("answer", `two: ${text}`, { append: true, lastChunk: true });
  };
}

/** Agents know a message that comes again where they know whose it is. */
const authenticate = ({ header }: { header(name: string): string | undefined }): { id: string } => ({
  id: header("x-caller") ?? "",
});

/** Serves an agent of older clients, and one of 1.1 over HTTP+JSON. */
async function startOthers(execute: Execute): Promise<{ readonly older: string; readonly newer: string }> {
  // A client of 0.3 cannot list tasks.
  const agent = createAgent({ service: A2AService, execute, limits: { dedupeMs: 3_600_000 } });
  const next: Agent = createAgent({ service: NextService, execute });
  const family = createHostFamily({
    services: [implement(A2AService, agent)],
    card,
    older: [{ translation: a2a03ToA2a10 }],
    authenticate,
  });
  const host = createHost({ services: [implement(NextService, next)], authenticate });
  const older = await listen(
    toNodeListener(createHttpHandler(family, { jsonRpc: "/rpc", onDeprecated: () => undefined })),
  );
  const newer = await listen(toNodeListener(createHttpHandler(host, { rest: "/rest" })));
  onTestFinished(async () => {
    await Promise.all([agent.close(0), next.close(0)]);
    await Promise.all([family.close({ graceMs: 0 }), host.close({ graceMs: 0 })]);
  });
  return { older: `${older.url}/rpc`, newer: `${newer.url}/rest` };
}

interface Running {
  readonly client: A2AServiceClient;
  kill(): Promise<void>;
  /** Resolves once its store was called so often. */
  untilCalls(count: number): Promise<void>;
}

test("an agent that is killed again and again gives each piece of its work once, in four dialects", async () => {
  const seed = chooseSeed();
  console.log(`kills at calls by A2AGEN_SEED=${seed}`);
  const random = createRandom(seed);
  const gate = createGate();
  const execute = workUntil(gate);
  const jsonRpc = await start({ execute, host: { authenticate } });
  const grpc = await start({ execute, host: { authenticate }, binding: "GRPC" });
  const others = await startOthers(execute);
  const urls = JSON.stringify({ jsonRpc: jsonRpc.url, grpc: grpc.url, ...others });
  const folder = await mkdtemp(join(tmpdir(), "a2agen-delegate-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = await bundleProgram(join(import.meta.dirname, "orchestrator.ts"), {
    name: "orchestrator",
    external: ["@electric-sql/pglite", "@grpc/grpc-js"],
  });
  const begin = async (): Promise<Running> => {
    const child: ChildProcess = spawn(process.execPath, [program, join(folder, "tasks"), urls], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    const kill = async (): Promise<void> => {
      child.kill("SIGKILL");
      await exited;
    };
    onTestFinished(kill);
    const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
    const url = createSignal<string>();
    lines.once("line", url.resolve);
    const transport = createJsonRpcTransport(A2AService.protocol, { url: await url.promise });
    return {
      client: createClient(A2AService, transport),
      kill,
      async untilCalls(count) {
        for (let calls = 0; calls < count; calls++) await once(lines, "line");
      },
    };
  };

  let running = await begin();
  const configuration = { returnImmediately: true };
  const { task } = await running.client.sendMessage({ message: userMessage("Go"), configuration });
  const id = task?.id ?? "";
  for (let count = 0; count < kills; count++) {
    await running.untilCalls(random.integer(0, 40));
    await running.kill();
    running = await begin();
  }
  gate.open();
  const stateOf = async (): Promise<string> => (await running.client.getTask({ id })).status.state;
  await expect.poll(stateOf).toBe("TASK_STATE_INPUT_REQUIRED");
  await running.kill();
  running = await begin();
  const answer = userMessage("The second", { taskId: id });
  const { task: ended } = await running.client.sendMessage({ message: answer });
  expect(ended?.status.state).toBe("TASK_STATE_COMPLETED");
  expect(
    ended?.artifacts?.map(({ artifactId, parts }) => `${artifactId}: ${parts[0]?.text ?? ""}`).toSorted(),
  ).toEqual([
    "answer: One, two: Go jsonRpc, One, two: The second, One, two: Go older, One, two: Go newer",
    "grpc-answer: One, two: The second",
    "jsonRpc-answer: One, two: Go jsonRpc",
    "newer-answer: One, two: Go newer",
    "older-answer: One, two: Go older",
  ]);
  expect(asked.toSorted()).toEqual(["Go grpc", "Go jsonRpc", "Go newer", "Go older", "The second"]);
});
