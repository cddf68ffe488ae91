import { defined } from "../../core/object.ts";
import type { CallContext, TraceCarrier } from "../../service/index.ts";
import type { StepRecord, TaskEntry, TurnRecord } from "../contract/task-entry.ts";
import type { StoredTask } from "../contract/task-store.ts";
import type { TaskStates } from "../core/task-states.ts";
import { Role } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { TurnRequest } from "./turn.ts";

/** A turn that has begun in another process and has not ended. */
export interface OpenTurn {
  readonly record: TurnRecord;
  readonly request: TurnRequest;
  /** Its steps that have returned, by name. */
  readonly steps: ReadonlyMap<string, StepRecord>;
  /** The messages that wait for their turn. */
  readonly waiting: readonly TurnRequest[];
  /** Whether a client asks to cancel the task. */
  readonly isCanceled: boolean;
}

export function recordTurn(
  { message, configuration, metadata, call, carrier }: TurnRequest,
  attempt: number,
): TurnRecord {
  const { method, binding, version, profile, extensions, activated, tenant, principal } = call;
  return {
    messageId: message.messageId,
    attempt,
    configuration,
    metadata,
    call: { method, binding, version, profile, extensions, activated, ...defined({ tenant, principal }) },
    ...defined({ carrier }),
  };
}

/** A message that waits for its turn. */
export function messageEntry({ message, carrier }: TurnRequest): TaskEntry {
  return { message, ...defined({ carrier }) };
}

/** The turn that a task at work is in, by its whole log; undefined if none was recorded. */
export function findOpenTurn(
  { task }: Pick<StoredTask, "task">,
  entries: readonly TaskEntry[],
  states: TaskStates,
): OpenTurn | undefined {
  const record = entries.findLast((entry) => "turn" in entry)?.turn;
  const { history = [] } = task;
  const message = history.findLast((one) => one.messageId === record?.messageId && one.role === Role.User);
  if (record === undefined || message === undefined) return undefined;
  const began = entries.findLastIndex((entry) => "turn" in entry && entry.turn.attempt === 1);
  const own = entries.slice(began);
  const { configuration, metadata, carrier } = record;
  const call = restoreCall(record);
  const { timestamp } = task.status;
  const isQueued = record.attempt === 0 && timestamp !== undefined;
  const since = isQueued ? performance.now() - (Date.now() - Date.parse(timestamp)) : undefined;
  return {
    record,
    request: { message, configuration, metadata, call, carrier, since },
    steps: new Map(own.flatMap((entry) => ("step" in entry ? [[entry.step.name, entry.step]] : []))),
    waiting: findWaiting(entries, states).map((waits) => ({
      ...waits,
      configuration: {},
      metadata: {},
      call: restoreCall({ call: record.call, carrier: waits.carrier }),
    })),
    isCanceled: own.some((entry) => "cancelRequest" in entry),
  };
}

/** The client's messages since the task went to work that have had no turn. */
function findWaiting(
  entries: readonly TaskEntry[],
  states: TaskStates,
): readonly Pick<TurnRequest, "message" | "carrier">[] {
  const isAtRest = (entry: TaskEntry): boolean =>
    "statusUpdate" in entry && states.isAtRest(entry.statusUpdate.status.state);
  const rest = entries.findLastIndex(isAtRest);
  const since = entries.slice(rest + 1);
  const work = rest < 0 ? 0 : since.findIndex((entry) => "statusUpdate" in entry);
  const begun = new Set(since.flatMap((entry) => ("turn" in entry ? [entry.turn.messageId] : [])));
  return since
    .slice(work)
    .flatMap((entry) => ("message" in entry ? [{ message: entry.message, carrier: entry.carrier }] : []))
    .filter(({ message: { role, messageId } }) => role === Role.User && !begun.has(messageId));
}

/**
 * The call of a turn in a process that did not receive it: without an answer, and without headers but those
 * of its trace.
 */
function restoreCall({
  call,
  carrier,
}: Pick<TurnRequest, "carrier"> & Pick<TurnRecord, "call">): CallContext {
  const { tenant, principal, ...own } = call;
  return {
    ...own,
    tenant,
    principal,
    signal: new AbortController().signal,
    header: (name) => carrier?.[name.toLowerCase() as keyof TraceCarrier],
    activate: () => undefined,
  };
}
