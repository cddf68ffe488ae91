import { TaskState } from "@a2agen/a2a-1.0";
import {
  type CompactionPolicy,
  isTaskStoreError,
  type NewTask,
  type RetentionPolicy,
  type TaskEntry,
  type TaskQuery,
  type TaskStore,
} from "@a2agen/runtime/agent";
import fc from "fast-check";

/** What is done to a store. */
export type Operation =
  | { readonly do: "create"; readonly task: NewTask }
  | { readonly do: "append"; readonly id: string; readonly behind: number; readonly entries: TaskEntry[] }
  | { readonly do: "keep"; readonly id: string; readonly state?: Written; readonly memory?: Written }
  | { readonly do: "read"; readonly id: string }
  | { readonly do: "entries"; readonly id: string; readonly after: number; readonly limit: number }
  | { readonly do: "list"; readonly query: TaskQuery }
  | { readonly do: "expire"; readonly old: RetentionPolicy & { readonly dryRun: boolean } }
  | { readonly do: "compact"; readonly logs: CompactionPolicy }
  | { readonly do: "delete"; readonly id: string };

/** A value for the state of a task or the memory of its context, at a version so far behind. */
interface Written {
  readonly behind: number;
  readonly value: number;
}

const kept = fc.record({ behind: fc.constantFrom(0, 0, 1), value: fc.nat(9) }, { noNullPrototype: true });
const id = fc.constantFrom("a", "b", "c", "d", "__proto__");
const scope = fc.constantFrom("s", "t");
const contextId = fc.constantFrom("c-1", "c-2");
const state = fc.constantFrom(TaskState.Working, TaskState.InputRequired, TaskState.Completed);
const time = fc
  .constantFrom("00Z", "00.5Z", "00.50Z", "01Z", "01.000000001Z")
  .map((end) => `2026-01-01T00:00:${end}`);
const message = fc
  .integer({ min: 0, max: 9 })
  .map((number) => ({ messageId: `m-${number}`, role: "ROLE_AGENT" as const, parts: [{ text: "text" }] }));
const status = fc.record(
  { state, timestamp: time, message },
  { requiredKeys: ["state", "timestamp"], noNullPrototype: true },
);
const update = { taskId: "t", contextId: "c" };
const entry: fc.Arbitrary<TaskEntry> = fc.oneof(
  status.map((given) => ({ statusUpdate: { ...update, status: given } })),
  fc.tuple(fc.constantFrom("x", "__proto__"), fc.boolean()).map(([artifactId, append]) => ({
    artifactUpdate: { ...update, artifact: { artifactId, parts: [{ text: "part" }] }, append },
  })),
  message.map((given) => ({ message: given })),
  fc.constantFrom({ k: 1 }, { k: null }, { l: { m: 2 } }).map((metadata) => ({
    metadataUpdate: { ...update, status: { state: TaskState.Working }, metadata },
  })),
);
const newTask: fc.Arbitrary<NewTask> = fc.record(
  {
    task: fc.record({ id, contextId, status }, { noNullPrototype: true }),
    scope,
    idempotency: fc.record({ key: fc.constantFrom("k", "l"), since: time }, { noNullPrototype: true }),
    entries: fc.array(fc.constant({ cancelRequest: { at: "2026-01-01T00:00:00Z" } }), { maxLength: 2 }),
  },
  { requiredKeys: ["task", "scope"], noNullPrototype: true },
);
const query: fc.Arbitrary<TaskQuery> = fc.record(
  {
    scope,
    contextId,
    state,
    since: time,
    after: fc.record({ time, id }, { noNullPrototype: true }),
    limit: fc.integer({ min: 1, max: 4 }),
    artifacts: fc.constant(true),
  },
  { requiredKeys: ["scope", "limit", "artifacts"], noNullPrototype: true },
);

const old = {
  before: time,
  states: fc.constantFrom([TaskState.Completed], [TaskState.Working, TaskState.InputRequired]),
  limit: fc.integer({ min: 1, max: 3 }),
};
const retentionPolicy: fc.Arbitrary<RetentionPolicy & { readonly dryRun: boolean }> = fc.record(
  { ...old, dryRun: fc.boolean() },
  { requiredKeys: ["before", "limit", "dryRun"], noNullPrototype: true },
);
const compactionPolicy: fc.Arbitrary<CompactionPolicy> = fc.record(
  { ...old, entries: fc.integer({ min: 1, max: 3 }) },
  { requiredKeys: ["before", "limit", "entries"], noNullPrototype: true },
);

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  newTask.map((task): Operation => ({ do: "create", task })),
  fc
    .tuple(id, fc.constantFrom(0, 0, 0, 1, -1), fc.array(entry, { maxLength: 3 }))
    .map(([given, behind, entries]): Operation => ({ do: "append", id: given, behind, entries })),
  fc
    .record(
      {
        id,
        state: kept,
        memory: kept,
      },
      { requiredKeys: ["id"], noNullPrototype: true },
    )
    .map((given): Operation => ({ do: "keep", ...given })),
  id.map((given): Operation => ({ do: "read", id: given })),
  fc
    .tuple(id, fc.nat(6), fc.integer({ min: 1, max: 4 }))
    .map(([given, after, limit]): Operation => ({ do: "entries", id: given, after, limit })),
  query.map((given): Operation => ({ do: "list", query: given })),
  retentionPolicy.map((given): Operation => ({ do: "expire", old: given })),
  compactionPolicy.map((given): Operation => ({ do: "compact", logs: given })),
  id.map((given): Operation => ({ do: "delete", id: given })),
);

/** What came of it, or the problem with which it was refused. */
export async function perform(store: TaskStore, operation: Operation): Promise<unknown> {
  try {
    return await run(store, operation);
  } catch (error) {
    if (isTaskStoreError(error)) return error.problem;
    throw error;
  }
}

async function run(store: TaskStore, operation: Operation): Promise<unknown> {
  switch (operation.do) {
    case "create":
      return store.create(operation.task);
    case "append": {
      const { version = 0 } = (await store.read(operation.id)) ?? {};
      return store.append(operation.id, version - operation.behind, operation.entries);
    }
    case "keep":
      return keep(store, operation);
    case "read":
      return [await store.read(operation.id), await store.state?.ofTask(operation.id), await memories(store)];
    case "entries":
      return store.entries(operation.id, operation.after, operation.limit);
    case "list":
      return store.list(operation.query);
    case "expire":
      return store.expire?.(operation.old);
    case "compact":
      return store.compact?.(operation.logs);
    case "delete":
      return store.delete(operation.id);
  }
}

async function keep(
  store: TaskStore,
  { id, state, memory }: Extract<Operation, { readonly do: "keep" }>,
): Promise<number> {
  const { version = 0, scope = "", task } = (await store.read(id)) ?? {};
  const found = await store.state?.ofContext({ scope, contextId: task?.contextId ?? "" });
  const { version: seen = 0 } = (await store.state?.ofTask(id)) ?? {};
  return store.append(id, version, [], undefined, {
    ...(state !== undefined && { state: { version: seen - state.behind, values: { value: state.value } } }),
    ...(memory !== undefined && {
      memory: { version: (found?.version ?? 0) - memory.behind, values: { value: memory.value } },
    }),
  });
}

/** Those of all contexts. */
function memories(store: TaskStore): Promise<readonly unknown[]> {
  const contexts = ["s", "t"].flatMap((of) => ["c-1", "c-2"].map((contextId) => ({ scope: of, contextId })));
  return Promise.all(contexts.map(async (context) => store.state?.ofContext(context)));
}
