import { type Artifact, TaskState } from "@a2agen/a2a-1.0";
import { foldEntries, taskTimeKey } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldEntry, TaskFold } from "../../../../../packages/runtime/src/agent/store/task-fold.ts";
import { beginning, statusOf } from "../../../../shared/agent/store/samples.ts";
import { runs } from "../../../../shared/runs.ts";

type Task = ReturnType<TaskFold["toTask"]>;
type Entry = Parameters<TaskFold["add"]>[0];

const { task: begun } = beginning("t");
const update = { taskId: "t", contextId: "context" };
const said = (messageId: string): NonNullable<Task["history"]>[number] => ({
  messageId,
  role: "ROLE_AGENT",
  parts: [{ text: messageId }],
});
const made = (artifactId: string, ...texts: readonly string[]): Artifact => ({
  artifactId,
  parts: texts.map((text) => ({ text })),
});

describe("foldEntry", () => {
  const asked = { state: TaskState.InputRequired, timestamp: "2026-01-01T00:00:01Z", message: said("asked") };
  test.each<{ name: string; task?: Partial<Task>; entry: Entry; want: Partial<Task> }>([
    {
      name: "a status takes the place of the one before",
      entry: { statusUpdate: { ...update, status: asked, metadata: { of: "the update" } } },
      want: { status: asked },
    },
    {
      name: "the message of the status before goes to the end of the history",
      task: { status: asked, history: [said("m")] },
      entry: statusOf("t", "TASK_STATE_WORKING"),
      want: {
        status: { state: "TASK_STATE_WORKING", timestamp: "2026-01-01T00:00:01Z" },
        history: [said("m"), said("asked")],
      },
    },
    {
      name: "metadata takes the place of those of its keys, and null removes one",
      task: { status: asked, metadata: { a: 1, b: { c: 2 }, d: 3 } },
      entry: { metadataUpdate: { ...update, status: asked, metadata: { b: { e: 4 }, d: null } } },
      want: { status: asked, metadata: { a: 1, b: { e: 4 } } },
    },
    {
      name: "a message goes to the end of the history",
      task: { history: [said("m")] },
      entry: { message: said("n") },
      want: { history: [said("m"), said("n")] },
    },
    {
      name: "a new artifact follows the others, with `append` as without",
      task: { artifacts: [made("a", "1")] },
      entry: { artifactUpdate: { ...update, artifact: made("b", "2"), append: true, lastChunk: true } },
      want: { artifacts: [made("a", "1"), made("b", "2")] },
    },
    {
      name: "an artifact that is there is replaced in its place",
      task: { artifacts: [{ ...made("a", "1"), name: "old" }, made("b", "2")] },
      entry: { artifactUpdate: { ...update, artifact: made("a", "3") } },
      want: { artifacts: [made("a", "3"), made("b", "2")] },
    },
    {
      name: "with `append` the parts go on the artifact, which keeps the rest",
      task: { artifacts: [{ ...made("a", "1"), name: "kept" }, made("b", "2")] },
      entry: {
        artifactUpdate: { ...update, artifact: { ...made("a", "3", "4"), name: "other" }, append: true },
      },
      want: { artifacts: [{ ...made("a", "13", "4"), name: "kept" }, made("b", "2")] },
    },
    {
      name: "a request to cancel changes nothing",
      entry: { cancelRequest: { at: "2026-01-01T00:00:01Z" } },
      want: {},
    },
  ])("$name", ({ task = {}, entry, want }) => {
    const given = deepFreeze({ ...begun, metadata: { kept: true }, ...task });
    expect(foldEntry(given, deepFreeze(entry))).toEqual({ ...given, ...want });
  });

  test("an artifact of more parts than a call may have arguments takes more of them", () => {
    const many = Array.from({ length: 300_000 }, String);
    const append = (texts: readonly string[]): Entry => ({
      artifactUpdate: {
        ...update,
        artifact: { artifactId: "a", parts: texts.map((text) => ({ text })) },
        append: true,
      },
    });
    const task = foldEntries(begun, [append(many), append(many)]);
    // One less, for the last text and the next one are one.
    expect(task.artifacts?.[0]?.parts.length).toBe(599_999);
  });

  test("a task whose last metadata is removed has none", () => {
    const entry: Entry = { metadataUpdate: { ...update, status: asked, metadata: { a: null } } };
    expect(foldEntry({ ...begun, metadata: { a: 1 } }, entry)).toStrictEqual(begun);
  });

  test("artifacts may be called as properties of objects are", () => {
    const names = ["__proto__", "constructor", "toString", ""];
    const entries = [...names, ...names].map(
      (name): Entry => ({ artifactUpdate: { ...update, artifact: made(name, "x"), append: true } }),
    );
    expect(foldEntries(begun, entries).artifacts).toEqual(names.map((name) => made(name, "xx")));
    expect(({} as Record<string, unknown>)["artifactId"]).toBeUndefined();
  });
});

describe("TaskFold", () => {
  const text = fc.string({ maxLength: 3 });
  const marked = fc.record(
    {
      text,
      mediaType: fc.constantFrom("text/plain", "text/html"),
      filename: fc.constant("a.txt"),
      metadata: fc.constant({ of: "the part" }),
    },
    { requiredKeys: ["text"], noNullPrototype: true },
  );
  const part = fc.oneof(fc.record({ text }), marked, fc.record({ data: fc.integer() }));
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });
  const message = fc.integer({ min: 0, max: 99 }).map((number) => said(`m-${number}`));
  const status = fc.record(
    {
      state: fc.constantFrom(...Object.values(TaskState)),
      message,
      timestamp: fc.constant("2026-01-01T00:00:00Z"),
    },
    { requiredKeys: ["state"], noNullPrototype: true },
  );
  const artifact = fc.record({ artifactId: fc.constantFrom("a", "b", "__proto__"), parts });
  const entry: fc.Arbitrary<Entry> = fc.oneof(
    status.map((given): Entry => ({ statusUpdate: { ...update, status: given } })),
    fc
      .tuple(artifact, fc.boolean())
      .map(([given, append]): Entry => ({ artifactUpdate: { ...update, artifact: given, append } })),
    message.map((given): Entry => ({ message: given })),
    fc.constant<Entry>({ cancelRequest: { at: "2026-01-01T00:00:00Z" } }),
  );

  test("gives at every entry what a plain fold gives, and what it gave stays as it is", {
    tags: "thorough",
  }, () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), fc.array(fc.boolean()), (entries, reads) => {
        const fold = new TaskFold(deepFreeze(begun));
        const given: { readonly task: Task; readonly text: string }[] = [];
        let expected = begun;
        for (const [index, next] of entries.entries()) {
          fold.add(deepFreeze(next));
          expected = plainFold(expected, next);
          if (reads[index % Math.max(reads.length, 1)] === false) continue;
          const task = fold.toTask();
          expect(task).toEqual(expected);
          const { artifacts: _, ...rest } = expected;
          expect(fold.toTaskWithoutArtifacts()).toEqual(rest);
          given.push({ task, text: JSON.stringify(task) });
        }
        expect(fold.toTask()).toEqual(expected);
        expect(foldEntries(begun, entries)).toEqual(expected);
        expect(given.map(({ task }) => JSON.stringify(task))).toEqual(given.map(({ text }) => text));
      }),
      { numRuns: runs(100), verbose: true },
    );
  });
});

test("times compare by their keys as they do in time", () => {
  const times = [
    undefined,
    "2025-12-31T23:59:59.999999999Z",
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.000000001Z",
    "2026-01-01T00:00:00.09Z",
    "2026-01-01T00:00:00.1Z",
    "2026-01-01T00:00:00.101Z",
    "2026-01-01T00:00:01.5Z",
    "2026-01-01T00:00:10Z",
  ];
  const keys = times.map(taskTimeKey);
  expect(keys.toSorted()).toEqual(keys);
  expect(new Set(keys).size).toBe(times.length);
  const same = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.0Z", "2026-01-01T00:00:00.000000Z"];
  expect(same.map(taskTimeKey)).toEqual(Array.from(same, () => "2026-01-01T00:00:00"));
  expect(taskTimeKey("2026-01-01T00:00:10.120Z")).toBe("2026-01-01T00:00:10.12");
});

/** As the rules say it, at whatever cost. */
function plainFold(task: Task, entry: Entry): Task {
  if ("message" in entry) return { ...task, history: [...(task.history ?? []), entry.message] };
  if ("statusUpdate" in entry) {
    const { message } = task.status;
    const moved = message === undefined ? task : plainFold(task, { message });
    return { ...moved, status: entry.statusUpdate.status };
  }
  if (!("artifactUpdate" in entry)) return task;
  const { artifact, append } = entry.artifactUpdate;
  const artifacts = task.artifacts ?? [];
  if (!artifacts.some(({ artifactId }) => artifactId === artifact.artifactId)) {
    return { ...task, artifacts: [...artifacts, artifact] };
  }
  return {
    ...task,
    artifacts: artifacts.map((there) => {
      if (there.artifactId !== artifact.artifactId) return there;
      return append === true ? { ...there, parts: plainAppend(there.parts, artifact.parts) } : artifact;
    }),
  };
}

function plainAppend(there: Artifact["parts"], added: Artifact["parts"]): Artifact["parts"] {
  const last = there.at(-1);
  const [first, ...rest] = added;
  if (last?.text === undefined || first?.text === undefined) return [...there, ...added];
  const isAlone = [last, first].some(
    ({ filename, metadata }) => filename !== undefined || metadata !== undefined,
  );
  if (isAlone || last.mediaType !== first.mediaType) return [...there, ...added];
  return [...there.slice(0, -1), { ...last, text: last.text + first.text }, ...rest];
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const child of Object.values(value)) deepFreeze(child);
    Object.freeze(value);
  }
  return value;
}
