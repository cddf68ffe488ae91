import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { A2AService, AgentCardCodec, type SendMessageRequest } from "@a2agen/a2a-1.0";
import { type Connection, connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { isInstalled, type RunningAgent, runtimes, startAgent } from "./runtimes.ts";

/** .ci/run installs the runtimes and sets this, with which their tests fail where they are not. */
const areRequired = process.env["A2AGEN_NODES"] === "required";
const tried = runtimes.filter((runtime) => {
  if (areRequired || isInstalled(runtime)) return true;
  console.warn(`npm ci --prefix test/install/hosts installs ${runtime.name}: leaving out its tests`);
  return false;
});

/** What is tried, by the title of its column in docs/frameworks.md. */
const results = new Map<string, Map<string, string>>();

function say(text: string): SendMessageRequest {
  return { message: { messageId: randomUUID(), role: "ROLE_USER", parts: [{ text }] } };
}

function open({ origin }: RunningAgent, binding = jsonRpc()): Promise<Connection<A2AService>> {
  return connect(A2AService, origin, { cardCodec: AgentCardCodec, bindings: [binding] });
}

/** The states in which a stream and a call end that are silent for 13 seconds. */
async function hearSilence(agent: RunningAgent): Promise<readonly unknown[]> {
  const { client, close } = await open(agent);
  const [events, { task }] = await Promise.all([
    collect(client.sendStreamingMessage(say("silent"))),
    client.sendMessage(say("silent")),
  ]);
  await close();
  return [events.at(-1)?.statusUpdate?.status.state, task?.status.state];
}

/** All agents run from the beginning, and are silent at the same time while other things are tried. */
const started = new Map<string, { readonly agent: RunningAgent; readonly silence: Promise<unknown> }>();

beforeAll(async () => {
  const starting = tried.map(async (runtime) => {
    const agent = await startAgent(runtime);
    const silence = hearSilence(agent).catch((error: unknown) => error);
    started.set(runtime.name, { agent, silence });
  });
  await Promise.all(starting);
});
afterAll(async () => {
  await Promise.all([...started.values()].map(({ agent }) => agent.stop()));
});

describe.each(tried)("$name", ({ name }) => {
  const columns = new Map<string, string>();
  let agent: RunningAgent;
  let silence: Promise<unknown> | undefined;

  beforeAll(() => {
    results.set(name, columns);
    const found = started.get(name);
    if (found === undefined) throw new Error(`${name} has not started`);
    ({ agent, silence } = found);
  });

  const gone = async (): Promise<{ begun: number; gone: number }> =>
    (await (await fetch(`${agent.origin}/calls`)).json()) as { begun: number; gone: number };

  test.each([
    { name: "JSON-RPC", binding: jsonRpc() },
    { name: "HTTP+JSON", binding: rest() },
  ])("calls and streams: $name", async ({ binding }) => {
    const { client, close } = await open(agent, binding);
    const { task } = await client.sendMessage(say("done"));
    expect(task?.status.message?.parts).toEqual([{ text: "done" }]);
    const events = await collect(client.sendStreamingMessage(say("done")));
    expect(events.map((event) => Object.keys(event).join())).toEqual([
      "task",
      "artifactUpdate",
      "artifactUpdate",
      "artifactUpdate",
      "statusUpdate",
    ]);
    await close();
    columns.set("calls, streams", "yes");
  });

  test("a client that has its answer has not gone, and one that leaves has", async () => {
    const { client, close } = await open(agent);
    await client.sendMessage(say("done"));
    await collect(client.sendStreamingMessage(say("done")));
    const before = await gone();
    expect(before).toEqual({ begun: before.begun, gone: 0 });
    const leaving = new AbortController();
    await expect(
      (async () => {
        for await (const event of client.sendStreamingMessage(say("wait"), { signal: leaving.signal })) {
          if (event.statusUpdate !== undefined) leaving.abort();
        }
      })(),
    ).rejects.toMatchObject({ status: "CANCELLED" });
    await expect.poll(async () => (await gone()).gone).toBe(1);
    await close();
    columns.set("disconnects", "yes");
  });

  test("a stream and a call are silent for 13 seconds, and arrive whole", async () => {
    expect(await silence).toEqual(["TASK_STATE_COMPLETED", "TASK_STATE_COMPLETED"]);
    columns.set("silence", "yes");
  });

  test("a stream is taken up by Last-Event-ID", async () => {
    const { client, close } = await open(agent, rest());
    const { task } = await client.sendMessage(say("done"));
    const response = await fetch(`${agent.origin}/tasks/${task?.id}:subscribe`, {
      headers: { "a2a-version": "1.0", "last-event-id": "0-1" },
    });
    const events = (await response.text()).match(/"(?:artifactUpdate|statusUpdate|task)":/g);
    expect(events).toEqual(['"artifactUpdate":', '"artifactUpdate":', '"statusUpdate":']);
    await close();
    columns.set("resume", "yes");
  });
});

const workerd = runtimes.find(({ program }) => program.endsWith("workerd"));

test.skipIf(workerd === undefined || !tried.includes(workerd))(
  "an agent in the global scope of a Worker is told where it can be",
  async () => {
    if (workerd === undefined) return;
    const agent = await startAgent({ ...workerd, entry: "global-scope.ts" });
    await expect
      .poll(agent.output)
      .toContain(
        "createAgent: this runtime allows no agent in its global scope; make it in a Durable Object",
      );
    await agent.stop();
  },
);

test.skipIf(workerd === undefined || !tried.includes(workerd))(
  "an agent that one request of a Worker has made says in another one where it can be",
  async () => {
    if (workerd === undefined) return;
    const agent = await startAgent({ ...workerd, entry: "lazy.ts" });
    const { client, close } = await connect(A2AService, agent.origin, {
      cardCodec: AgentCardCodec,
      bindings: [jsonRpc()],
    });
    await client.sendMessage(say("done"));
    await expect(collect(client.sendStreamingMessage(say("done")))).rejects.toMatchObject({
      status: "INTERNAL",
    });
    await expect
      .poll(agent.output)
      .toContain("createAgent: the agent was made in another request, and this runtime keeps requests apart");
    await close();
    await agent.stop();
  },
);

test.skipIf(tried.length < runtimes.length)("docs/frameworks.md has what was tried", async () => {
  const page = join(import.meta.dirname, "../../../docs/frameworks.md");
  const text = await readFile(page, "utf8");
  const columns = ["calls, streams", "disconnects", "silence", "resume"];
  const rows = [
    ["runtime", ...columns],
    ["---", ...columns.map(() => "---")],
    ...[...results].map(([name, found]) => [name, ...columns.map((column) => found.get(column) ?? "no")]),
  ].map((cells) => `| ${cells.join(" | ")} |`.replaceAll("| --- ", "|---").replace("|--- |", "|---|"));
  const table = /(?<=<!-- written by test\/install\/hosts -->\n\n)(?:\|.*\n)+/;
  if (process.env["RECORD"] === "1") await writeFile(page, text.replace(table, `${rows.join("\n")}\n`));
  else expect(table.exec(text)?.[0]).toBe(`${rows.join("\n")}\n`);
});
