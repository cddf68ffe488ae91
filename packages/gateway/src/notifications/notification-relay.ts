import { randomUUID } from "node:crypto";
import type { Task } from "@a2agen/a2a-1.0";
import { current, older } from "@a2agen/exchange/versions.ts";
import { foldEvent } from "@a2agen/runtime/client";
import type { HttpHandler, HttpRequest, HttpResponse } from "@a2agen/runtime/http";
import { errorMessage } from "@a2agen/runtime/internal";
import {
  createPayloadForms,
  NotificationForms,
  type PayloadForm,
  secretHeaders,
  type Tools,
} from "@a2agen/runtime/internal/push";
import { isWebhookError } from "@a2agen/runtime/push";
import { isCallError } from "@a2agen/runtime/service";
import type { GatewayLimits } from "../library/options.ts";
import { notificationPath, type SealedWebhook, type WebhookAddresses } from "./webhook-addresses.ts";

export interface NotificationRelayInit {
  readonly addresses: WebhookAddresses;
  readonly tools: Tools;
  readonly limits: GatewayLimits;
  readonly onProblem: ((text: string) => void) | undefined;
}

/** Tasks that are kept for clients that are notified with whole ones; others are told what an event says. */
const keptTasks = 1000;

/**
 * Takes the notifications of the upstream and sends each on in the form of its client's version. The upstream
 * is answered when the client has answered, so that it sends again what did not arrive.
 */
export class NotificationRelay {
  readonly #init: NotificationRelayInit;
  readonly #incoming = new NotificationForms(current.service, older);
  readonly #outgoing: ReadonlyMap<string, PayloadForm> = createPayloadForms(current, older);
  /** By address, the latest last. */
  readonly #tasks = new Map<string, Task>();
  #open = 0;

  constructor(init: NotificationRelayInit) {
    this.#init = init;
  }

  /** Answers requests below the path of notifications. */
  readonly handler: HttpHandler = (request) =>
    request.target.startsWith(notificationPath) ? this.#answer(request) : undefined;

  async #answer(request: HttpRequest): Promise<HttpResponse> {
    const { addresses, limits, onProblem } = this.#init;
    const webhook = addresses.find(request.target);
    const form = webhook && this.#outgoing.get(webhook.profile);
    if (webhook === undefined || form === undefined) return answer(404, "there is no such webhook");
    if (request.method !== "POST") return { ...answer(405, "expected POST"), headers: { allow: "POST" } };
    if (this.#open >= limits.notifications) return answer(503, "too many notifications at the same time");
    this.#open += 1;
    try {
      const body = await request.body({ maximumBytes: limits.bodyBytes, timeoutMs: 10_000 });
      const { event } = this.#incoming.read(body);
      await this.#send(request, { webhook, form, event: event as object });
      return { status: 204, headers: {} };
    } catch (error) {
      if (isCallError(error)) return answer(error.http, error.message);
      onProblem?.(`a notification was not delivered: ${errorMessage(error)}`);
      const status = isWebhookError(error) ? error.status : undefined;
      // What the client refuses for good, the upstream should not send again.
      const isFinal = status !== undefined && status >= 400 && status < 500;
      return answer(isFinal ? status : 502, "the webhook of the client has not taken the notification");
    } finally {
      this.#open -= 1;
    }
  }

  async #send(
    request: HttpRequest,
    {
      webhook,
      form,
      event,
    }: { readonly webhook: SealedWebhook; readonly form: PayloadForm; readonly event: object },
  ): Promise<void> {
    const { tools } = this.#init;
    const signal = AbortSignal.timeout(tools.limits.attemptMs);
    const value = form.rules.payload === "task" ? this.#fold(request.target, event) : event;
    // It goes with the update that says the state.
    if (value === undefined) return;
    const config = { id: "", taskId: "", ...webhook };
    await tools.poster.post(
      {
        url: webhook.url,
        contentType: form.contentType,
        // The same for each attempt of the upstream.
        id: request.header("webhook-id") ?? randomUUID(),
        body: form.write(value),
        secrets: await secretHeaders(config, form.rules, { find: undefined, signal }),
      },
      signal,
    );
  }

  /** The task after an event, for clients that are sent whole tasks; undefined while its state is unknown. */
  #fold(address: string, event: object): object | undefined {
    const task = foldEvent<Task>(this.#tasks.get(address), event);
    if (task === undefined) return event;
    this.#tasks.delete(address);
    this.#tasks.set(address, task);
    const [oldest] = this.#tasks.keys();
    if (this.#tasks.size > keptTasks && oldest !== undefined) this.#tasks.delete(oldest);
    const { state }: Partial<Task["status"]> = task.status;
    return state === undefined ? undefined : task;
  }
}

function answer(status: number, message: string): HttpResponse {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ error: { code: status, message } }),
  };
}
