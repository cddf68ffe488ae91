import type { PushNotifier, PushSource, StoredPushConfig } from "../agent/index.ts";
import { settledWithin } from "../core/time.ts";
import { CallError, type FieldViolation } from "../service/index.ts";
import { checkTexts } from "./authorization.ts";
import { Delivery } from "./delivery.ts";
import { createPayloadForms, type PayloadForm } from "./payload-form.ts";
import { isWebhookError } from "./webhook-error.ts";
import { buildTools, type Tools, type WebhookOptions } from "./webhook-options.ts";

/**
 * Delivers push notifications to webhooks (sections 3.5.3, 4.3 and 13.2), and keeps their configurations
 * in memory.
 *
 * - Every update of a task is sent as soon as the one before has arrived, in the order of the task and in the
 *   form of the client's version. If that form is a whole task, as in 0.3, it is the current task, and updates
 *   that it includes are not sent again.
 * - A notification is retried with growing delays after connection errors, timeouts, and the statuses 408,
 *   425, 429 and 5xx, so that it may arrive twice. After the last attempt, and after any other answer, it is
 *   given up, reported to `onError` of the agent, and followed by the next one. After too many of those in a
 *   row the webhook is given up.
 * - A configuration exists until it is deleted, or until another one needs its room after its last delivery:
 *   its task has ended, or the webhook was given up. Setting it again changes it, and further updates go to
 *   the new URL.
 * - Webhooks are called over https, at addresses of the public internet, unless the options allow more.
 */
export function webhooks(options: WebhookOptions = {}): PushNotifier {
  return new Webhooks(options);
}

class Webhooks implements PushNotifier {
  readonly #options: WebhookOptions;
  readonly #tools: Tools;
  /** By task, and by the identifier of the configuration. */
  readonly #deliveries = new Map<string, Map<string, Delivery>>();
  /** The deliveries that have ended, the oldest first, with their tasks. */
  readonly #ended = new Map<Delivery, string>();
  #count = 0;
  /** How many there are of each scope. */
  readonly #scopes = new Map<string, number>();
  #started: { readonly source: PushSource; readonly forms: ReadonlyMap<string, PayloadForm> } | undefined;
  #closing = false;

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#tools = buildTools(options);
  }

  start(source: PushSource): void {
    if (this.#started !== undefined) throw new TypeError("webhooks belong to one agent: make them for each");
    this.#started = { source, forms: createPayloadForms(source, this.#options.older ?? []) };
  }

  async set(stored: StoredPushConfig): Promise<void> {
    if (this.#started === undefined) throw new TypeError("webhooks: start was not called");
    const { source, forms } = this.#started;
    if (this.#closing) throw new CallError("UNAVAILABLE", "the server is shutting down");
    this.#check(stored);
    const form = forms.get(stored.profile);
    if (form === undefined) {
      const message = `push notifications are not sent in the form of ${stored.profile}`;
      source.onError(
        new TypeError(`${message}: give its translation, webhooks({ older: [...] })`),
        stored.config.taskId,
      );
      throw new CallError("UNIMPLEMENTED", message);
    }
    const { id, taskId } = stored.config;
    const there = this.#deliveries.get(taskId)?.get(id);
    if (there?.isEnded === false && there.profile === stored.profile) return there.update(stored.config);
    if (there === undefined) this.#makeRoom(taskId, stored.scope);
    else this.#drop(there);
    // Continues at the same version in another form as well.
    const version = there?.isEnded === false ? Math.min(there.version, stored.version) : stored.version;
    const delivery = new Delivery({ stored: { ...stored, version }, form, source, tools: this.#tools });
    this.#add(delivery, { id, taskId });
  }

  async get(taskId: string, id: string): Promise<StoredPushConfig["config"] | undefined> {
    return this.#deliveries.get(taskId)?.get(id)?.config;
  }

  async list(taskId: string): Promise<readonly StoredPushConfig["config"][]> {
    return [...(this.#deliveries.get(taskId)?.values() ?? [])].map(({ config }) => config);
  }

  async delete(taskId: string, id: string): Promise<void> {
    await this.#remove(taskId, id)?.stop();
  }

  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    const all = [...this.#deliveries.values()].flatMap((deliveries) => [...deliveries.values()]);
    for (const delivery of all) delivery.close();
    await settledWithin(Promise.all(all.map((delivery) => delivery.ended)), graceMs, { unref: true });
    await Promise.all(all.map((delivery) => delivery.stop()));
    this.#tools.poster.close();
  }

  #check({ config }: StoredPushConfig): void {
    const violations: FieldViolation[] = [];
    try {
      this.#tools.guard.check(config.url);
    } catch (error) {
      if (!isWebhookError(error)) throw error;
      violations.push({ field: "url", description: error.message });
    }
    violations.push(...checkTexts(config));
    const [first] = violations;
    if (first === undefined) return;
    const message = `the webhook cannot be called: ${first.field}: ${first.description}`;
    throw new CallError("INVALID_ARGUMENT", message, { violations });
  }

  #makeRoom(taskId: string, scope: string): void {
    const { perTask, configurations, configurationsPerScope } = this.#tools.limits;
    if ((this.#deliveries.get(taskId)?.size ?? 0) >= perTask) {
      throw new CallError(
        "RESOURCE_EXHAUSTED",
        `the task has ${perTask} push notification configurations, which is the most that it may have`,
      );
    }
    if ((this.#scopes.get(scope) ?? 0) >= configurationsPerScope) {
      this.#removeEnded(
        "further push notification configurations of this caller",
        (delivery) => delivery.scope === scope,
      );
    }
    if (this.#count >= configurations) this.#removeEnded("push notification configurations", () => true);
  }

  /** Removes the delivery that ended first of those that fit. */
  #removeEnded(what: string, fits: (delivery: Delivery) => boolean): void {
    for (const [delivery, taskId] of this.#ended) {
      if (!fits(delivery)) continue;
      this.#remove(taskId, delivery.config.id);
      return;
    }
    throw new CallError("RESOURCE_EXHAUSTED", `the server has no room for ${what}`);
  }

  #add(delivery: Delivery, { taskId, id }: { readonly taskId: string; readonly id: string }): void {
    const ofTask = this.#deliveries.get(taskId) ?? new Map<string, Delivery>();
    this.#deliveries.set(taskId, ofTask);
    ofTask.set(id, delivery);
    this.#count++;
    this.#scopes.set(delivery.scope, (this.#scopes.get(delivery.scope) ?? 0) + 1);
    void this.#noteEnd(delivery, taskId);
  }

  async #noteEnd(delivery: Delivery, taskId: string): Promise<void> {
    await delivery.ended;
    const isThere = this.#deliveries.get(taskId)?.get(delivery.config.id) === delivery;
    if (isThere) this.#ended.set(delivery, taskId);
  }

  #remove(taskId: string, id: string): Delivery | undefined {
    const ofTask = this.#deliveries.get(taskId);
    const delivery = ofTask?.get(id);
    if (ofTask === undefined || delivery === undefined) return undefined;
    ofTask.delete(id);
    if (ofTask.size === 0) this.#deliveries.delete(taskId);
    this.#drop(delivery);
    return delivery;
  }

  #drop(delivery: Delivery): void {
    this.#ended.delete(delivery);
    this.#count--;
    const left = (this.#scopes.get(delivery.scope) ?? 0) - 1;
    if (left > 0) this.#scopes.set(delivery.scope, left);
    else this.#scopes.delete(delivery.scope);
    void delivery.stop();
  }
}
