import { copyJson } from "../../core/copy-json.ts";
import { measure } from "../../core/measure.ts";
import { abortable } from "../../core/time.ts";
import { type CallContext, isCallError } from "../../service/index.ts";
import { wakesMember } from "../authoring/message-before.ts";
import type { StoredTask } from "../contract/task-store.ts";
import { type AgentCore, findTask, readTask } from "../core/agent-core.ts";
import { invalidField, showText } from "../core/agent-errors.ts";
import { timeBefore } from "../core/status-time.ts";
import {
  type Message,
  Role,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamResponse,
} from "../generated/lf/a2a/v1/a2a_types.ts";
import { generationFor } from "../log/count-task.ts";
import { markEvent } from "../log/event-place.ts";
import { checkExpected, type ExpectedGeneration, readExpected } from "../log/expected-generation.ts";
import {
  checkLost,
  type FollowCallInit,
  followForCall,
  followSignal,
  followTask,
} from "../log/follow-task.ts";
import { checkRoom, openLog, toLogError } from "../log/open-log.ts";
import type { LiveHold } from "../runs/live-hold.ts";
import { messageEntry } from "../runs/open-turn.ts";
import type { MessagePush, Outcome, StartOptions, TaskOutcome } from "../runs/outcome.ts";
import type { Runs } from "../runs/runs.ts";
import { TaskRun } from "../runs/task-run.ts";
import type { RunPlace, TurnRequest } from "../runs/turn.ts";
import type { TurnQueue } from "../runs/turn-queue.ts";
import { answerTask, type Lengths } from "./answer-task.ts";
import { completePushConfig, reach, setPushConfig } from "./push-configs.ts";
import { type Answer, isSameMessage, RecentMessages } from "./recent-messages.ts";
import { hashText } from "./text-hash.ts";

/** Accepts the messages of clients (sections 3.1.1 and 3.1.2). */
export class MessageSender {
  readonly #core: AgentCore;
  readonly #runs: Runs;
  /** Undefined if everything begins at once. */
  readonly #queue: TurnQueue | undefined;
  readonly #recent: RecentMessages;

  constructor(core: AgentCore, runs: Runs, queue: TurnQueue | undefined) {
    this.#core = core;
    this.#runs = runs;
    this.#queue = queue;
    this.#recent = new RecentMessages(core.limits.dedupeMs);
  }

  async send(request: SendMessageRequest, call: CallContext): Promise<SendMessageResponse> {
    const scope = this.#core.scopeOf(call);
    const outcome = await this.accept(request, { call, scope });
    if (outcome.kind === "message") return { message: outcome.message };
    const { taskId } = outcome;
    const { configuration: lengths } = request;
    const stored =
      lengths?.returnImmediately === true
        ? (outcome.before ?? (await findTask(this.#core, scope, taskId)))
        : await this.#untilAtRest(outcome, scope, call);
    return { task: await answerTask(this.#core, stored, { call, lengths }) };
  }

  async *stream(
    request: SendMessageRequest,
    call: CallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const outcome = await this.accept(request, { call, scope: this.#core.scopeOf(call) });
    const ends = this.#core.states.isAtRest;
    yield* this.follow(outcome, { call, ends, lengths: request.configuration });
  }

  /** Begins a turn of a task at rest that no client has asked for; a task that has ended stays as it is. */
  async wake(
    taskId: string,
    given: Pick<Message, "messageId" | "parts" | "metadata">,
    call: CallContext,
  ): Promise<void> {
    const core = this.#core;
    const stored = await readTask(core, taskId);
    if (stored === undefined || core.states.isTerminal(stored.task.status.state)) return;
    const metadata = { ...given.metadata, [wakesMember]: true };
    const message: Message = { ...given, role: Role.User, taskId, metadata };
    checkMessage(message);
    try {
      await this.#continueTask({ message }, taskId, { call, scope: stored.scope, isOnce: true });
    } catch (error) {
      const ended = await readTask(core, taskId);
      if (ended !== undefined && !core.states.isTerminal(ended.task.status.state)) throw error;
    }
  }

  /** The events of a message's outcome. */
  async *follow(
    outcome: Outcome,
    { call, lengths, ends, ...more }: FollowOutcome,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const core = this.#core;
    if (outcome.kind === "message") {
      yield { message: outcome.message };
      return;
    }
    const { taskId } = outcome;
    const stored = outcome.before ?? (await findTask(core, core.scopeOf(call), taskId));
    const { task, version } = stored;
    const log = outcome.log ?? this.#runs.get(taskId)?.log;
    const generation = await generationFor(core, call, stored);
    const shown = await answerTask(core, stored, { call, lengths });
    markEvent(call, version, version);
    yield { task: shown };
    const { state } = task.status;
    yield* followForCall(core, { taskId, version, state, ends, call, log, generation, ...more });
  }

  /** The task once it is terminal or interrupted, or as it is when its client leaves. */
  async #untilAtRest(outcome: TaskOutcome, scope: string, call: CallContext): Promise<StoredTask> {
    const core = this.#core;
    const ends = core.states.isAtRest;
    const { taskId, log = this.#runs.get(taskId)?.log } = outcome;
    await log?.until(ends, call);
    if (log !== undefined) checkLost(log, call);
    const stored = await findTask(core, scope, taskId);
    const { version, task } = stored;
    const { state } = task.status;
    if (ends(state)) return stored;
    // Another process is at work on it.
    const { signal, stop } = followSignal(core, call);
    try {
      const updates = followTask(core, { taskId, version, state, ends, signal });
      while ((await updates.next()).done !== true);
    } finally {
      stop();
    }
    return findTask(core, scope, taskId);
  }

  /** Begins or continues a task with a message, or gets its reply. */
  accept(request: SendMessageRequest, caller: Caller): Promise<Outcome> {
    const { call, scope } = caller;
    this.#runs.checkOpen();
    const { message } = request;
    checkMessage(message);
    this.#core.checkMediaTypes(message, call);
    if (request.configuration?.taskPushNotificationConfig !== undefined && this.#core.push === undefined) {
      throw this.#core.errors.pushNotSupported();
    }
    if (!this.#detectsRepeats(call)) {
      return this.#answer(request, caller).then(({ outcome }) => outcome);
    }
    return this.#recent.once({ scope, message }, () => this.#answer(request, caller));
  }

  /**
   * Whether repeated messages are detected. Anonymous callers cannot be distinguished, and must not receive
   * each other's tasks only because both sent a message "m-1".
   */
  #detectsRepeats({ principal }: CallContext): boolean {
    return this.#core.limits.dedupeMs > 0 && principal !== undefined;
  }

  #answer(request: SendMessageRequest, caller: Caller): Promise<Answer> {
    const { taskId } = request.message;
    return taskId === undefined || taskId === ""
      ? this.#beginTask(request, caller)
      : this.#continueTask(request, taskId, caller);
  }

  async #beginTask(request: SendMessageRequest, { call, scope, hold }: Caller): Promise<Answer> {
    const { dedupeMs } = this.#core.limits;
    const { message } = request;
    const since = this.#detectsRepeats(call) ? timeBefore(dedupeMs) : undefined;
    let key = message.messageId;
    for (;;) {
      const taskId = crypto.randomUUID();
      const contextId = message.contextId || crypto.randomUUID();
      const turn = toTurnRequest(request, { call, hold, core: this.#core }, { taskId, contextId });
      const options: StartOptions = {
        idempotency: since === undefined ? undefined : { key, since },
        push: this.#pushOf(request, call),
      };
      const place = { taskId, contextId, scope };
      const run = this.#queue?.isBusy === true ? undefined : this.#addRun(place, turn, undefined);
      const outcome = await (run?.start(options) ?? this.#queue?.add(place, turn, options));
      if (outcome === undefined) throw new Error(`the task ${taskId} was continued before it began`);
      const isSame =
        outcome.kind === "message" ||
        outcome.taskId === taskId ||
        key !== message.messageId ||
        (await this.#beganWith(outcome.taskId, message));
      if (isSame) return toAnswer(outcome, run?.hasPromised === true);
      // Some clients give two messages one identifier.
      key = `${message.messageId}:${hashText(JSON.stringify(message))}`;
    }
  }

  /** Whether a task began with the same message. */
  async #beganWith(taskId: string, message: Message): Promise<boolean> {
    const stored = await readTask(this.#core, taskId);
    const first = stored?.task.history?.[0];
    return first === undefined || isSameMessage(first, message);
  }

  async #continueTask(request: SendMessageRequest, taskId: string, caller: Caller): Promise<Answer> {
    const push = this.#pushOf(request, caller.call);
    try {
      return await this.#continue(request, taskId, { ...caller, push });
    } catch (error) {
      if (!mayBeKept(error)) await push?.undo();
      throw error;
    }
  }

  async #continue(
    request: SendMessageRequest,
    taskId: string,
    { call, scope, hold, waits, isOnce, push }: Caller & Pick<StartOptions, "push">,
  ): Promise<Answer> {
    const core = this.#core;
    for (;;) {
      const stored = await findTask(core, scope, taskId);
      const contextId = stored.task.contextId ?? "";
      checkContext(request.message, contextId);
      const turn = toTurnRequest(request, { call, hold, core }, { taskId, contextId });
      const repeated: Answer = { outcome: { kind: "task", taskId, before: undefined }, size: undefined };
      if ((isOnce === true || core.limits.dedupeMs > 0) && hasMessage(stored, turn.message)) return repeated;
      const { state } = stored.task.status;
      if (core.states.isTerminal(state)) throw core.errors.taskEnded(taskId, state);
      const running = this.#runs.get(taskId);
      if (running !== undefined) {
        await (waits === true ? abortable(running.room(), call.signal) : running.started);
        if (this.#runs.get(taskId) === running) {
          await push?.set(taskId, running.log?.version ?? stored.version);
          const { log } = running;
          const expected = log && (await readExpected(core, { ...turn, taskId, log }));
          if (await running.enqueue({ ...turn, expected }, measure(turn.message))) {
            return { ...repeated, outcome: { kind: "task", taskId, before: undefined, log } };
          }
        }
      } else if (core.states.isInterrupted(state)) {
        const expected = await this.#readExpected(stored, turn);
        const run = this.#addRun({ taskId, contextId, scope }, { ...turn, expected }, stored);
        const outcome = await run.start({ idempotency: undefined, push });
        if (outcome !== undefined) return toAnswer(outcome, false);
      } else if (await this.#forward(stored, turn, push)) {
        return repeated;
      }
      // The task has changed in between.
      this.#runs.checkOpen();
    }
  }

  #addRun(place: RunPlace, request: TurnRequest, stored: StoredTask | undefined): TaskRun {
    const core = this.#core;
    const run = new TaskRun({ core, place, request, stored, onEnd: (ended) => this.#runs.remove(ended) });
    this.#runs.add(run);
    return run;
  }

  /** What a message expects of a task whose log is opened as it was read. */
  #readExpected({ task, version }: StoredTask, turn: TurnRequest): Promise<ExpectedGeneration | undefined> {
    return readExpected(this.#core, { ...turn, taskId: task.id, log: { version, changes: 0 } });
  }

  /** Appends a message to the log of a task at work in another process; false if it is at rest. */
  async #forward(stored: StoredTask, turn: TurnRequest, push: StartOptions["push"]): Promise<boolean> {
    const core = this.#core;
    const { id } = stored.task;
    const size = measure(turn.message);
    const log = openLog(core, stored);
    let isForwarded = false;
    const expected = await this.#readExpected(stored, turn);
    await push?.set(id, stored.version);
    try {
      await log.write(() => {
        isForwarded = false;
        if (core.states.isAtRest(log.state)) return [];
        checkExpected(core, { taskId: id, log, expected });
        checkRoom(core, log, size);
        isForwarded = true;
        return [messageEntry(turn)];
      });
    } catch (error) {
      throw toLogError(core, error, id);
    }
    return isForwarded;
  }

  /** The push configuration of a message: under one identifier, however often it is tried. */
  #pushOf({ configuration }: SendMessageRequest, call: CallContext): RevocablePush | undefined {
    const given = configuration?.taskPushNotificationConfig;
    if (given === undefined) return undefined;
    const core = this.#core;
    const { push } = core;
    const config = { ...copyJson(given), id: given.id || crypto.randomUUID() };
    const field = "configuration.taskPushNotificationConfig";
    /** The task to which the configuration was added. */
    let added: string | undefined;
    const findConfig = async (taskId: string) => push && reach(core, taskId, push.get(taskId, config.id));
    return {
      admit(taskId, version) {
        const webhook = completePushConfig(core, config, { taskId, version, call, field });
        const room = push?.admit?.(webhook);
        return room && { webhook, room };
      },
      added: () => push?.added?.(),
      async set(taskId, version) {
        const isThere = added !== undefined || (await findConfig(taskId)) !== undefined;
        await setPushConfig(core, config, { taskId, version, call, field });
        if (!isThere) added = taskId;
      },
      async undo() {
        if (added === undefined) return;
        try {
          await push?.delete(added, config.id);
        } catch (error) {
          // The message is refused anyway.
          core.report(error, { taskId: added, activity: "store" });
        }
      },
    };
  }
}

interface RevocablePush extends MessagePush {
  /** Removes the configuration of a message that was refused. */
  undo(): Promise<void>;
}

export interface Caller {
  readonly call: CallContext;
  readonly scope: string;
  /** Of a client that may send more. */
  readonly hold?: LiveHold | undefined;
  /** Whether the message waits while too many others wait for their turn. */
  readonly waits?: boolean;
  /** Whether a message that comes again is dropped whatever `dedupeMs` says. */
  readonly isOnce?: boolean;
}

type FollowOutcome = Pick<FollowCallInit, "call" | "ends" | "until" | "own"> & {
  readonly lengths?: Lengths | undefined;
};

/**
 * Whether a failed message may be in the log anyway: the failing store may have written it.
 */
function mayBeKept(error: unknown): boolean {
  return !isCallError(error) || error.status === "UNAVAILABLE" || error.status === "INTERNAL";
}

function checkMessage({ messageId, role }: Message): void {
  if (messageId === "")
    throw invalidField("message.messageId", "expected an identifier, found an empty text");
  if (role !== Role.User) {
    throw invalidField("message.role", `expected ${Role.User}, for clients send messages, found ${role}`);
  }
}

function checkContext({ contextId }: Message, own: string): void {
  if (contextId === undefined || contextId === "" || contextId === own) return;
  throw invalidField(
    "message.contextId",
    `expected the context of the task, ${showText(own)}, or none, found ${showText(contextId)}`,
  );
}

/** The message as the task keeps it: in the order of the proto, so that the codec sends it unchanged. */
function toTurnRequest(
  { message, configuration = {}, metadata = {} }: SendMessageRequest,
  { call, hold, core: { observer } }: Pick<Caller, "call" | "hold"> & { readonly core: AgentCore },
  { taskId, contextId }: { readonly taskId: string; readonly contextId: string },
): TurnRequest {
  const { messageId, role, parts, metadata: own, extensions, referenceTaskIds } = message;
  return {
    message: {
      messageId,
      contextId,
      taskId,
      role,
      parts,
      ...(own !== undefined && { metadata: own }),
      ...(extensions !== undefined && { extensions }),
      ...(referenceTaskIds !== undefined && { referenceTaskIds }),
    },
    configuration,
    metadata,
    call,
    hold,
    ...(observer && { carrier: observer.carrier(), since: performance.now() }),
  };
}

/**
 * Whether a task has a message already, which its client has then sent again. Not the first one, with which
 * the task began: a message that names the task is another one.
 */
function hasMessage({ task: { history = [] } }: StoredTask, message: Message): boolean {
  const { messageId } = message;
  const found = history.slice(1).findLast((one) => one.messageId === messageId && one.role === Role.User);
  return found !== undefined && isSameMessage(found, message);
}

function toAnswer(outcome: Outcome, hasPromised: boolean): Answer {
  if (outcome.kind === "message") return { outcome, size: measure(outcome.message) };
  // The store detects repeated messages of tasks, but only after a promise of the author.
  return { outcome, size: hasPromised ? 100 : undefined };
}
