import type { CallContext } from "../service/call-context.ts";
import type { StateMoves, SupportedExtension, ToldState } from "../service/extension-support.ts";
import { valueAt } from "../service/field-path.ts";
import type { Method } from "../service/method.ts";
import type { TaskRules } from "../service/protocol.ts";
import { isDecodeError } from "../service/request-error.ts";
import { untagged } from "../service/stream-progress.ts";

/** The number of tasks, or of what else has states, whose last state a host remembers. */
const mostTasks = 10_000;

interface Reported {
  readonly state: string;
  /** When it was reported: the number of states reported before. */
  readonly at: number;
}

/** The last states of a state machine that a host has reported for what has them, in this process. */
export class ReportedStates {
  readonly #machine: StateMoves;
  readonly #last = new Map<string, Reported>();
  #now = 0;

  constructor(machine: StateMoves) {
    this.#machine = machine;
  }

  get now(): number {
    return this.#now;
  }

  last(task: string): Reported | undefined {
    return this.#last.get(task);
  }

  /** Remembers a state, unless a later one was reported meanwhile. */
  add(task: string, state: string): void {
    const before = this.#last.get(task);
    if (before !== undefined && (before.state === state || !this.#machine.canReach(before.state, state)))
      return;
    this.#now += 1;
    this.#last.delete(task);
    this.#last.set(task, { state, at: this.#now });
    for (const [oldest] of this.#last) {
      if (this.#last.size <= mostTasks) break;
      this.#last.delete(oldest);
    }
  }
}

export interface OrderedCall {
  readonly extension: SupportedExtension & Required<Pick<SupportedExtension, "states" | "stateIn">>;
  readonly reported: ReportedStates;
  readonly method: Method;
  readonly tasks: TaskRules | undefined;
  readonly context: CallContext;
  /** Whether the client has moved the state of the task by its request. */
  readonly hasMoved?: boolean;
}

/** What an answer or an event is, beside its state. */
interface ToldEvent {
  readonly isFirst: boolean;
  /** What has the state, with its tenant: the task unless the data says; undefined where none is named. */
  readonly task: string | undefined;
  readonly isUpdate: boolean;
  readonly key: string | undefined;
}

/**
 * Checks the states in the answer or the events of one call. The answer, or the first event, may show the
 * task as it was some moves ago; from then on each state is one move from the one before.
 */
export class StateOrder {
  readonly #call: OrderedCall;
  readonly #begun: number;
  /** The states before, by what has them. */
  readonly #previous = new Map<string | undefined, { readonly state: string; readonly isFirst: boolean }>();
  #isFirst = true;

  constructor(call: OrderedCall) {
    this.#call = call;
    this.#begun = call.reported.now;
  }

  /** The problem of an answer or an event, if its state may not be there. */
  add(value: unknown): string | undefined {
    const { extension, reported, method } = this.#call;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    let told: ToldState | undefined;
    try {
      told = extension.stateIn(method.output.typeName, value);
    } catch (error) {
      if (!isDecodeError(error)) throw error;
      return `wrong data of ${extension.uri}: ${error.message}`;
    }
    if (told === undefined) return undefined;
    const { state, key } = told;
    const task = key === undefined ? this.#taskOf(value) : taskKey(this.#call.context, key);
    const problem = this.#problemOf(state, { isFirst, task, isUpdate: this.#isUpdate(value), key });
    this.#previous.set(key, { state, isFirst });
    if (problem === undefined && task !== undefined) reported.add(task, state);
    return problem;
  }

  /** Whether a value tells one change: an answer, or a whole task in a stream, may be some changes on. */
  #isUpdate(value: unknown): boolean {
    const { method, tasks } = this.#call;
    const event = untagged(value, tasks?.eventTag);
    return method.kind !== "unary" && valueAt(event, [tasks?.snapshot?.event ?? ""]) === undefined;
  }

  #problemOf(state: string, { isFirst, task, isUpdate, key }: ToldEvent): string | undefined {
    const { states: machine, uri } = this.#call.extension;
    const previous = this.#previous.get(key);
    const reaches = (from: string): boolean => machine.canReach(from, state);
    if (
      previous !== undefined &&
      !(previous.isFirst ? reaches(previous.state) : machine.canMove(previous.state, state, "agent"))
    )
      return `the state ${state} of ${uri} after ${previous.state}, ${describeNext(machine, previous.state)}`;
    const before = task === undefined ? undefined : this.#call.reported.last(task);
    if (before === undefined) {
      if (previous !== undefined || machine.initial === undefined || machine.initial.some(reaches))
        return undefined;
      return `the state ${state} of ${uri}, which no task comes to that begins with ${machine.initial.join(" or ")}`;
    }
    // From where the client's request has moved it, an update tells one move of the agent.
    const isMoved = isUpdate && this.#call.hasMoved === true && before.at === this.#begun;
    if (isMoved ? machine.canMove(before.state, state, "agent") : reaches(before.state)) return undefined;
    // A task as it was before, or an event of a stream that began before, may be late.
    const mayBeLate = isFirst || before.at > this.#begun;
    if (mayBeLate && machine.canReach(state, before.state)) return undefined;
    const where = isMoved ? "" : " in another call";
    return `the state ${state} of ${uri} after ${before.state}${where}, ${describeNext(machine, before.state)}`;
  }

  /** The task of an answer or an event, with its tenant; undefined where none is named. */
  #taskOf(value: unknown): string | undefined {
    const { tasks, context } = this.#call;
    if (tasks === undefined) return undefined;
    const found = untagged(value, tasks.eventTag);
    const whole = tasks.snapshot === undefined ? undefined : { [tasks.snapshot.event]: value };
    for (const event of [found, whole]) {
      for (const path of tasks.eventTaskIds) {
        const id = valueAt(event, path);
        if (typeof id === "string" && id !== "") return taskKey(context, id);
      }
    }
    return undefined;
  }
}

function taskKey({ tenant = "" }: CallContext, id: string): string {
  return JSON.stringify([tenant, id]);
}

/**
 * Whether a client moves the state of a task by its request, where the extension says who moves: by one move
 * of the client from the last state that this process knows of the task. A text is the problem of another.
 */
export function takeMove(request: unknown, call: OrderedCall): boolean | string {
  const { extension, reported, method, context } = call;
  const { states: machine, uri } = extension;
  if (machine.by === undefined) return false;
  const told = extension.stateIn(method.input.typeName, request);
  if (told === undefined) return false;
  const { state, task: id = "", key: named = id } = told;
  const key = named === "" ? undefined : taskKey(context, named);
  const last = key === undefined ? undefined : reported.last(key)?.state;
  if (key === undefined) {
    if (machine.initial === undefined || machine.initial.includes(state)) return false;
    return `the state ${state} of ${uri} without a task, which begins with ${machine.initial.join(" or ")}`;
  }
  if (last === undefined) {
    const { client } = machine.by;
    if (Object.values(client).some((next) => next?.includes(state))) return false;
    return `the state ${state} of ${uri}, to which no client moves`;
  }
  if (!machine.canMove(last, state, "client")) {
    const next = machine.by.client[last] ?? [];
    const allowed =
      next.length === 0
        ? "after which the client moves nowhere"
        : `after which the client moves to ${next.join(" or ")}`;
    return `the state ${state} of ${uri} after ${last}, ${allowed}`;
  }
  reported.add(key, state);
  return last !== state;
}

function describeNext({ moves }: StateMoves, state: string): string {
  const next = Object.hasOwn(moves, state) ? (moves[state] ?? []) : [];
  return `which may be followed by ${next.length === 0 ? "no other, for it is final" : next.join(" or ")}`;
}
