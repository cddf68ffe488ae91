import { A2AService, type Task } from "@a2agen/a2a-1.0";
import {
  completed,
  type Execute,
  fileArtifact,
  type HistoryOptions,
  history,
  inputRequired,
  MemoryTaskStore,
  streamText,
  textArtifact,
  type Utterance,
  working,
} from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import {
  createGate,
  follow,
  nextMillisecond,
  start,
  taskOf,
  textOf,
  userMessage,
} from "../../../../shared/agent/start-agent.ts";
import { withLeases } from "../store/leased-store.ts";

/** An utterance in short. */
function show({ role, parts, artifactId }: Utterance): string {
  return `${role}${artifactId === undefined ? "" : ` ${artifactId}`}: ${textOf({ parts: [...parts] })}`;
}

/** Resolves once a condition holds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}

/** An agent that writes what it is told, and what it reads of its conversation at the end of each turn. */
async function startChat(options?: HistoryOptions, write?: Execute) {
  const read: (readonly Utterance[])[] = [];
  const { client } = await start({
    async *execute(turn) {
      read.push(await history(turn, options));
      if (write !== undefined) {
        yield* write(turn) as AsyncIterable<ReturnType<typeof completed>>;
        return;
      }
      yield working("looking");
      yield textArtifact(`text-${turn.message.messageId}`, `on ${turn.text}`);
      yield turn.text.endsWith("?") ? inputRequired("Which?") : completed("done");
    },
  });
  const say = async (text: string, place: { readonly contextId?: string; readonly taskId?: string } = {}) => {
    await nextMillisecond();
    return taskOf(await client.sendMessage({ message: userMessage(text, place) }));
  };
  return { say, read, latest: () => read.at(-1)?.map(show) };
}

test("a conversation is earlier tasks, the task and its message, with artifacts after what they answer", async () => {
  const { say, read, latest } = await startChat();
  const { contextId = "" } = await say("tea");
  expect(latest()).toEqual(["user: tea"]);
  const asked = await say("milk?", { contextId });
  const tea = [
    "user: tea",
    expect.stringMatching(/^agent text-message-\d+: on tea$/),
    "agent: looking",
    "agent: done",
  ];
  expect(latest()).toEqual([...tea, "user: milk?"]);
  await say("much", { contextId, taskId: asked.id });
  expect(latest()).toEqual([
    ...tea,
    "user: milk?",
    expect.stringMatching(/^agent text-message-\d+: on milk\?$/),
    "agent: looking",
    "agent: Which?",
    "user: much",
  ]);
  expect(read.at(-1)?.at(-1)).toEqual({
    role: "user",
    parts: [{ text: "much" }],
    taskId: asked.id,
    messageId: expect.any(String),
  });
  expect(read.at(-1)?.[5]).toEqual({
    role: "agent",
    parts: [{ text: "on milk?" }],
    taskId: asked.id,
    artifactId: `text-${read.at(-1)?.[4]?.messageId}`,
  });
  // Another conversation.
  await say("coffee");
  expect(latest()).toEqual(["user: coffee"]);
});

test("other artifacts come after the messages, files among them", async () => {
  const { say, read } = await startChat({}, async function* () {
    yield fileArtifact("f", { bytes: new Uint8Array([1]), mediaType: "image/png" });
    yield completed("here");
  });
  const { contextId = "", id } = await say("draw");
  await say("again", { contextId });
  expect(
    read.at(-1)?.map(({ role, parts, taskId, artifactId }) => ({ role, parts, taskId, artifactId })),
  ).toEqual([
    { role: "user", parts: [{ text: "draw" }], taskId: id, artifactId: undefined },
    { role: "agent", parts: [{ text: "here" }], taskId: id, artifactId: undefined },
    { role: "agent", parts: [{ raw: "AQ==", mediaType: "image/png" }], taskId: id, artifactId: "f" },
    { role: "user", parts: [{ text: "again" }], taskId: expect.any(String), artifactId: undefined },
  ]);
});

test("what is beyond the bounds is left out from the beginning, whole", async () => {
  const parts = (text: string): number => JSON.stringify([{ text }]).length;
  const second = ["two", "on two", "looking", "done", "three"].reduce((sum, text) => sum + parts(text), 0);
  const talk = async (options: HistoryOptions): Promise<readonly string[] | undefined> => {
    const { say, latest } = await startChat(options);
    const { contextId = "" } = await say("one");
    await say("two", { contextId });
    await say("three", { contextId });
    return latest()?.map((line) => line.replace(/ text-message-\d+/, " text"));
  };
  const one = ["user: one", "agent text: on one", "agent: looking", "agent: done"];
  const two = ["user: two", "agent text: on two", "agent: looking", "agent: done"];
  expect(await talk({})).toEqual([...one, ...two, "user: three"]);
  expect(await talk({ maxBytes: second })).toEqual([...two, "user: three"]);
  // With room for what the agent said, but not for what it answered.
  expect(await talk({ maxBytes: second + parts("done") })).toEqual([...two, "user: three"]);
  expect(await talk({ maxBytes: second - 1 })).toEqual(["user: three"]);
  expect(await talk({ maxBytes: 0 })).toEqual(["user: three"]);
  expect(await talk({ siblings: 1 })).toEqual([...two, "user: three"]);
  expect(await talk({ siblings: 0 })).toEqual(["user: three"]);
  await expect(history({} as never, { maxBytes: Number.NaN })).rejects.toThrow("history: maxBytes");
});

test("messages that wait are not there yet", async () => {
  const gate = createGate();
  const begun = createGate();
  const over = createGate();
  const read: string[][] = [];
  const { client } = await start({
    async *execute(turn) {
      begun.open();
      await gate.opened;
      read.push((await history(turn)).map(show));
      yield working(`on ${turn.text}`);
      if (read.length === 3) over.open();
    },
  });
  const send = (text: string, place = {}): Promise<{ readonly task?: Task }> =>
    client.sendMessage({ message: userMessage(text, place), configuration: { returnImmediately: true } });
  const { id: taskId } = taskOf(await send("one"));
  await begun.opened;
  await send("two", { taskId });
  await send("three", { taskId });
  gate.open();
  await over.opened;
  expect(read).toEqual([
    ["user: one"],
    ["user: one", "agent: on one", "user: two"],
    ["user: one", "user: two", "agent: on one", "agent: on two", "user: three"],
  ]);
});

test("a turn that begins again does not read what it has written itself", async () => {
  const store = withLeases(new MemoryTaskStore({ service: A2AService }));
  const limits = { leaseMs: 300 };
  const read: (readonly string[])[] = [];
  const over = createGate();
  const execute: Execute = async function* (turn) {
    read.push((await history(turn)).map(show));
    yield textArtifact(`text-${turn.message.messageId}`, "half of");
    if (turn.attempt > 1) over.open();
    else yield* streamText("other", new ReadableStream<string>(), { signal: turn.signal });
  };
  const first = await start({ execute, store, resumable: true, limits });
  const { all, first: begin } = await follow(
    first.client.sendStreamingMessage({ message: userMessage("go") }),
  );
  await until(async () => (await first.client.getTask({ id: begin.task?.id ?? "" })).artifacts !== undefined);
  await first.agent.close(0);
  await all.catch(() => undefined);
  await start({ execute, store, resumable: true, limits });
  await over.opened;
  expect(read).toEqual([["user: go"], ["user: go"]]);
});
