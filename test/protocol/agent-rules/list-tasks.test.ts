import type { Task } from "@a2agen/a2a-1.0";
import { completed, inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import {
  failureOf,
  inShort,
  nextMillisecond,
  taskOf,
  textOf,
  userMessage,
} from "../../unit/runtime/agent/start-agent.ts";
import { type RunningAgent, startWorld, type World, type WorldOptions } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

const asking: WorldOptions = {
  async *execute({ text }) {
    yield textArtifact("a", text);
    yield inputRequired("More?");
  },
};

/** Sends a message for each text, one after the other; each task has a time of its own. */
async function begin({ client }: Pick<RunningAgent, "client">, texts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) {
    ids.push(taskOf(await client.sendMessage({ message: userMessage(text) })).id);
    await nextMillisecond();
  }
  return ids;
}

const first = ({ history = [] }: Task): string => textOf(history[0] ?? { parts: [] });

/** The members of a page's JSON, read without our client; undefined over gRPC, which has no JSON. */
async function readPage(
  { text, binding }: World,
  { url }: RunningAgent,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (binding === "GRPC") return undefined;
  const headers = { "a2a-version": "1.0", "content-type": "application/json" };
  if (binding === "HTTP+JSON") {
    const response = await fetch(`${url}${text === "draft" ? "/v1" : ""}/tasks`, { headers });
    return (await response.json()) as Readonly<Record<string, unknown>>;
  }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ListTasks", params: {} });
  const response = await fetch(url, { method: "POST", headers, body });
  return ((await response.json()) as { readonly result: Readonly<Record<string, unknown>> }).result;
}

test.each(worldsOf("3.1.4-no-artifacts"))("%s", async (_title, world) => {
  const running = await startWorld(world, asking);
  await begin(running, ["one"]);
  for (const request of [{}, { includeArtifacts: false }]) {
    const [task] = (await running.client.listTasks(request)).tasks;
    expect(Object.keys(task ?? {})).not.toContain("artifacts");
  }
  const [task] = (await running.client.listTasks({ includeArtifacts: true })).tasks;
  expect(task?.artifacts).toEqual([{ artifactId: "a", parts: [{ text: "one" }] }]);
  const page = await readPage(world, running);
  for (const listed of (page?.["tasks"] ?? []) as object[]) {
    expect(Object.keys(listed).toSorted()).toEqual(["contextId", "id", "status"]);
  }
});

test.each(worldsOf("3.1.4-token"))("%s", async (_title, world) => {
  const running = await startWorld(world, asking);
  const { client } = running;
  expect(await client.listTasks({})).toHaveProperty("nextPageToken");
  await begin(running, ["one", "two"]);
  const page = await client.listTasks({ pageSize: 1 });
  expect(page.nextPageToken).not.toBe("");
  expect(await client.listTasks({ pageToken: page.nextPageToken, pageSize: 1 })).toHaveProperty(
    "nextPageToken",
  );
  const raw = await readPage(world, running);
  if (raw !== undefined) expect(Object.keys(raw)).toContain("nextPageToken");
});

test.each(worldsOf("3.1.4-last-token"))("%s", async (_title, world) => {
  const running = await startWorld(world, asking);
  await begin(running, ["one", "two"]);
  const { client } = running;
  expect((await client.listTasks({ pageSize: 2 })).nextPageToken).toBe("");
  expect((await client.listTasks({ contextId: "nowhere" })).nextPageToken).toBe("");
  const { nextPageToken } = await client.listTasks({ pageSize: 1 });
  expect((await client.listTasks({ pageSize: 1, pageToken: nextPageToken })).nextPageToken).toBe("");
  const raw = await readPage(world, running);
  if (raw !== undefined) expect(raw["nextPageToken"]).toBe("");
});

test.each(worldsOf("3.1.4-visible"))("%s", async (_title, world) => {
  const { clientOf } = await startWorld(world, asking);
  const [alice, bob] = [clientOf("alice"), clientOf("bob")];
  const own = await begin({ client: alice }, ["one", "two"]);
  const others = await begin({ client: bob }, ["three"]);
  const mine = await alice.listTasks({});
  expect(mine.tasks.map(({ id }) => id).toSorted()).toEqual(own.toSorted());
  expect(mine.totalSize).toBe(2);
  expect((await bob.listTasks({})).tasks.map(({ id }) => id)).toEqual(others);
});

test.each(worldsOf("3.1.4-cursor"))("%s", async (_title, world) => {
  const running = await startWorld(world, asking);
  const { client } = running;
  const ids = await begin(running, ["1", "2", "3", "4", "5", "6"]);
  const one = await client.listTasks({ pageSize: 2 });
  // One of the first page and one of a later page change, and another one comes.
  for (const taskId of [ids[5], ids[0]]) {
    await client.sendMessage({ message: userMessage("more", { taskId: taskId ?? "" }) });
    await nextMillisecond();
  }
  await begin(running, ["7"]);
  const seen = one.tasks.map(({ id }) => id);
  expect(seen).toEqual([ids[5], ids[4]]);
  let { nextPageToken } = one;
  while (nextPageToken !== "") {
    const page = await client.listTasks({ pageSize: 2, pageToken: nextPageToken });
    seen.push(...page.tasks.map(({ id }) => id));
    nextPageToken = page.nextPageToken;
  }
  // What has moved to the beginning is not there again, and nothing that has not moved is missing.
  expect(seen).toEqual([ids[5], ids[4], ids[3], ids[2], ids[1]]);
});

test.each(worldsOf("3.1.4-order"))("%s", async (_title, world) => {
  const running = await startWorld(world, asking);
  const { client } = running;
  const [one = ""] = await begin(running, ["one", "two", "three"]);
  const texts = async (): Promise<readonly string[]> =>
    (await client.listTasks({ historyLength: 100 })).tasks.map(first);
  expect(await texts()).toEqual(["three", "two", "one"]);
  await client.sendMessage({ message: userMessage("more", { taskId: one }) });
  expect(await texts()).toEqual(["one", "three", "two"]);
});

test.each(worldsOf("3.1.4-status-order"))("%s", async (_title, world) => {
  const running = await startWorld(world, asking);
  const { client } = running;
  const [one = "", two = ""] = await begin(running, ["one", "two", "three", "four"]);
  await client.cancelTask({ id: two });
  await nextMillisecond();
  await client.sendMessage({ message: userMessage("more", { taskId: one }) });
  const { tasks } = await client.listTasks({ historyLength: 100 });
  expect(tasks.map(first)).toEqual(["one", "two", "four", "three"]);
  const times = tasks.map(({ status }) => status.timestamp ?? "");
  expect(times).toEqual(times.toSorted().toReversed());
});

test.each(worldsOf("3.1.4-scope"))("%s", async (_title, world) => {
  const { clientOf } = await startWorld(world, asking);
  const [alice, bob] = [clientOf("alice"), clientOf("bob")];
  const [one = ""] = await begin({ client: alice }, ["one", "two"]);
  const { contextId = "" } = await alice.getTask({ id: one });
  const { nextPageToken } = await alice.listTasks({ pageSize: 1 });
  const requests = [
    { contextId },
    { status: "TASK_STATE_INPUT_REQUIRED" as const },
    { statusTimestampAfter: "2020-01-01T00:00:00Z" },
    { includeArtifacts: true },
  ];
  for (const request of requests) {
    expect((await bob.listTasks(request)).totalSize).toBe(0);
    expect((await alice.listTasks(request)).totalSize).toBeGreaterThan(0);
  }
  const foreign = failureOf(bob.listTasks({ pageSize: 1, pageToken: nextPageToken }));
  expect(inShort(await foreign)).toMatchObject({ error: "INVALID_ARGUMENT" });
});

test.each(worldsOf("3.1.4-page-size"))("%s", async (_title, world) => {
  const running = await startWorld(world, {
    async *execute() {
      yield completed();
    },
  });
  const { client } = running;
  await begin(
    running,
    Array.from({ length: 51 }, (_, index) => String(index)),
  );
  const { tasks, pageSize, totalSize } = await client.listTasks({});
  expect([tasks.length, pageSize, totalSize]).toEqual([50, 50, 51]);
  expect((await client.listTasks({ pageSize: 1 })).tasks).toHaveLength(1);
  expect((await client.listTasks({ pageSize: 100 })).tasks).toHaveLength(51);
  for (const size of [0, 101]) {
    const failure = failureOf(client.listTasks({ pageSize: size }));
    expect(inShort(await failure)).toMatchObject({ error: "INVALID_ARGUMENT" });
  }
});
