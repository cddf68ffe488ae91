import {
  isTaskStoreError,
  type LeasedWebhook,
  type PushNotifier,
  type PushSource,
  type StoredPushConfig,
  type WebhookRoom,
  type WebhookStore,
} from "../agent/index.ts";
import { MemoryWebhooks } from "../agent/store/memory-webhooks.ts";
import { settledWithin, unref } from "../core/time.ts";
import { CallError, type FieldViolation } from "../service/index.ts";
import { guardObserver } from "../service/observe.ts";
import { checkTexts } from "./authorization.ts";
import { Delivery, type DeliveryLease } from "./delivery.ts";
import { createPayloadForms, type PayloadForm } from "./payload-form.ts";
import { isWebhookError } from "./webhook-error.ts";
import { buildTools, type Tools, type WebhookOptions } from "./webhook-options.ts";

/**
 * Delivers push notifications to webhooks (sections 3.5.3, 4.3 and 13.2). Configurations are kept where the
 * store of the agent keeps webhooks, or else in memory.
 *
 * - Every update of a task is sent as soon as the one before has arrived, in the order of the task and in the
 *   form of the client's version. Pieces of one artifact that came in the meantime are sent as one update. If
 *   that form is a whole task, as in 0.3, it is the current task, and updates that it includes are not sent
 *   again.
 * - Every notification has a unique identifier in the header webhook-id, by which receivers drop
 *   duplicates: if a process dies, another one resumes from the store.
 * - A notification is retried with growing delays after connection errors, timeouts, errors of `credentials`,
 *   and the statuses 408, 425, 429 and 5xx, so that it may arrive twice. After the last attempt, and after
 *   any other answer, it is given up, reported to `onError` of the agent, and followed by the next one. After
 *   too many of those in a row the webhook is given up.
 * - A configuration exists until it is deleted, or until another one needs its room after its last delivery:
 *   its task has ended, or the webhook was given up. Setting it again changes it, and further updates go to
 *   the new URL.
 * - Webhooks are called over https, at addresses of the public internet, unless the options allow more.
 */
export function webhooks(options: WebhookOptions = {}): PushNotifier {
  return new Webhooks(options);
}

/** Webhooks that are claimed at a time. */
const claimed = 1000;

interface Started {
  readonly source: PushSource;
  readonly forms: ReadonlyMap<string, PayloadForm>;
  readonly store: WebhookStore;
}

class Webhooks implements PushNotifier {
  readonly #options: WebhookOptions;
  readonly #tools: Tools;
  /** This process, as the store knows it. */
  readonly #owner = crypto.randomUUID();
  /** The deliveries of this process, by task, and by the identifier of the configuration. */
  readonly #deliveries = new Map<string, Map<string, Delivery>>();
  #started: Started | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #claiming: Promise<void> | undefined;
  #closing = false;
  #unwatch: (() => void) | undefined;

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#tools = buildTools(options);
  }

  start(source: PushSource): void {
    if (this.#started !== undefined) throw new TypeError("webhooks belong to one agent: make them for each");
    const forms = createPayloadForms(source, [...(source.older ?? []), ...(this.#options.older ?? [])]);
    this.#started = { source, forms, store: source.webhooks ?? new MemoryWebhooks() };
    const observer = guardObserver(source.observer, (error) => source.onError(error, undefined));
    const count = (): number => [...this.#deliveries.values()].reduce((sum, { size }) => sum + size, 0);
    this.#unwatch = observer?.watch({ webhooks: count });
    if (source.webhooks === undefined) return;
    this.#timer = setInterval(() => void this.#keep(), this.#tools.limits.leaseMs / 3);
    unref(this.#timer);
    void this.#keep();
  }

  admit(stored: StoredPushConfig): WebhookRoom | undefined {
    this.#check(stored);
    return this.#use().source.webhooks && this.#room;
  }

  added(): void {
    // Where that fails, they are claimed with the next renewal.
    void this.#guard(() => this.#claim());
  }

  async set(stored: StoredPushConfig): Promise<void> {
    const { store } = this.#use();
    this.#check(stored);
    const { id, taskId } = stored.config;
    try {
      await store.set(stored, this.#room);
    } catch (error) {
      throw isTaskStoreError(error, "full") ? new CallError("RESOURCE_EXHAUSTED", error.message) : error;
    }
    const there = this.#deliveries.get(taskId)?.get(id);
    if (there?.isEnded === false && there.profile === stored.profile) return there.update(stored);
    if (there?.isEnded === false) this.#restart(there, stored);
    await this.#claim();
  }

  async get(taskId: string, id: string): Promise<StoredPushConfig["config"] | undefined> {
    return (await this.list(taskId)).find((config) => config.id === id);
  }

  async list(taskId: string): Promise<readonly StoredPushConfig["config"][]> {
    return (await this.#use().store.list(taskId)).map(({ config }) => config);
  }

  async delete(taskId: string, id: string): Promise<void> {
    await this.#use().store.delete(taskId, id);
    await this.#deliveries.get(taskId)?.get(id)?.stop();
  }

  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    this.#unwatch?.();
    clearInterval(this.#timer);
    await this.#claiming;
    const all = [...this.#deliveries.values()].flatMap((deliveries) => [...deliveries.values()]);
    for (const delivery of all) delivery.close();
    await settledWithin(Promise.all(all.map((delivery) => delivery.ended)), graceMs, { unref: true });
    await Promise.all(all.map((delivery) => delivery.stop()));
    this.#tools.poster.close();
    // Others go on with what is left.
    await this.#guard(() => this.#started?.store.renew(this.#owner, 0));
  }

  #use(): Started {
    if (this.#started === undefined) throw new TypeError("webhooks: start was not called");
    return this.#started;
  }

  /** Renews the leases of this process, and takes over those that have ended. Never rejects. */
  async #keep(): Promise<void> {
    await this.#guard(() => this.#use().store.renew(this.#owner, this.#tools.limits.leaseMs));
    await this.#guard(() => this.#claim());
  }

  async #guard(work: () => Promise<void> | undefined): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#closing) this.#use().source.onError(error, undefined);
    }
  }

  /** Begins to deliver to webhooks that are not leased, one claim after the other. */
  #claim(): Promise<void> {
    const before = this.#claiming?.catch(() => undefined);
    const claiming = (async () => {
      await before;
      if (this.#closing) return;
      const { store } = this.#use();
      const { leaseMs } = this.#tools.limits;
      for (const stored of await store.claim(this.#owner, leaseMs, claimed)) this.#begin(stored);
    })();
    this.#claiming = claiming.catch(() => undefined);
    return claiming;
  }

  #begin(stored: StoredPushConfig): void {
    const { source, forms, store } = this.#use();
    const { id, taskId } = stored.config;
    const webhook = { taskId, id, owner: this.#owner };
    const there = this.#deliveries.get(taskId)?.get(id);
    // Its lease was only renewed too late.
    if (there?.isEnded === false) return;
    const form = forms.get(stored.profile);
    // A process with other translations may know it.
    if (form === undefined) return;
    const { leaseMs } = this.#tools.limits;
    const lease: DeliveryLease = {
      advance: (version, sending) =>
        store.advance(webhook, {
          version,
          leaseMs,
          isOver: false,
          ...(sending !== undefined && { sending }),
        }),
      end: (version) => store.advance(webhook, { version, leaseMs: 0, isOver: true }),
    };
    const delivery = new Delivery({ stored, form, source, tools: this.#tools, lease });
    const ofTask = this.#deliveries.get(taskId) ?? new Map<string, Delivery>();
    this.#deliveries.set(taskId, ofTask.set(id, delivery));
    void this.#noteEnd(delivery, webhook);
  }

  async #noteEnd(delivery: Delivery, webhook: LeasedWebhook): Promise<void> {
    await delivery.ended;
    const { taskId, id } = webhook;
    const ofTask = this.#deliveries.get(taskId);
    if (ofTask?.get(id) !== delivery) return;
    ofTask.delete(id);
    if (ofTask.size === 0) this.#deliveries.delete(taskId);
    // Without effect if it is over: otherwise the store failed, and it is claimed again later.
    const { version } = delivery;
    await this.#guard(async () => {
      await this.#use().store.advance(webhook, { version, leaseMs: 0, isOver: false });
    });
  }

  /** Goes on in another form. */
  #restart(there: Delivery, stored: StoredPushConfig): void {
    const { id, taskId } = stored.config;
    this.#deliveries.get(taskId)?.delete(id);
    void there.stop();
    this.#begin({ ...stored, version: Math.min(there.version, stored.version) });
  }

  get #room(): WebhookRoom {
    const { perTask, configurationsPerScope: perScope, configurations: total } = this.#tools.limits;
    return { perTask, perScope, total };
  }

  /** Fails if a configuration cannot be delivered to. */
  #check({ config, profile }: StoredPushConfig): void {
    const { source, forms } = this.#use();
    if (this.#closing) throw new CallError("UNAVAILABLE", "the server is shutting down");
    this.#checkTarget(config);
    if (forms.has(profile)) return;
    const message = `push notifications are not sent in the form of ${profile}`;
    const hint = `${message}: give its translation, webhooks({ older: [...] })`;
    source.onError(new TypeError(hint), config.taskId);
    throw new CallError("UNIMPLEMENTED", message);
  }

  #checkTarget(config: StoredPushConfig["config"]): void {
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
}
