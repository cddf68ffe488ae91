import type { ServiceDefinition } from "../service/index.ts";
import type { Loss } from "../versions/index.ts";

/** An update of a task that came to a webhook. */
export interface Notification<Event> {
  /** The header webhook-id, the same for every attempt; undefined for senders without it. */
  readonly id: string | undefined;
  readonly taskId: string;
  /** The token that its sender has presented, verified; undefined for senders without one. */
  readonly token: string | undefined;
  /** An event as in streams of the service. A whole task, as some versions send, becomes its event. */
  readonly event: Event;
  /** Name of the profile in whose form it came, "a2a-0.3": the newest one where a form is that of several. */
  readonly profile: string;
  /** What of an older version the event cannot say. */
  readonly losses: readonly Loss[];
}

/** The events of a service's streams. */
export type EventOf<Service> = Service extends {
  sendStreamingMessage(...parameters: never[]): AsyncIterable<infer Event>;
}
  ? Event
  : unknown;

/** How an older version's answers are read: a `ServiceTranslation` of `@a2agen/translate`. */
export interface NotificationTranslation {
  readonly older: ServiceDefinition;
  readonly newer: ServiceDefinition;
  readonly methods: readonly {
    /** Members of the services' interfaces. */
    readonly older: string;
    readonly newer: string;
    /** Of the answer, or of each event. */
    readonly response: {
      upgrade(value: unknown): { readonly value: unknown; readonly losses: readonly Loss[] };
    };
  }[];
}
