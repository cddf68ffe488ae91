import { copyJson } from "../../core/copy-json.ts";
import type { CallContext } from "../../service/index.ts";
import type { StoredTask } from "../contract/task-store.ts";
import { type AgentCore, findTask, readTask } from "../core/agent-core.ts";
import { invalidField, showText } from "../core/agent-errors.ts";
import { measure } from "../core/copy-measured.ts";
import { timeBefore } from "../core/status-time.ts";
import {
  type Message,
  Role,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamResponse,
} from "../generated/lf/a2a/v1/a2a_types.ts";
import { checkLost, followForCall, followSignal, followTask } from "../log/follow-task.ts";
import { checkRoom, openLog, toLogError } from "../log/open-log.ts";
import type { Beginning } from "../runs/begin-task.ts";
import type { Outcome } from "../runs/running-task.ts";
import type { Runs } from "../runs/runs.ts";
import { TaskRun } from "../runs/task-run.ts";
import type { TurnRequest } from "../runs/turn.ts";
import { showTask } from "./history.ts";
import { setPushConfig } from "./push-configs.ts";
import { isSameMessage, type Remembered, Repeats } from "./recent-messages.ts";
import { hashText } from "./text-hash.ts";

/** Takes the messages of clients (sections 3.1.1 and 3.1.2). */
export class MessageSender {
  readonly #core: AgentCore;
  readonly #runs: Runs<TaskRun>;
  readonly #repeats: Repeats;

  constructor(core: AgentCore, runs: Runs<TaskRun>) {
    this.#core = core;
    this.#runs = runs;
    this.#repeats = new Repeats(core.limits.repeatMs);
  }

  async send(request: SendMessageRequest, call: CallContext): Promise<SendMessageResponse> {
    const scope = this.#core.scopeOf(call);
    const outcome = await this.#take(request, call, scope);
    if (outcome.kind === "message") return { message: outcome.message };
    const { taskId } = outcome;
    const { returnImmediately, historyLength } = request.configuration ?? {};
    const { task } =
      returnImmediately === true
        ? (outcome.beginning ?? (await findTask(this.#core, scope, taskId)))
        : await this.#atRest(outcome, scope, call);
    return { task: showTask(task, historyLength) };
  }

  async *stream(
    request: SendMessageRequest,
    call: CallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const core = this.#core;
    const scope = core.scopeOf(call);
    const outcome = await this.#take(request, call, scope);
    if (outcome.kind === "message") {
      yield { message: outcome.message };
      return;
    }
    const { taskId } = outcome;
    const { task, version } = outcome.beginning ?? (await findTask(core, scope, taskId));
    const log = outcome.log ?? this.#runs.get(taskId)?.log;
    yield { task: showTask(task, request.configuration?.historyLength) };
    const { state } = task.status;
    const ends = core.states.isAtRest;
    yield* followForCall(core, { taskId, version, state, ends, call, log });
  }

  /** The task once it is terminal or interrupted, or as it is when its client has gone. */
  async #atRest(outcome: TaskOutcome, scope: string, call: CallContext): Promise<StoredTask> {
    const core = this.#core;
    const ends = core.states.isAtRest;
    const { taskId, log = this.#runs.get(taskId)?.log } = outcome;
    await log?.until(ends, call);
    if (log !== undefined) checkLost(log, call);
    const stored = await findTask(core, scope, taskId);
    const { version, task } = stored;
    const { state } = task.status;
    if (ends(state)) return stored;
    // It is at work elsewhere.
    const { signal, stop } = followSignal(core, call);
    try {
      const updates = followTask(core, { taskId, version, state, ends, signal });
      while ((await updates.next()).done !== true);
    } finally {
      stop();
    }
    return findTask(core, scope, taskId);
  }

  #take(request: SendMessageRequest, call: CallContext, scope: string): Promise<Outcome> {
    this.#runs.checkOpen();
    const { message } = request;
    checkMessage(message);
    this.#core.checkMediaTypes(message);
    if (request.configuration?.taskPushNotificationConfig !== undefined && this.#core.push === undefined) {
      throw this.#core.errors.pushNotSupported();
    }
    if (!this.#knowsRepeats(call)) {
      return this.#answer(request, { call, scope }).then(({ outcome }) => outcome);
    }
    return this.#repeats.once({ scope, message }, () => this.#answer(request, { call, scope }));
  }

  /**
   * Whether a message that is sent again is known. Callers without a name cannot be told apart, and one must
   * not be given what the message of another has made, though both say "m-1".
   */
  #knowsRepeats({ principal }: CallContext): boolean {
    return this.#core.limits.repeatMs > 0 && principal !== undefined;
  }

  #answer(request: SendMessageRequest, caller: Caller): Promise<Remembered> {
    const { taskId } = request.message;
    return taskId === undefined || taskId === ""
      ? this.#beginTask(request, caller)
      : this.#continueTask(request, taskId, caller);
  }

  async #beginTask(request: SendMessageRequest, { call, scope }: Caller): Promise<Remembered> {
    const { repeatMs } = this.#core.limits;
    const { message } = request;
    const since = this.#knowsRepeats(call) ? timeBefore(repeatMs) : undefined;
    let key = message.messageId;
    for (;;) {
      const taskId = crypto.randomUUID();
      const contextId = message.contextId || crypto.randomUUID();
      const turn = toTurnRequest(request, call, { taskId, contextId });
      const run = this.#makeRun({ taskId, contextId, scope, turn, stored: undefined });
      const outcome = await run.begin({
        repeat: since === undefined ? undefined : { key, since },
        prepare: this.#preparation(request, call)?.prepare,
      });
      if (outcome === undefined) throw new Error(`the task ${taskId} was continued before it began`);
      const isSame =
        outcome.kind === "message" ||
        outcome.taskId === taskId ||
        key !== message.messageId ||
        (await this.#beganWith(outcome.taskId, message));
      if (isSame) return remember(outcome, run.isAsked);
      // Clients should not give two messages one identifier, and some do.
      key = `${message.messageId}:${hashText(JSON.stringify(message))}`;
    }
  }

  /** Whether the first message of a task is a message that came again. */
  async #beganWith(taskId: string, message: Message): Promise<boolean> {
    const stored = await readTask(this.#core, taskId);
    const first = stored?.task.history?.[0];
    return first === undefined || isSameMessage(first, message);
  }

  async #continueTask(request: SendMessageRequest, taskId: string, caller: Caller): Promise<Remembered> {
    const preparation = this.#preparation(request, caller.call);
    try {
      return await this.#continue(request, taskId, { ...caller, prepare: preparation?.prepare });
    } catch (error) {
      await preparation?.undo();
      throw error;
    }
  }

  async #continue(
    request: SendMessageRequest,
    taskId: string,
    { call, scope, prepare }: Caller & Pick<Beginning, "prepare">,
  ): Promise<Remembered> {
    const core = this.#core;
    for (;;) {
      const stored = await findTask(core, scope, taskId);
      const contextId = stored.task.contextId ?? "";
      checkContext(request.message, contextId);
      const turn = toTurnRequest(request, call, { taskId, contextId });
      const known: Remembered = { outcome: { kind: "task", taskId, beginning: undefined }, size: undefined };
      if (core.limits.repeatMs > 0 && isKnown(stored, turn.message)) return known;
      const { state } = stored.task.status;
      if (core.states.isTerminal(state)) throw core.errors.taskEnded(taskId, state);
      const running = this.#runs.get(taskId);
      if (running !== undefined) {
        await running.begun;
        if (this.#runs.get(taskId) === running) {
          await prepare?.(taskId, running.log?.version ?? stored.version);
          const { log } = running;
          if (await running.enqueue(turn, measure(turn.message))) {
            return { ...known, outcome: { kind: "task", taskId, beginning: undefined, log } };
          }
        }
      } else if (core.states.isInterrupted(state)) {
        const run = this.#makeRun({ taskId, contextId, scope, turn, stored });
        const outcome = await run.begin({ repeat: undefined, prepare });
        if (outcome !== undefined) return remember(outcome, false);
      } else if (await this.#leaveMessage(stored, turn, prepare)) {
        return known;
      }
      // Something came in between.
      this.#runs.checkOpen();
    }
  }

  #makeRun({ taskId, contextId, scope, turn, stored }: RunInit): TaskRun {
    const run = new TaskRun({
      core: this.#core,
      runs: this.#runs,
      taskId,
      contextId,
      scope,
      request: turn,
      stored,
    });
    this.#runs.add(run);
    return run;
  }

  /** Leaves a message in the log of a task that is at work in another process. */
  async #leaveMessage(
    stored: StoredTask,
    turn: TurnRequest,
    prepare: Beginning["prepare"],
  ): Promise<boolean> {
    const core = this.#core;
    const { id } = stored.task;
    const size = measure(turn.message);
    const log = openLog(core, stored);
    let isLeft = false;
    await prepare?.(id, stored.version);
    try {
      await log.write(() => {
        isLeft = false;
        if (core.states.isAtRest(log.state)) return [];
        checkRoom(core, log, size);
        isLeft = true;
        return [{ message: turn.message }];
      });
    } catch (error) {
      throw toLogError(core, error, id);
    }
    return isLeft;
  }

  /** Sets the configuration that comes with a message: under one identifier, however often it is tried. */
  #preparation({ configuration }: SendMessageRequest, call: CallContext): Preparation | undefined {
    const config = configuration?.taskPushNotificationConfig;
    if (config === undefined) return undefined;
    const id = config.id || crypto.randomUUID();
    const { push } = this.#core;
    const field = "configuration.taskPushNotificationConfig";
    /** The task that has it, and had not. */
    let added: string | undefined;
    return {
      prepare: async (taskId, version) => {
        const isThere = added !== undefined || (await push?.get(taskId, id)) !== undefined;
        await setPushConfig(this.#core, { ...copyJson(config), id }, { taskId, version, call, field });
        if (!isThere) added = taskId;
      },
      undo: async () => {
        if (added !== undefined) await push?.delete(added, id);
      },
    };
  }
}

interface Preparation {
  readonly prepare: NonNullable<Beginning["prepare"]>;
  /** For a message that was not taken: its configuration is not kept. */
  undo(): Promise<void>;
}

type TaskOutcome = Extract<Outcome, { readonly kind: "task" }>;

interface Caller {
  readonly call: CallContext;
  readonly scope: string;
}

interface RunInit {
  readonly taskId: string;
  readonly contextId: string;
  readonly scope: string;
  readonly turn: TurnRequest;
  readonly stored: StoredTask | undefined;
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

/** The message as it is kept, in the order of the proto, so that it is sent as it is. */
function toTurnRequest(
  { message, configuration = {}, metadata = {} }: SendMessageRequest,
  call: CallContext,
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
      ...(own === undefined ? {} : { metadata: own }),
      ...(extensions === undefined ? {} : { extensions }),
      ...(referenceTaskIds === undefined ? {} : { referenceTaskIds }),
    },
    configuration,
    metadata,
    call,
  };
}

/** Whether a task has a message already: its client has sent it again. */
function isKnown({ task: { history = [] } }: StoredTask, message: Message): boolean {
  const { messageId } = message;
  const found = history.findLast((one) => one.messageId === messageId && one.role === Role.User);
  return found !== undefined && isSameMessage(found, message);
}

function remember(outcome: Outcome, isAsked: boolean): Remembered {
  if (outcome.kind === "message") return { outcome, size: measure(outcome.message) };
  // Its store knows the task; a look there comes after the author was asked.
  return { outcome, size: isAsked ? 100 : undefined };
}
