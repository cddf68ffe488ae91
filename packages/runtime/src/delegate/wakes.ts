import type { WakeMessage } from "../agent/agent.ts";
import { TaskState } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import { toHex } from "../core/hex.ts";
import type { Notification } from "../receiver/notification.ts";
import type { ExpectedWebhook, PresentedSecrets } from "../receiver/receiver-options.ts";
import type { RemoteEvent } from "./remote-agent.ts";

export interface WakesOptions {
  /** Where remote agents reach the receiver: "https://me.example.com/wakes". */
  readonly url: string;
  /** Signs the tokens of webhooks: the same in all processes, at least 32 characters nobody can guess. */
  readonly secret: string;
  /** `(taskId, message) => agent.wake(taskId, message)`. */
  readonly wake: (taskId: string, message: WakeMessage) => Promise<void>;
}

/** Starts turns that wait for remote agents by their webhooks. Nothing is kept in between but the secret. */
export interface Wakes {
  /** Options of `createWebhookReceiver`. */
  readonly receiver: {
    expected(taskId: string, presented: PresentedSecrets): Promise<ExpectedWebhook | undefined>;
    onNotification(notification: Notification<object>): Promise<void>;
  };
  /** The webhook of what a task has delegated under a key. */
  webhookFor(taskId: string, key: string): Promise<{ readonly url: string; readonly token: string }>;
}

/**
 * Lets turns end while remote agents work for them: give it to `delegate` as `wakes`, and its `receiver` to
 * `createWebhookReceiver`. Throws a RangeError for a short secret.
 */
export function createWakes({ url, secret, wake }: WakesOptions): Wakes {
  if (secret.length < 32)
    throw new RangeError(`createWakes: secret: expected at least 32 characters, found ${secret.length}`);
  const makeToken = async (taskId: string, key: string): Promise<string> => {
    const place = `${encodeURIComponent(taskId)}/${encodeURIComponent(key)}`;
    return `${place}/${await sign(secret, place)}`;
  };
  return {
    receiver: {
      async expected(_taskId, { token }) {
        const place = token === undefined ? undefined : placeIn(token);
        return place && { token: await makeToken(...place) };
      },
      async onNotification({ taskId, token = "", event }) {
        const place = placeIn(token);
        // An event of a stream, in the form of 1.0.
        const { statusUpdate, task } = event as RemoteEvent;
        const { status } = statusUpdate ?? task ?? {};
        if (place === undefined || status === undefined || isAtWork(status.state)) return;
        const [waiting, key] = place;
        const { state, timestamp = "" } = status;
        await wake(waiting, {
          messageId: `${key}-${taskId}-${state}-${timestamp}`,
          parts: [{ data: { delegate: key, taskId, state } }],
        });
      },
    },
    webhookFor: async (taskId, key) => ({ url, token: await makeToken(taskId, key) }),
  };
}

function isAtWork(state: TaskState): boolean {
  return state === TaskState.Submitted || state === TaskState.Working;
}

/** The task and the key that a token names. */
function placeIn(token: string): readonly [taskId: string, key: string] | undefined {
  const [taskId, key, signature, more] = token.split("/");
  if (taskId === undefined || key === undefined || signature === undefined || more !== undefined)
    return undefined;
  try {
    return [decodeURIComponent(taskId), decodeURIComponent(key)];
  } catch {
    // Not one of ours.
    return undefined;
  }
}

/** HMAC-SHA-256 in hexadecimal digits. */
async function sign(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = await crypto.subtle.sign(algorithm.name, key, encoder.encode(text));
  return toHex(new Uint8Array(bytes));
}
