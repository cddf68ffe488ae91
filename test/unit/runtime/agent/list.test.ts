import { completed, inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { afterEach, expect, test } from "vitest";
import {
  failureOf,
  inShort,
  nextMillisecond,
  type StartedAgent,
  type StartOptions,
  startAgent,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";

let started: StartedAgent;

afterEach(() => started.close());

const execute: StartOptions["execute"] = async function* ({ text, task }) {
  yield textArtifact("a", text);
  if (text.startsWith("ask") && task === undefined) yield inputRequired("How many?");
  else yield completed();
};

async function startWith(texts: readonly string[], contextId = "c"): Promise<readonly string[]> {
  started = await startAgent({ execute });
  const ids: string[] = [];
  for (const text of texts) {
    await nextMillisecond();
    const message = userMessage(text, { contextId });
    ids.push(taskOf(await started.client.sendMessage({ message })).id);
  }
  return ids;
}

test("all tasks of the caller, the latest status first, without artifacts and history", async () => {
  const ids = await startWith(["one", "two", "ask"]);
  const page = await started.client.listTasks({});
  expect(page).toEqual({
    tasks: ids.toReversed().map((id) => ({ id, contextId: "c", status: expect.any(Object) })),
    nextPageToken: "",
    pageSize: 50,
    totalSize: 3,
  });
  await nextMillisecond();
  await started.client.sendMessage({ message: userMessage("more", { taskId: ids[2] ?? "" }) });
  const [one, two, ask] = ids;
  await started.client.getTask({ id: one ?? "" });
  expect((await started.client.listTasks({})).tasks.map(({ id }) => id)).toEqual([ask, two, one]);
});

test("artifacts when they are asked for, and a list of none where there are none", async () => {
  await startWith(["one"]);
  const { tasks } = await started.client.listTasks({ includeArtifacts: true, historyLength: 1 });
  expect(tasks.map(({ artifacts, history }) => [artifacts, history?.length])).toEqual([
    [[{ artifactId: "a", parts: [{ text: "one" }] }], 1],
  ]);
  const { tasks: without } = await started.client.listTasks({ includeArtifacts: false });
  expect(without.map((task) => "artifacts" in task)).toEqual([false]);
});

test("pages follow one another, and a task that changes meanwhile is on none of the later ones twice", async () => {
  const ids = await startWith(["ask 1", "ask 2", "ask 3", "ask 4", "ask 5"]);
  const { client } = started;
  const first = await client.listTasks({ pageSize: 2 });
  expect([first.tasks.map(({ id }) => id), first.totalSize, first.pageSize]).toEqual([
    [ids[4], ids[3]],
    5,
    2,
  ]);
  await nextMillisecond();
  await client.sendMessage({ message: userMessage("more", { taskId: ids[4] ?? "" }) });
  const second = await client.listTasks({ pageSize: 2, pageToken: first.nextPageToken });
  expect(second.tasks.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  // Another size is no other query.
  const third = await client.listTasks({ pageSize: 100, pageToken: second.nextPageToken });
  expect([third.tasks.map(({ id }) => id), third.nextPageToken]).toEqual([[ids[0]], ""]);
});

test("filters of context, state and time", async () => {
  const ids = await startWith(["one", "ask", "three"]);
  const { client } = started;
  await nextMillisecond();
  const other = taskOf(await client.sendMessage({ message: userMessage("four", { contextId: "d" }) }));
  const listed = async (request: Parameters<typeof client.listTasks>[0]): Promise<unknown> => {
    const { tasks, totalSize } = await client.listTasks(request);
    return [tasks.map(({ id }) => id), totalSize];
  };
  expect(await listed({ contextId: "c" })).toEqual([[ids[2], ids[1], ids[0]], 3]);
  expect(await listed({ contextId: "none" })).toEqual([[], 0]);
  expect(await listed({ status: "TASK_STATE_INPUT_REQUIRED" })).toEqual([[ids[1]], 1]);
  expect(await listed({ contextId: "c", status: "TASK_STATE_COMPLETED" })).toEqual([[ids[2], ids[0]], 2]);
  const { timestamp = "" } = (await client.getTask({ id: ids[2] ?? "" })).status;
  expect(await listed({ statusTimestampAfter: timestamp })).toEqual([[other.id, ids[2]], 2]);
  const later = timestamp.replace("Z", "000001Z");
  expect(await listed({ statusTimestampAfter: later })).toEqual([[other.id], 1]);
});

test("page tokens of other queries, of other callers and made-up ones are refused", async () => {
  await startWith(["one", "two"]);
  const { client, clientOf } = started;
  const { nextPageToken: pageToken } = await client.listTasks({ pageSize: 1 });
  const wanted = { error: "INVALID_ARGUMENT", fields: ["pageToken"] };
  const refused = [
    client.listTasks({ pageToken, contextId: "c" }),
    client.listTasks({ pageToken, status: "TASK_STATE_COMPLETED" }),
    client.listTasks({ pageToken, statusTimestampAfter: "2020-01-01T00:00:00Z" }),
    clientOf("alice").listTasks({ pageToken }),
    client.listTasks({ pageToken: `${pageToken}x` }),
    client.listTasks({ pageToken: pageToken.slice(1) }),
    client.listTasks({ pageToken: "2" }),
    client.listTasks({ pageToken: btoa(JSON.stringify(["2020", "a", 1])) }),
    client.listTasks({ pageToken: btoa("null").replaceAll("=", "") }),
    client.listTasks({ pageToken: "a".repeat(10_000) }),
  ];
  expect(await Promise.all(refused.map(async (call) => inShort(await failureOf(call))))).toEqual(
    refused.map(() => wanted),
  );
  expect((await client.listTasks({ pageToken, pageSize: 1 })).tasks).toHaveLength(1);
});

test.each([0, 101, -1])("a page of %d tasks is refused", async (pageSize) => {
  await startWith([]);
  expect(await failureOf(started.client.listTasks({ pageSize }))).toMatchObject({
    status: "INVALID_ARGUMENT",
  });
});

test.each([1, 100])("a page of %d tasks is not", async (pageSize) => {
  await startWith([]);
  expect(await started.client.listTasks({ pageSize })).toEqual({
    tasks: [],
    nextPageToken: "",
    pageSize,
    totalSize: 0,
  });
});

test("a page of large tasks ends early, and the next pages have the others", async () => {
  const size = 3 * 1024 * 1024;
  const ids = await startWith(Array.from({ length: 5 }, (_, index) => String(index).repeat(size)));
  const counts: number[] = [];
  const found: string[] = [];
  let pageToken = "";
  do {
    const page = await started.client.listTasks({ includeArtifacts: true, pageToken });
    expect([page.totalSize, page.pageSize]).toEqual([5, 50]);
    counts.push(page.tasks.length);
    found.push(...page.tasks.map(({ id }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  expect(counts).toEqual([2, 2, 1]);
  expect(found).toEqual(ids.toReversed());
  const small = await started.client.listTasks({});
  expect(small.tasks.length).toBe(5);
});
