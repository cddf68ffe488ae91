import type { CallContext, ServiceDefinition } from "../../service/index.ts";
import type { AgentCard } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { Execute } from "./execute.ts";
import type { PushNotifier } from "./push-notifier.ts";
import type { TaskStore } from "./task-store.ts";

export interface AgentOptions {
  /** `A2AService` of `@a2agen/a2a-1.0`: its protocol and its codecs. */
  readonly service: ServiceDefinition;
  /** Media types of messages are checked against its skills and default input modes; all pass when it is absent. */
  readonly card?: AgentCard;
  readonly execute: Execute;
  /** A `MemoryTaskStore` unless one is given. */
  readonly store?: TaskStore;
  /** Delivers push notifications: `webhooks()` of `@a2agen/runtime/push`. */
  readonly push?: PushNotifier;
  /** Answers GetExtendedAgentCard. */
  readonly extendedCard?: AgentCard | ((context: CallContext) => AgentCard | Promise<AgentCard>);
  /**
   * Says in whose scope a call is: a task is visible in the scope in which it was made, and nowhere
   * else (section 13.1). By default the identifier of the principal and the tenant together.
   */
  readonly scope?: (context: CallContext) => string;
  readonly limits?: Partial<AgentLimits>;
  /** Called with errors that `execute` throws, with its illegal events, and with failures of the store. */
  readonly onError?: (error: unknown, where: ErrorPlace) => void;
}

export interface ErrorPlace {
  readonly taskId: string | undefined;
  readonly activity: "execute" | "store" | "push";
}

export interface AgentLimits {
  /** Milliseconds that one turn may take; the task fails after it. One hour. */
  readonly turnMs: number;
  /** Milliseconds that `execute` has to end after its signal was aborted; the task goes on without it then. 5,000. */
  readonly stopMs: number;
  /** Entries that one task may have; it fails then. 100,000. */
  readonly entries: number;
  /** UTF-16 code units that the entries of one task may have as JSON together, about; it fails then. 64 Mi. */
  readonly size: number;
  /** Turns at work at the same time; further messages are refused with RESOURCE_EXHAUSTED. 10,000. */
  readonly turns: number;
  /** Messages that may wait for the turn at work of their task. 16. */
  readonly waitingMessages: number;
  /** Milliseconds between two looks at a store that cannot wait for changes. 500. */
  readonly pollMs: number;
  /**
   * Milliseconds for which a message that is sent again (the same identifier and content, in the same
   * scope) is known to be the same and has the same task or reply. Ten minutes; 0 never.
   */
  readonly repeatMs: number;
  /**
   * Milliseconds for which a task that is at work is held in a store that has `hold`; renewed after a third
   * of it, of 10 milliseconds at least. A task whose lease lapses fails. 30,000; 0 for no leases.
   */
  readonly leaseMs: number;
}
