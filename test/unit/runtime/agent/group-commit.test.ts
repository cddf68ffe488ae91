import { A2AService } from "@a2agen/a2a-1.0";
import { inputRequired, MemoryTaskStore, type TaskEntry, textArtifact, working } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import {
  createGate,
  outline,
  start,
  stateOf,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { collect } from "../../../shared/collect.ts";

/** A store whose appends can be held up, or refused. */
class SlowStore extends MemoryTaskStore {
  /** The entries of each append, in short. */
  readonly appends: string[] = [];
  /** What each append waits for. */
  before: (entries: readonly TaskEntry[]) => Promise<void> | undefined = () => undefined;
  /** What it fails with after it has written. */
  after: () => void = () => undefined;

  constructor() {
    super({ service: A2AService });
  }

  override async append(id: string, version: number, entries: readonly TaskEntry[]): Promise<number> {
    this.appends.push(entries.map(show).join(" "));
    await this.before(entries);
    const reached = await super.append(id, version, entries);
    this.after();
    return reached;
  }

  async renewLeases(): Promise<void> {
    // The test ends before a lease does.
  }

  async expiredLeases(): Promise<readonly []> {
    return [];
  }
}

function show(entry: TaskEntry): string {
  if ("artifactUpdate" in entry) return entry.artifactUpdate.artifact.parts[0]?.text ?? "";
  if ("statusUpdate" in entry)
    return entry.statusUpdate.status.state.slice("TASK_STATE_".length).toLowerCase();
  return Object.keys(entry).join(" ");
}

function piece(text: string): ReturnType<typeof textArtifact> {
  return textArtifact("a", text, { append: true });
}

const message = userMessage("go");
const textOf = (task: ReturnType<typeof taskOf>): unknown => task.artifacts?.[0]?.parts;

test("pieces that come while others are written go together into the next append, and one part is read", async () => {
  const store = new SlowStore();
  const first = createGate();
  store.before = (entries) => (entries.some((entry) => show(entry) === "0") ? first.opened : undefined);
  const begun = createGate();
  const { client } = await start({
    store,
    async *execute() {
      yield working();
      yield piece("0");
      // The first one is in flight.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      for (const text of ["1", "2", "3", "4"]) yield piece(text);
      begun.open();
    },
  });
  const stream = collect(client.sendStreamingMessage({ message }));
  await begun.opened;
  first.open();
  const events = await stream;
  expect(store.appends).toEqual(["working", "0", "1 2 3 4 completed"]);
  // Followers see every piece.
  expect(outline(events)).toEqual([
    "task submitted",
    "working",
    ...["0", "1", "2", "3", "4"].map((text) => `artifact a +: ${text}`),
    "completed",
  ]);
  const task = await client.getTask({ id: events[0]?.task?.id ?? "" });
  expect(textOf(task)).toEqual([{ text: "01234" }]);
});

test("a status waits for the pieces before it, and execute goes on once it is written", async () => {
  const store = new SlowStore();
  const seen: string[] = [];
  const { client } = await start({
    store,
    async *execute() {
      yield piece("1");
      yield piece("2");
      yield working("said");
      seen.push(...store.appends);
      yield piece("3");
    },
  });
  const task = taskOf(await client.sendMessage({ message }));
  expect(seen).toEqual(["1 2 working"]);
  expect(store.appends).toEqual(["1 2 working", "3 completed"]);
  expect(textOf(task)).toEqual([{ text: "123" }]);
});

test("execute waits when many pieces wait for the store", async () => {
  const store = new SlowStore();
  const gate = createGate();
  store.before = () => gate.opened;
  let given = 0;
  const { client } = await start({
    store,
    async *execute() {
      for (; given < 1000; given++) yield piece("x");
    },
  });
  const sent = client.sendMessage({ message });
  await expect.poll(() => store.appends.length).toBe(1);
  const atMost = async (): Promise<number> => {
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    return given;
  };
  expect(await atMost()).toBeLessThanOrEqual(2 * 64);
  gate.open();
  const task = taskOf(await sent);
  expect(textOf(task)).toEqual([{ text: "x".repeat(1000) }]);
  expect(store.appends.length).toBeLessThan(40);
});

test("the result of a step follows the pieces before it", async () => {
  const store = new SlowStore();
  const { client } = await start({
    store,
    async *execute({ step }) {
      yield piece("1");
      yield piece("2");
      await step("one", () => 1);
      yield piece("3");
    },
  });
  await client.sendMessage({ message });
  expect(store.appends).toEqual(["1 2 step", "3 completed"]);
});

test("pieces that a store refuses for now are written later, once", async () => {
  const store = new SlowStore();
  let refusals = 2;
  store.before = async () => {
    if (refusals-- > 0) throw Object.assign(new Error("gave way"), { code: "40001" });
  };
  const { client, reported } = await start({
    store,
    async *execute() {
      for (const text of ["1", "2", "3"]) yield piece(text);
    },
  });
  const task = taskOf(await client.sendMessage({ message }));
  expect({ state: stateOf(task), parts: textOf(task), reported }).toEqual({
    state: "completed",
    parts: [{ text: "123" }],
    reported: [],
  });
});

test("pieces that may be in the log are not written again, and the task fails", async () => {
  const store = new SlowStore();
  let isBroken = false;
  store.after = () => {
    if (isBroken) return;
    isBroken = true;
    throw new Error("connection terminated unexpectedly");
  };
  const { client } = await start({
    store,
    async *execute({ signal }) {
      yield piece("1");
      yield piece("2");
      // At work on the next piece, which never comes.
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    },
  });
  const task = taskOf(await client.sendMessage({ message }));
  expect({ state: stateOf(task), parts: textOf(task) }).toEqual({ state: "failed", parts: [{ text: "12" }] });
});

test.each([
  { name: "are lost", isWritten: false, parts: undefined },
  { name: "may be lost", isWritten: true, parts: [{ text: "1" }] },
])("no piece is written after others that $name", async ({ isWritten, parts }) => {
  const store = new SlowStore();
  const gate = createGate();
  let writes = 0;
  const lose = (): void => {
    if (writes++ === 0) throw new Error("connection terminated unexpectedly");
  };
  store.before = async (entries) => {
    if (entries.length !== 1 || !entries.some((entry) => show(entry) === "1")) return;
    await gate.opened;
    if (!isWritten) lose();
  };
  if (isWritten) store.after = lose;
  const { client } = await start({
    store,
    async *execute({ signal }) {
      yield piece("1");
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      // These wait for the one before.
      yield piece("2");
      yield piece("3");
      gate.open();
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    },
  });
  const task = taskOf(await client.sendMessage({ message }));
  expect({ state: stateOf(task), parts: textOf(task) }).toEqual({ state: "failed", parts });
});

test("pieces are written once where a client writes to the task in between", async () => {
  const store = new SlowStore();
  const said = createGate();
  const { client } = await start({
    store,
    async *execute({ text, taskId }) {
      if (text !== "go") return void (yield piece(`after ${text}`));
      yield piece("1");
      yield piece("2");
      const { version = 0 } = (await store.read(taskId)) ?? {};
      // As another process does.
      await store.append(taskId, version, [{ message: userMessage("more", { taskId }) }]);
      said.open();
      yield piece("3");
    },
  });
  const { id } = taskOf(await client.sendMessage({ message }));
  const task = await client.getTask({ id });
  expect(textOf(task)).toEqual([{ text: "123after more" }]);
});

test("pieces before a question, and before an error of the author, are kept", async () => {
  const { client } = await start({
    store: new SlowStore(),
    async *execute({ text }) {
      yield piece(`before ${text};`);
      yield piece("more;");
      if (text === "go") yield inputRequired("what?");
      else throw new Error("of the author");
    },
  });
  const asked = taskOf(await client.sendMessage({ message }));
  expect({ state: stateOf(asked), parts: textOf(asked) }).toEqual({
    state: "input-required",
    parts: [{ text: "before go;more;" }],
  });
  const failed = taskOf(await client.sendMessage({ message: userMessage("this", { taskId: asked.id }) }));
  expect({ state: stateOf(failed), parts: textOf(failed) }).toEqual({
    state: "failed",
    parts: [{ text: "before go;more;before this;more;" }],
  });
});

test("a canceled task keeps what was given before, and nothing after its end", async () => {
  const store = new SlowStore();
  const gate = createGate();
  const { client } = await start({
    store,
    async *execute({ signal }) {
      yield piece("1");
      yield piece("2");
      gate.open();
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    },
  });
  const { id } = taskOf(await client.sendMessage({ message, configuration: { returnImmediately: true } }));
  await gate.opened;
  const task = await client.cancelTask({ id });
  expect({ state: stateOf(task), parts: textOf(task) }).toEqual({
    state: "canceled",
    parts: [{ text: "12" }],
  });
});
