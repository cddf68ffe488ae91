import type { TaskPushNotificationConfig } from "@a2agen/a2a-1.0";
import type { PushNotifier } from "@a2agen/runtime/agent";
import { type WebhookOptions, webhooks } from "@a2agen/runtime/push";
import { TaskSource } from "./task-source.ts";

/** Names that lead to loopback, as a server of names of the tests' own says it. */
export const lookup: NonNullable<WebhookOptions["lookup"]> = async () => [
  { address: "127.0.0.1", family: 4 },
];

/** Options under which receivers on loopback can be called, and wait for little between attempts. */
export const local = {
  http: true,
  networks: ["127.0.0.0/8"],
  lookup,
  limits: { initialDelayMs: 1, maximumDelayMs: 5 },
} as const satisfies WebhookOptions;

export interface StartedWebhooks {
  readonly notifier: PushNotifier;
  readonly source: TaskSource;
  /** Sets a configuration for the updates of a task that are still to come, in the form of 1.0. */
  set(
    config: TaskPushNotificationConfig & { readonly id: string; readonly taskId: string },
    more?: { readonly version?: number; readonly profile?: string; readonly scope?: string },
  ): Promise<void>;
}

export function startWebhooks(options: WebhookOptions = local): StartedWebhooks {
  const source = new TaskSource();
  const notifier = webhooks(options);
  notifier.start(source);
  return {
    notifier,
    source,
    set: (config, { version = 0, profile = "a2a-1.0", scope = "s" } = {}) =>
      notifier.set({ config, profile, scope, version }),
  };
}

/** The texts of the artifacts, and the states, that were told. */
export function toldOf(received: readonly { readonly text: string }[]): readonly unknown[] {
  return received.map(({ text }) => {
    const event = JSON.parse(text) as {
      readonly artifactUpdate?: {
        readonly artifact: { readonly parts: readonly { readonly text: string }[] };
      };
      readonly statusUpdate?: { readonly status: { readonly state: string } };
    };
    return event.artifactUpdate?.artifact.parts[0]?.text ?? event.statusUpdate?.status.state;
  });
}
