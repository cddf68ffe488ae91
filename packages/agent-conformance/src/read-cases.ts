import { type Artifact, type Part, type Task, TaskState } from "@a2agen/a2a-1.0";
import { foldEntries, type TaskEntry } from "@a2agen/runtime/agent";
import { expectSame } from "./expect-same.ts";
import {
  agentMessage,
  artifactEntry,
  artifactOf,
  createTask,
  newTask,
  statusEntry,
  timeAt,
  userMessage,
} from "./samples.ts";
import type { StoreCheck } from "./store-check.ts";

export const readCases: readonly StoreCheck[] = [
  {
    name: "read gives nothing when there is no such task",
    async check({ store }) {
      await createTask(store, "t");
      expectSame(await store.read("none"), undefined, "read");
    },
  },
  {
    name: "a status takes the place of the one before, whose message goes to the history",
    async check({ store, replica }) {
      const { history = [] } = await createTask(store, "t");
      const asked = {
        state: TaskState.InputRequired,
        timestamp: timeAt(1),
        message: agentMessage("asked"),
      };
      const done = { state: TaskState.Completed, timestamp: timeAt(2), message: agentMessage("done") };
      await store.append("t", 0, [statusEntry("t", asked)]);
      await expectTask(replica, { status: asked, history }, "after the first status");
      await replica.append("t", 1, [{ message: userMessage("answer") }, statusEntry("t", done)]);
      const whole = [...history, userMessage("answer"), agentMessage("asked")];
      await expectTask(store, { status: done, history: whole }, "after the second status");
    },
  },
  {
    name: "the message of the status that a task begins with goes to the history as well",
    async check({ store }) {
      const given = newTask("t");
      const status = { ...given.task.status, message: agentMessage("begun") };
      await store.create({ scope: "scope", task: { id: "t", contextId: "context", status } });
      const working = { state: TaskState.Working, timestamp: timeAt(1) };
      await store.append("t", 0, [statusEntry("t", working)]);
      await expectTask(store, { status: working, history: [agentMessage("begun")] }, "after a status");
    },
  },
  {
    name: "an artifact is added, replaced in its place, or gets more parts with `append`",
    async check({ store, replica }) {
      const { status, history = [] } = await createTask(store, "t");
      const steps: readonly (readonly [TaskEntry, Artifact[]])[] = [
        [artifactEntry("t", artifactOf("a", "1")), [artifactOf("a", "1")]],
        [artifactEntry("t", artifactOf("b", "2"), true), [artifactOf("a", "1"), artifactOf("b", "2")]],
        [
          artifactEntry("t", { ...artifactOf("a", "3", "4"), name: "of a chunk" }, true),
          [artifactOf("a", "13", "4"), artifactOf("b", "2")],
        ],
        [
          artifactEntry("t", { ...artifactOf("a", "5"), name: "new" }, false),
          [{ ...artifactOf("a", "5"), name: "new" }, artifactOf("b", "2")],
        ],
        [
          artifactEntry("t", artifactOf("a", "6"), true),
          [{ ...artifactOf("a", "56"), name: "new" }, artifactOf("b", "2")],
        ],
      ];
      for (const [index, [entry, artifacts]] of steps.entries()) {
        await store.append("t", index, [entry]);
        await expectTask(replica, { status, history, artifacts }, `after entry ${index + 1}`);
      }
    },
  },
  {
    name: "metadata is merged into that of the task, and leaves its status as it is",
    async check({ store, replica }) {
      const { status, history = [] } = await createTask(store, "t");
      const update = { taskId: "t", contextId: "context", status };
      const first = { usage: { input: 1 }, model: "small", draft: true };
      await store.append("t", 0, [{ metadataUpdate: { ...update, metadata: first } }]);
      await expectTask(replica, { status, history, metadata: first }, "after the first metadata");
      const second = { usage: { output: 2 }, draft: null };
      await replica.append("t", 1, [{ metadataUpdate: { ...update, metadata: second } }]);
      const metadata = { usage: { output: 2 }, model: "small" };
      await expectTask(store, { status, history, metadata }, "after the second metadata");
      const { tasks } = await store.list({ scope: "scope", limit: 1, artifacts: false });
      expectSame(tasks[0]?.metadata, metadata, "metadata in a list");
    },
  },
  {
    name: "text that is appended to text of the same media type is one part with it",
    async check({ store, replica }) {
      const { status, history = [] } = await createTask(store, "t");
      const appended: readonly Part[] = [
        { text: "a" },
        { text: "b" },
        { text: "c", mediaType: "text/markdown" },
        { text: "d", mediaType: "text/markdown" },
        { text: "e", metadata: { of: "e" } },
        { text: "f" },
        { data: 1 },
        { text: "g", filename: "g.txt" },
        { text: "h" },
        { text: "i" },
      ];
      const entries = appended.map((part) => artifactEntry("t", { artifactId: "a", parts: [part] }, true));
      await store.append("t", 0, entries.slice(0, 1));
      await store.append("t", 1, entries.slice(1, 4));
      for (let version = 4; version < entries.length; version++) {
        await store.append("t", version, entries.slice(version, version + 1));
      }
      const parts = [
        { text: "ab" },
        { text: "cd", mediaType: "text/markdown" },
        { text: "e", metadata: { of: "e" } },
        { text: "f" },
        { data: 1 },
        { text: "g", filename: "g.txt" },
        { text: "hi" },
      ];
      const artifacts = [{ artifactId: "a", parts }];
      await expectTask(replica, { status, history, artifacts }, "after all pieces");
      const page = await replica.list({ scope: "scope", limit: 1, artifacts: true });
      expectSame(page.tasks[0]?.artifacts, artifacts, "artifacts of the list");
      expectSame(await replica.entries("t", 0), entries, "the log, which has the pieces");
    },
  },
  {
    name: "metadata of updates and requests to cancel do not change the task",
    async check({ store }) {
      const { status, history = [] } = await createTask(store, "t");
      const update = { taskId: "t", contextId: "context", metadata: { of: "the update" } };
      await store.append("t", 0, [
        { cancelRequest: { at: timeAt(1) } },
        { artifactUpdate: { ...update, artifact: artifactOf("a", "1"), lastChunk: true } },
      ]);
      await expectTask(store, { status, history, artifacts: [artifactOf("a", "1")] }, "after both");
      expectSame((await store.read("t"))?.version, 2, "version");
    },
  },
  {
    name: "read gives what folding the entries over the beginning gives",
    async check({ store, replica }) {
      for (let seed = 1; seed <= 10; seed++) {
        const id = `t-${seed}`;
        const beginning = await createTask(store, id);
        const entries = randomEntries(id, seed);
        for (let version = 0; version < entries.length; ) {
          const next = Math.min(version + 1 + (version % 3), entries.length);
          await store.append(id, version, entries.slice(version, next));
          version = next;
          const found = await replica.read(id);
          const expected = foldEntries(beginning, entries.slice(0, version));
          expectSame(
            found,
            { task: expected, version, scope: "scope" },
            `seed ${seed} at version ${version}`,
          );
        }
      }
    },
  },
  {
    name: "a task that was read is not changed by later entries",
    async check({ store }) {
      await createTask(store, "t");
      const append = [artifactEntry("t", artifactOf("a", "more"), true), { message: userMessage("m") }];
      await store.append("t", 0, append);
      const reads = [];
      const texts = [];
      for (let version = 2; version < 12; version += 2) {
        const stored = await store.read("t");
        const [listed] = (await store.list({ scope: "scope", limit: 1, artifacts: true })).tasks;
        const entries = await store.entries("t", 0);
        reads.push([stored, listed, entries]);
        texts.push(JSON.stringify([stored, listed, entries]));
        const status = { state: TaskState.Working, timestamp: timeAt(version), message: agentMessage("w") };
        await store.append(
          "t",
          version,
          version % 4 === 0 ? append : [statusEntry("t", status), ...append.slice(1)],
        );
      }
      for (const [index, read] of reads.entries()) {
        expectSame(JSON.stringify(read), texts[index], `read ${index}, after all entries`);
      }
    },
  },
];

async function expectTask(
  store: Parameters<typeof createTask>[0],
  parts: Partial<Task>,
  where: string,
): Promise<void> {
  expectSame((await store.read("t"))?.task, { id: "t", contextId: "context", ...parts }, `task ${where}`);
}

/** The same for the same seed. */
function randomEntries(id: string, seed: number): TaskEntry[] {
  let random = seed;
  const next = (bound: number): number => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    return (random >>> 16) % bound;
  };
  return Array.from({ length: 24 }, (_, index): TaskEntry => {
    switch (next(4)) {
      case 0: {
        const status = { state: TaskState.Working, timestamp: timeAt(index) };
        return statusEntry(id, next(2) === 0 ? status : { ...status, message: agentMessage(`s-${index}`) });
      }
      case 1:
        return { message: userMessage(`m-${index}`) };
      default:
        return artifactEntry(
          id,
          artifactOf(`a-${next(4)}`, ...Array.from({ length: 1 + next(3) }, String)),
          next(3) > 0,
        );
    }
  });
}
