import type { WebhookOptions } from "@a2agen/runtime/push";
import { afterEach } from "vitest";
import { type Answer, type Receiver, type ReceiverOptions, startReceiver } from "./receiver.ts";
import { local, type StartedWebhooks, startWebhooks } from "./start-webhooks.ts";

/** What the tests of a file have opened, closed after each of them. */
const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

/** A receiver for the length of a test. */
export async function receiver(answer?: Answer, options?: ReceiverOptions): Promise<Receiver> {
  const started = await startReceiver(answer, options);
  open.push(started);
  return started;
}

/** A notifier for the length of a test. */
export function start(options: WebhookOptions = local): StartedWebhooks {
  const started = startWebhooks(options);
  open.push({ close: () => started.notifier.close(0) });
  return started;
}
