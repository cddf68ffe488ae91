import type { NamedExtensions } from "../../extensions/named-extensions.ts";
import type { CallContext, Observer, ServiceDefinition } from "../../service/index.ts";
import type { AgentCard } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { A2A10Types } from "./author-types.ts";
import type { Execute } from "./execute.ts";
import type { PushNotifier } from "./push-notifier.ts";
import type { TaskStore } from "./task-store.ts";

/** An agent: its author's code, its store, and what it may use. */
export interface AgentOptions<Named extends NamedExtensions<Named> = object> {
  /** `A2AService` of `@a2agen/a2a-1.0`, or of `@a2agen/a2a-1.1-dev`: its protocol and its codecs. */
  readonly service: ServiceDefinition;
  /** Media types of messages are checked against its skills and default input modes; without it all pass. */
  readonly card?: AgentCard;
  /** The author's code, called for each message. */
  readonly execute: Execute<A2A10Types, NoInfer<Named>>;
  /**
   * Definitions of extensions by the names that `turn.extensions` has them under. The host needs their
   * support: give it the same.
   */
  readonly extensions?: Named;
  /**
   * Whether `execute` may be called again for a message whose process ended before the turn did, in another
   * process over the same store with leases. Otherwise the task fails. Default: false.
   */
  readonly resumable?: boolean;
  /** A `MemoryTaskStore` unless one is given. */
  readonly store?: TaskStore;
  /** Delivers push notifications: `webhooks()` of `@a2agen/runtime/push`. */
  readonly push?: PushNotifier;
  /** Answers GetExtendedAgentCard. */
  readonly extendedCard?: AgentCard | ((context: CallContext) => AgentCard | Promise<AgentCard>);
  /**
   * The scope of a call: a task is visible only in the scope in which it was created (section 13.1).
   * Default: the identifier of the principal together with the tenant.
   */
  readonly scope?: (context: CallContext) => string;
  /** Limits other than the defaults. `createAgent` throws a RangeError for invalid ones. */
  readonly limits?: Partial<AgentLimits>;
  /**
   * Called with each piece of work that may outlast the call which began it: a turn, and the delivery of a
   * notification. The promise resolves when it is over, and never rejects. For hosts that stop a process when
   * it has answered: `(work) => context.waitUntil(work)`, or `after` of Next.js.
   */
  readonly background?: (work: Promise<void>) => void;
  /**
   * Is told of turns, steps and writes to the store, and of the deliveries of `push`: `otel()` of
   * `@a2agen/otel`. With it the trace of a call is kept with its turn and its webhook, in the store.
   * Default: none.
   */
  readonly observer?: Observer;
  /** Called with errors that `execute` throws, with its illegal events, and with failures of the store. */
  readonly onError?: (error: unknown, where: ErrorPlace) => void;
}

/** Where an error was thrown. */
export interface ErrorPlace {
  /** Undefined before there is a task. */
  readonly taskId: string | undefined;
  /** The author's code, the store, the delivery of push notifications, or the observer. */
  readonly activity: "execute" | "store" | "push" | "observer";
}

/** The limits of an agent, with their defaults. */
export interface AgentLimits {
  /** Milliseconds that one turn may take; after that the task fails. Default: one hour. */
  readonly turnMs: number;
  /** Milliseconds that `execute` has after its signal was aborted, before its task ends. Default: 5,000. */
  readonly stopMs: number;
  /** Entries that one task may have; with more it fails. Default: 100,000. */
  readonly entries: number;
  /** Approximate UTF-16 code units of one task as JSON; with more it fails. Default: 64 Mi. */
  readonly size: number;
  /** UTF-16 code units that `turn.state` of a task may have as JSON. Default: 262,144. */
  readonly stateSize: number;
  /**
   * UTF-16 code units that `turn.memory` of a context and its caller may have as JSON. Default: 1,048,576.
   */
  readonly memorySize: number;
  /**
   * Tasks at work at the same time; further messages are refused with RESOURCE_EXHAUSTED. Default: 10,000.
   */
  readonly turns: number;
  /** The same for each scope, so that one caller leaves room for the others. Default: 5,000. */
  readonly scopeTurns: number;
  /**
   * Tasks at work at the same time in this process before new ones wait in the queue of the store, from where
   * any process takes them. Without a queue they are refused. 0 for a process that leaves all new tasks to
   * others. Default: 10,000.
   */
  readonly concurrency: number;
  /** Tasks that may wait in the queue; more are refused with RESOURCE_EXHAUSTED. Default: 10,000. */
  readonly queued: number;
  /** The same for each scope. Default: 5,000. */
  readonly scopeQueued: number;
  /** Messages that may wait for the current turn of their task; then RESOURCE_EXHAUSTED. Default: 16. */
  readonly waitingMessages: number;
  /** Milliseconds between two reads of a store without `changed`. Default: 500. */
  readonly pollMs: number;
  /** Milliseconds that GetTask waits for a generation beyond the one that a client has. Default: 30,000. */
  readonly holdMs: number;
  /**
   * Milliseconds for which a repeated message (the same identifier and content, in the same scope) gets
   * the task or reply of the first. Default: ten seconds; 0 turns this off.
   */
  readonly dedupeMs: number;
  /**
   * Milliseconds of the lease on a task at work, in a store with `renewLeases`; renewed after a third of the
   * time, at least every 10 milliseconds. A task whose lease expires fails. Default: 30,000; 0 for no leases.
   */
  readonly leaseMs: number;
  /** Times that a turn of a resumable agent begins before its task fails. Default: 5. */
  readonly attempts: number;
  /**
   * Milliseconds after its latest status for which a task that has ended or waits for its client is kept;
   * then it is deleted, from a store with `expire`. Default: 0, for ever or as long as the store keeps it.
   */
  readonly keepMs: number;
  /**
   * Milliseconds after the end of a task until a long log is compacted, in a store with `compact`: then
   * streams no longer resume in its middle. Default: 0, never.
   */
  readonly compactMs: number;
}
