import type { TaskPushNotificationConfig } from "@a2agen/a2a-1.0";
import { isObject } from "@a2agen/runtime/internal";
import { checkTexts, type Tools } from "@a2agen/runtime/internal/push";
import { type CallContext, CallError, type FieldViolation } from "@a2agen/runtime/service";
import type { Rewriting } from "../relay/relay-handler.ts";
import type { Seal } from "./seal.ts";

/** The webhook of a client, as the address at which the upstream calls the gateway has it. */
export interface SealedWebhook {
  readonly url: string;
  readonly token?: string;
  readonly authentication?: NonNullable<TaskPushNotificationConfig["authentication"]>;
  /** Name of the profile that the client speaks. */
  readonly profile: string;
}

/** Where the gateway takes notifications. */
export const notificationPath = "/notifications/";

/**
 * Gives the upstream addresses of the gateway in place of clients' webhooks, and clients their own again. The
 * address carries the webhook, sealed: nothing is kept, and each process of a gateway can take it.
 */
export class WebhookAddresses implements Rewriting {
  readonly #base: string;
  readonly #seal: Seal;
  readonly #guard: Tools["guard"];

  constructor({ url, seal, tools }: { readonly url: string; readonly seal: Seal; readonly tools: Tools }) {
    this.#base = `${url}${notificationPath}`;
    this.#seal = seal;
    this.#guard = tools.guard;
  }

  request(_method: string, request: unknown, context: CallContext): unknown {
    if (!isObject(request)) return request;
    if (isConfig(request)) return this.#hide(request, "", context);
    const { configuration } = request;
    const config = isObject(configuration) ? configuration["taskPushNotificationConfig"] : undefined;
    if (!isConfig(config)) return request;
    const hidden = this.#hide(config, "configuration.taskPushNotificationConfig.", context);
    return {
      ...request,
      configuration: { ...(configuration as object), taskPushNotificationConfig: hidden },
    };
  }

  answer(_method: string, answer: unknown): unknown {
    if (isConfig(answer)) return this.#show(answer);
    if (!isObject(answer) || !Array.isArray(answer["configs"])) return answer;
    const configs: readonly unknown[] = answer["configs"];
    return { ...answer, configs: configs.map((config) => (isConfig(config) ? this.#show(config) : config)) };
  }

  /** The webhook of an address; undefined for one that this gateway has not made. */
  find(target: string): SealedWebhook | undefined {
    const [path = ""] = target.split("?", 1);
    if (!path.startsWith(notificationPath)) return undefined;
    const text = this.#seal.open(path.slice(notificationPath.length));
    // Only what was sealed here can be opened.
    return text === undefined ? undefined : (JSON.parse(text) as SealedWebhook);
  }

  #hide(config: TaskPushNotificationConfig, field: string, { profile }: CallContext): object {
    const { token: _token, authentication: _authentication, url, ...rest } = config;
    this.#check(config, field);
    const { token, authentication } = config;
    const webhook: SealedWebhook = {
      url,
      profile,
      ...(token !== undefined && { token }),
      ...(authentication !== undefined && { authentication }),
    };
    return { ...rest, url: this.#base + this.#seal.close(JSON.stringify(webhook)) };
  }

  #show(config: TaskPushNotificationConfig): object {
    if (!config.url.startsWith(this.#base)) return config;
    const webhook = this.find(config.url.slice(this.#base.length - notificationPath.length));
    if (webhook === undefined) return config;
    const { profile: _, ...own } = webhook;
    return { ...config, ...own };
  }

  #check(config: TaskPushNotificationConfig, field: string): void {
    const violations: FieldViolation[] = [...checkTexts({ id: "", taskId: "", ...config })];
    try {
      this.#guard.check(config.url);
    } catch (error) {
      violations.push({ field: "url", description: error instanceof Error ? error.message : "not allowed" });
    }
    const [first] = violations;
    if (first === undefined) return;
    throw new CallError(
      "INVALID_ARGUMENT",
      `the webhook cannot be called: ${first.field}: ${first.description}`,
      { violations: violations.map((each) => ({ ...each, field: field + each.field })) },
    );
  }
}

/** Requests and answers with a URL at their top are configurations of webhooks. */
function isConfig(value: unknown): value is TaskPushNotificationConfig {
  return isObject(value) && typeof value["url"] === "string" && !("supportedInterfaces" in value);
}
