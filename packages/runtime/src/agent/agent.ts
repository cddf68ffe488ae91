import { callHook } from "../core/call-hook.ts";
import type { Codec, JsonEmpty } from "../core/index.ts";
import { defined } from "../core/object.ts";
import { sleep } from "../core/time.ts";
import type { NamedExtensions } from "../extensions/named-extensions.ts";
import type { SupportedExtension } from "../service/extension-support.ts";
import type { CallContext, Method, ServiceDefinition } from "../service/index.ts";
import { guardObserver } from "../service/observe.ts";
import { answerTask } from "./calls/answer-task.ts";
import { cancelTask } from "./calls/cancel-task.ts";
import { getTask } from "./calls/get-task.ts";
import { listTasks } from "./calls/list-tasks.ts";
import { PushConfigs } from "./calls/push-configs.ts";
import { LiveCall, type LiveRequest } from "./calls/send-live-message.ts";
import { MessageSender } from "./calls/send-message.ts";
import { resolveAgentLimits } from "./contract/agent-limits.ts";
import type { AgentOptions, ErrorPlace } from "./contract/agent-options.ts";
import type { Execute } from "./contract/execute.ts";
import type { PushSource, PushTranslation } from "./contract/push-notifier.ts";
import { type AgentCore, findTask } from "./core/agent-core.ts";
import { createAgentErrors } from "./core/agent-errors.ts";
import { Deadlines } from "./core/deadlines.ts";
import { createMediaTypeCheck } from "./core/media-types.ts";
import { readTaskStates } from "./core/task-states.ts";
import { createTurnViews } from "./core/turn-views.ts";
import {
  type AgentCard,
  type CancelTaskRequest,
  type DeleteTaskPushNotificationConfigRequest,
  type GetExtendedAgentCardRequest,
  type GetTaskPushNotificationConfigRequest,
  type GetTaskRequest,
  type ListTaskPushNotificationConfigsRequest,
  type ListTaskPushNotificationConfigsResponse,
  type ListTasksRequest,
  type ListTasksResponse,
  type Message,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamResponse,
  type SubscribeToTaskRequest,
  type Task,
  type TaskPushNotificationConfig,
  TaskState,
} from "./generated/lf/a2a/v1/a2a_types.ts";
import { generationFor, generationOf } from "./log/count-task.ts";
import { lastEventOf, markEvent } from "./log/event-place.ts";
import { followForCall, followTask } from "./log/follow-task.ts";
import { LeaseKeeper } from "./runs/lease-keeper.ts";
import { Retention } from "./runs/retention.ts";
import { Runs } from "./runs/runs.ts";
import { TurnQueue } from "./runs/turn-queue.ts";
import { defaultMaxAgeMs, MemoryTaskStore } from "./store/memory-task-store.ts";
import { TaskChanges } from "./store/task-changes.ts";
import { findLeases } from "./store/task-leases.ts";

/** What a turn begins with that no client has asked for. */
export type WakeMessage = Pick<Message, "messageId" | "parts" | "metadata">;

/** The handler of `A2AService` of @a2agen/a2a-1.0 that `createAgent` makes: give it to `implement`. */
export interface Agent {
  /** Sends a message: begins a task, continues one, or gets a reply (section 3.1.1). */
  sendMessage(request: SendMessageRequest, context: CallContext): Promise<SendMessageResponse>;
  /** The same with a stream of the task's updates (section 3.1.2). */
  sendStreamingMessage(request: SendMessageRequest, context: CallContext): AsyncIterable<StreamResponse>;
  /** The same with further messages while the task is at work (A2A 1.1). */
  sendLiveMessage(requests: AsyncIterable<LiveRequest>, context: CallContext): AsyncIterable<StreamResponse>;
  /** The task as it is now (section 3.1.3). */
  getTask(request: GetTaskRequest, context: CallContext): Promise<Task>;
  /** A page of the caller's tasks, the latest status first (section 3.1.4). */
  listTasks(request: ListTasksRequest, context: CallContext): Promise<ListTasksResponse>;
  /** Cancels a task, and returns it in its terminal state (section 3.1.5). */
  cancelTask(request: CancelTaskRequest, context: CallContext): Promise<Task>;
  /** The task, and its updates from now on (section 3.1.6). */
  subscribeToTask(request: SubscribeToTaskRequest, context: CallContext): AsyncIterable<StreamResponse>;
  /** Adds a webhook to a task (section 3.1.7). */
  createTaskPushNotificationConfig(
    request: TaskPushNotificationConfig,
    context: CallContext,
  ): Promise<TaskPushNotificationConfig>;
  /** A webhook of a task (section 3.1.8). */
  getTaskPushNotificationConfig(
    request: GetTaskPushNotificationConfigRequest,
    context: CallContext,
  ): Promise<TaskPushNotificationConfig>;
  /** All webhooks of a task (section 3.1.9). */
  listTaskPushNotificationConfigs(
    request: ListTaskPushNotificationConfigsRequest,
    context: CallContext,
  ): Promise<ListTaskPushNotificationConfigsResponse>;
  /** Removes a webhook of a task (section 3.1.10). */
  deleteTaskPushNotificationConfig(
    request: DeleteTaskPushNotificationConfigRequest,
    context: CallContext,
  ): Promise<JsonEmpty>;
  /** The card for authenticated callers (section 3.1.11). */
  getExtendedAgentCard(request: GetExtendedAgentCardRequest, context: CallContext): Promise<AgentCard>;
  /**
   * Begins a turn of a task that waits, with a message as its caller's: what it waits for has come. One that
   * has ended or is gone stays as it is, and so does one that got a message with this identifier before.
   */
  wake(taskId: string, message: WakeMessage): Promise<void>;
  /**
   * Ends the agent: new calls fail with UNAVAILABLE, the signals of turns are aborted, and tasks that are
   * still at work after `graceMs` milliseconds fail. Resolves when push notifications are delivered, or
   * after as many milliseconds more. Default: the limit `stopMs`. Close the host first, or at the same time.
   */
  close(graceMs?: number): Promise<void>;
}

/** A Worker refuses it outside of requests, and would refuse later calls what another request has made. */
function createController(): AbortController {
  try {
    return new AbortController();
  } catch (cause) {
    throw new Error(
      "createAgent: this runtime allows no agent in its global scope; make it in a Durable Object, with toDurableObject of @a2agen/runtime/adapters",
      { cause },
    );
  }
}

/**
 * Makes an agent of its author's code: it keeps tasks with their history and artifacts, and implements all
 * methods of the service (section 3 of the specification).
 *
 * Throws a TypeError for a service without tasks or streams, for a store with one of `renewLeases` and
 * `expiredLeases` and for an extension that the card does not declare, and a RangeError for invalid limits.
 */
export function createAgent<Named extends NamedExtensions<Named> = object>(
  options: AgentOptions<Named>,
): Agent {
  const { execute, extensions, ...rest } = options;
  // Its turns have the extensions that it was given.
  return createAgentFor({ ...rest, ...defined({ extensions }), execute: execute as Execute }, []);
}

/**
 * The same for an author who writes in older versions, in whose form webhooks of their clients are called.
 */
export function createAgentFor(options: AgentOptions, older: readonly PushTranslation[]): Agent {
  const { service, card, push, extendedCard } = options;
  const { protocol } = service;
  const limits = resolveAgentLimits(options.limits);
  // A turn may be silent for as long as it may take, and its end is kept too.
  const maxAgeMs = Math.max(defaultMaxAgeMs, limits.keepMs, 2 * limits.turnMs);
  const store = options.store ?? new MemoryTaskStore({ service, maxAgeMs });
  const errors = createAgentErrors(protocol);
  const closed = createController();
  const named: Readonly<Record<string, SupportedExtension>> = { ...options.extensions };
  const countsEvents = protocol.tasks?.eventGenerations !== undefined;
  const core: AgentCore = {
    execute: options.execute,
    resumable: options.resumable ?? false,
    store,
    push,
    limits,
    states: readTaskStates(protocol),
    errors,
    codec: eventCodec(service),
    changes: new TaskChanges(store, limits.pollMs),
    leases: findLeases(store, limits.leaseMs),
    counts: ({ profile }) => countsEvents && profile === protocol.name,
    countsEvents,
    holds: new Deadlines(limits.holdMs),
    scopeOf: options.scope ?? scopeOfCall,
    viewExtensions: createTurnViews(named, { card, protocol }),
    checkMediaTypes: createMediaTypeCheck({ card, errors, extensions: Object.values(named) }),
    report: (error, place) => report(options.onError, error, place),
    observer: guardObserver(options.observer, (error) =>
      report(options.onError, error, { taskId: undefined, activity: "observer" }),
    ),
    card,
    closed: closed.signal,
  };
  const hasQueue = store.queue !== undefined && limits.concurrency < limits.turns;
  const runs = new Runs(limits, { hasQueue, background: backgroundOf(options) });
  const queue = hasQueue ? new TurnQueue(core, runs, store.queue) : undefined;
  const leaseKeeper = core.leases && new LeaseKeeper(core, runs, core.leases);
  const retention = new Retention(core, protocol.tasks?.terminalStates as readonly TaskState[]);
  const sender = new MessageSender(core, runs, queue);
  const configs = new PushConfigs(core);
  const unwatch = core.observer?.watch({
    turns: () => runs.size,
    ...(core.leases && { leases: () => leasedRuns(runs, core.states) }),
    ...(queue && { queued: () => store.queue?.size?.() ?? 0 }),
  });
  startPush(core, service, { older, background: options.background });
  return {
    sendMessage: (request, call) => sender.send(request, call),
    sendStreamingMessage: (request, call) => sender.stream(request, call),
    sendLiveMessage: (requests, call) => new LiveCall(core, sender, { requests, call }).events(),
    async getTask(request, call) {
      runs.checkOpen();
      return getTask(core, request, call);
    },
    async listTasks(request, call) {
      runs.checkOpen();
      return listTasks(core, request, call);
    },
    async cancelTask({ id }, call) {
      runs.checkOpen();
      return cancelTask(core, runs, { id, call });
    },
    async *subscribeToTask({ id: taskId }, call) {
      runs.checkOpen();
      const { task, version, compacted } = await findTask(core, core.scopeOf(call), taskId);
      const { state } = task.status;
      const ends = core.states.isTerminal;
      const log = runs.get(taskId)?.log;
      const last = await lastEventOf(core, call, { id: taskId, version, compacted: compacted?.version ?? 0 });
      if (last !== undefined && last < version) {
        // What the client lacks follows, whatever the state is now.
        const begun = TaskState.Working;
        const generation = await generationFor(core, call, { task, version: last });
        yield* followForCall(core, { taskId, version: last, state: begun, ends, call, log, generation });
        return;
      }
      if (ends(state)) throw errors.nothingToFollow(taskId, state);
      const generation = await generationFor(core, call, { task, version });
      if (last === undefined) {
        const shown = await answerTask(core, { task, version }, { call });
        markEvent(call, version, version);
        yield { task: shown };
      }
      yield* followForCall(core, { taskId, version, state, ends, call, log, generation });
    },
    async createTaskPushNotificationConfig(request, call) {
      runs.checkOpen();
      return configs.create(request, call);
    },
    async getTaskPushNotificationConfig(request, call) {
      runs.checkOpen();
      return configs.get(request, call);
    },
    async listTaskPushNotificationConfigs(request, call) {
      runs.checkOpen();
      return configs.list(request, call);
    },
    async deleteTaskPushNotificationConfig(request, call) {
      runs.checkOpen();
      await configs.delete(request, call);
      return {};
    },
    async getExtendedAgentCard(_request, call) {
      runs.checkOpen();
      if (extendedCard === undefined) throw errors.noExtendedCard();
      return typeof extendedCard === "function" ? await extendedCard(call) : extendedCard;
    },
    async wake(taskId, message) {
      runs.checkOpen();
      await sender.wake(taskId, message, ownCall(service));
    },
    async close(graceMs = limits.stopMs) {
      try {
        await Promise.all([queue?.close(), retention.close()]);
        await runs.close(graceMs);
        await leaseKeeper?.close(graceMs);
        await push?.close(graceMs);
      } finally {
        unwatch?.();
        closed.abort();
      }
    },
  };
}

/** How many tasks are leased: those at work. */
function leasedRuns(runs: Runs, states: AgentCore["states"]): number {
  return [...runs].filter(({ log }) => log !== undefined && !states.isAtRest(log.state)).length;
}

/** Of a turn that no client has asked for. */
function ownCall({ protocol, methods }: ServiceDefinition): CallContext {
  const { sendMessage } = methods as Readonly<Record<string, Method | undefined>>;
  return {
    method: sendMessage?.name ?? "",
    binding: "",
    version: protocol.version ?? "",
    profile: protocol.name,
    extensions: [],
    activated: [],
    tenant: undefined,
    principal: undefined,
    signal: new AbortController().signal,
    header: () => undefined,
    activate: () => undefined,
  };
}

/** The scope of calls by the same principal for the same tenant. */
function scopeOfCall({ principal, tenant }: CallContext): string {
  if (principal === undefined && tenant === undefined) return anonymousScope;
  return JSON.stringify([principal?.id ?? null, tenant ?? null]);
}

const anonymousScope = "[null,null]";

/** The codec of stream responses. */
function eventCodec({ typeName, methods }: ServiceDefinition): Codec<StreamResponse> {
  const { sendStreamingMessage } = methods as Readonly<Record<string, Method | undefined>>;
  if (sendStreamingMessage === undefined) {
    throw new TypeError(`service: expected A2AService of @a2agen/a2a-1.0, found ${typeName}`);
  }
  // The types of the kit are those of the service.
  return sendStreamingMessage.output as Codec<StreamResponse>;
}

/** Milliseconds after a turn in which the deliveries of its last notifications begin. */
const deliveryMs = 100;

/** What is told of turns: with push notifications, until the last ones have their own turn to tell. */
function backgroundOf({ background, push }: AgentOptions): ((work: Promise<void>) => void) | undefined {
  if (background === undefined || push === undefined) return background;
  return (work) => background(work.then(() => sleep(deliveryMs)));
}

function startPush(
  core: AgentCore,
  service: ServiceDefinition,
  { older, background }: Pick<PushSource, "background"> & { readonly older: readonly PushTranslation[] },
): void {
  core.push?.start({
    service,
    older,
    webhooks: core.store.webhooks,
    read: (taskId) => core.store.read(taskId),
    async *follow(taskId, after, signal) {
      const { isTerminal: ends } = core.states;
      const stored = await core.store.read(taskId);
      if (stored === undefined) return;
      // Only the last state of the log can be terminal: before it, any other state will do.
      const state = after < stored.version ? TaskState.Submitted : stored.task.status.state;
      const generation = core.countsEvents
        ? await generationOf(core, { task: stored.task, version: after })
        : undefined;
      yield* followTask(core, { taskId, version: after, state, ends, signal, generation });
    },
    background,
    observer: core.observer,
    onError: (error, taskId) => core.report(error, { taskId, activity: "push" }),
  });
}

function report(hook: AgentOptions["onError"], error: unknown, place: ErrorPlace): void {
  callHook("onError", () => {
    if (hook !== undefined) return hook(error, place);
    const { taskId = "no task yet", activity } = place;
    console.error(`a2agen: ${activity} failed (${taskId}):`, error);
  });
}
