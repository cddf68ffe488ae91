import { isTaskStoreError, type PushSource, type StoredPushConfig, type TaskUpdate } from "../agent/index.ts";
import { callHook } from "../core/call-hook.ts";
import { defined } from "../core/object.ts";
import { onAbort } from "../core/on-abort.ts";
import { abortable, sleep, startTimer } from "../core/time.ts";
import { parseUrl } from "../core/url.ts";
import type { TraceCarrier } from "../service/index.ts";
import { guardObserver, type SafeObserver } from "../service/observe.ts";
import { secretHeaders } from "./authorization.ts";
import { mergeUpdates } from "./merge-updates.ts";
import type { PayloadForm } from "./payload-form.ts";
import { retryDelay } from "./retry-delay.ts";
import { isWebhookError, showUrl, WebhookError } from "./webhook-error.ts";
import type { Tools } from "./webhook-options.ts";

export interface DeliveryInit {
  readonly stored: StoredPushConfig;
  readonly form: PayloadForm;
  readonly source: PushSource;
  readonly tools: Tools;
  /** The lease of the webhook. */
  readonly lease: DeliveryLease;
}

/** Keeps a webhook to this process; both return its current state, or undefined if it is lost or deleted. */
export interface DeliveryLease {
  /** All up to a version was delivered or given up, and a notification up to `sending` may be next. */
  advance(version: number, sending?: number): Promise<StoredPushConfig | undefined>;
  /** Nothing more is to be delivered. */
  end(version: number): Promise<unknown>;
}

/** Milliseconds for which a closing delivery waits for one more update. */
const lastLookMs = 100;

/**
 * Delivers the updates of a task to one webhook, in order: each when the one before has arrived or was given
 * up, pieces of an artifact that came meanwhile as one. Deliveries are independent.
 */
export class Delivery {
  readonly profile: string;
  readonly scope: string;
  /** Resolves when the delivery is over: the task has ended, or the webhook was given up. */
  readonly ended: Promise<void>;
  readonly #init: DeliveryInit;
  readonly #taskId: string;
  readonly #stop = new AbortController();
  readonly #close = new AbortController();
  #config: StoredPushConfig["config"];
  #carrier: TraceCarrier | undefined;
  readonly #observer: SafeObserver | undefined;
  #version: number;
  /**
   * The version that the notification ends with which may have been sent, as the store has it; undefined if
   * it keeps none.
   */
  #sending: number | undefined;
  #isEnded = false;
  /** Notifications given up in a row. */
  #failures = 0;
  /** Ends the pause before the next attempt. */
  #wake = new AbortController();
  /** The notification in flight; does not reject. */
  #attempt: Promise<unknown> | undefined;

  constructor(init: DeliveryInit) {
    this.#init = init;
    const { config, profile, scope, version, sending, carrier } = init.stored;
    const { observer, onError } = init.source;
    this.#carrier = carrier;
    this.#observer = guardObserver(observer, (error) => onError(error, config.taskId));
    this.profile = profile;
    this.scope = scope;
    this.#config = config;
    this.#taskId = config.taskId;
    this.#version = version;
    this.#sending = sending;
    this.ended = this.#run().finally(() => {
      this.#isEnded = true;
    });
  }

  get config(): StoredPushConfig["config"] {
    return this.#config;
  }

  /** The version up to which everything was delivered or given up. */
  get version(): number {
    return this.#version;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Continues with a changed configuration, without waiting for the next attempt. */
  update({ config, carrier }: StoredPushConfig): void {
    this.#config = config;
    this.#carrier = carrier;
    this.#failures = 0;
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  /** Ends the delivery; nothing more is sent once it has resolved. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error("the delivery was ended"));
    this.#wake.abort();
    await this.#attempt;
  }

  /** Delivers the updates that exist already, and ends then. */
  close(): void {
    this.#close.abort();
  }

  async #run(): Promise<void> {
    const { limits } = this.#init.tools;
    for (let failures = 1; ; failures++) {
      const before = this.#version;
      try {
        return await this.#follow();
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#report(error);
        if (isTaskStoreError(error, "missing")) return;
        if (this.#version > before) failures = 1;
        if (failures >= limits.attempts) return;
      }
      await this.#pause(retryDelay(failures, limits));
      if (this.#close.signal.aborted || this.#stop.signal.aborted) return;
    }
  }

  async #follow(): Promise<void> {
    const { source, tools } = this.#init;
    // A separate signal, so that the store is released for whatever reason the following ends.
    const following = new AbortController();
    const stopListening = onAbort(this.#stop.signal, () => following.abort(this.#stop.signal.reason));
    const updates = source.follow(this.#taskId, this.#version, following.signal)[Symbol.asyncIterator]();
    try {
      for (let following: Step; ; ) {
        const step: Step = following ?? (await this.#next(updates));
        following = undefined;
        if (step === undefined || this.#stop.signal.aborted) return;
        if (step.done === true) return void (await this.#init.lease.end(this.#version));
        let update = step.value;
        while (this.#mayMerge(update)) {
          following = await this.#next(updates);
          const merged = following?.done === false ? this.#merge(update, following.value) : undefined;
          if (merged === undefined) break;
          update = merged;
          following = undefined;
        }
        await this.#notify(update);
        if (this.#stop.signal.aborted) return;
        if (this.#failures < tools.limits.failures) continue;
        return await this.#giveUp();
      }
    } finally {
      stopListening();
      following.abort();
      // Not awaited: a generator that is busy answers only when it is done.
      updates.return?.().then(undefined, () => undefined);
    }
  }

  /** Whether what follows an update may go with it. A process that resumes must know how far it went. */
  #mayMerge({ more = false, version }: TaskUpdate): boolean {
    if (!more || version <= this.#version || this.#init.form.rules.payload === "task") return false;
    return this.#sending !== undefined;
  }

  /** Two updates in one; no more than went together before, where they may have been sent. */
  #merge(first: TaskUpdate, second: TaskUpdate): TaskUpdate | undefined {
    const sending = this.#sending ?? 0;
    if (this.#version < sending && second.version > sending) return undefined;
    return mergeUpdates(first, second);
  }

  async #giveUp(): Promise<void> {
    // Before the report, since its receiver may set the configuration again.
    this.#isEnded = true;
    await this.#init.lease.end(this.#version);
    const { failures } = this.#init.tools.limits;
    const message = `${this.#place()} are sent no more: ${failures} in a row did not arrive`;
    this.#report(new WebhookError("unreachable", message));
  }

  /** The next update; undefined once the delivery stops, or closes and there is none yet. */
  async #next(updates: AsyncIterator<TaskUpdate>): Promise<IteratorResult<TaskUpdate> | undefined> {
    const cleanUp: (() => void)[] = [];
    const left = new Promise<undefined>((resolve) => {
      const leave = (): void => resolve(undefined);
      cleanUp.push(
        onAbort(this.#stop.signal, leave),
        onAbort(this.#close.signal, () => cleanUp.push(startTimer(lastLookMs, leave))),
      );
    });
    try {
      return await Promise.race([updates.next(), left]);
    } finally {
      for (const stop of cleanUp) stop();
    }
  }

  async #notify({ event, version }: TaskUpdate): Promise<void> {
    const { form, source } = this.#init;
    // A whole task includes the updates before it.
    if (version <= this.#version) return;
    const whole = form.rules.payload === "task" ? await source.read(this.#taskId) : undefined;
    if (form.rules.payload === "task" && whole === undefined) return;
    const delivered = Math.max(version, whole?.version ?? 0);
    try {
      const id = `${this.#taskId}:${delivered}`;
      const body = form.write(whole === undefined ? event : whole.task);
      const delivery = this.#deliver({ id, body, version: delivered });
      const { background } = source;
      // What becomes of it is told below.
      const settled = delivery.then(undefined, () => undefined);
      if (background !== undefined) callHook("background", () => background(settled));
      await delivery;
      this.#failures = 0;
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      if (error instanceof LostStore) throw error.cause;
      this.#failures++;
      this.#report(this.#explain(error, delivered));
    }
    this.#version = delivered;
    this.#renewed(await this.#advance(delivered));
  }

  async #advance(version: number, sending?: number): Promise<StoredPushConfig | undefined> {
    try {
      return await this.#init.lease.advance(version, sending);
    } catch (cause) {
      throw new LostStore("the store of the webhooks failed", { cause });
    }
  }

  /** Takes the configuration as it is now over, or stops if the webhook is not this process's any more. */
  #renewed(webhook: StoredPushConfig | undefined): void {
    if (webhook !== undefined) ({ config: this.#config, sending: this.#sending } = webhook);
    else if (!this.#stop.signal.aborted)
      this.#stop.abort(new Error("the webhook is delivered to elsewhere, or was deleted"));
  }

  /** Tries until the notification has arrived; rejects with the error of the last attempt. */
  async #deliver(notification: Notification): Promise<void> {
    const { limits } = this.#init.tools;
    for (let attempt = 1; ; attempt++) {
      const error = await this.#post(notification, attempt);
      if (error === undefined) return;
      if (this.#stop.signal.aborted || attempt >= limits.attempts || isFinal(error)) throw error;
      const retryAfterMs = isWebhookError(error) ? error.retryAfterMs : undefined;
      await this.#pause(retryDelay(attempt, limits, retryAfterMs));
      this.#stop.signal.throwIfAborted();
    }
  }

  /** One attempt; resolves with its error, or with undefined when the notification has arrived. */
  async #post(notification: Notification, count: number): Promise<Error | undefined> {
    const { slots, scopeSlots, limits } = this.#init.tools;
    const attempt = new AbortController();
    const stopListening = onAbort(this.#stop.signal, () => attempt.abort(this.#stop.signal.reason));
    let stopTimer: (() => void) | undefined;
    let releaseScope: (() => void) | undefined;
    let release: (() => void) | undefined;
    try {
      // First that of the scope: what waits for its own slot takes none of others.
      releaseScope = await scopeSlots.acquire(this.scope, this.#stop.signal);
      release = await slots.acquire(hostOf(this.#config.url), this.#stop.signal);
      // What was set, deleted or taken over elsewhere in the meantime counts.
      this.#renewed(await this.#advance(this.#version, notification.version));
      this.#stop.signal.throwIfAborted();
      stopTimer = startTimer(limits.attemptMs, () => {
        attempt.abort(new WebhookError("timeout", `no answer within ${limits.attemptMs} milliseconds`));
      });
      const sent = this.#observe(notification, { count, signal: attempt.signal });
      this.#attempt = sent;
      return await sent;
    } catch (error) {
      return toError(error);
    } finally {
      stopTimer?.();
      release?.();
      releaseScope?.();
      this.#attempt = undefined;
      stopListening();
    }
  }

  /** Sends a notification, and shows the observer the attempt; resolves as `#send` does. */
  async #observe(notification: Notification, { count, signal }: Attempt): Promise<Error | undefined> {
    const observed = this.#observer?.begin({
      kind: "delivery",
      taskId: this.#taskId,
      configId: this.#config.id,
      attempt: count,
      origin: parseUrl(this.#config.url)?.origin ?? "",
      carrier: this.#carrier,
    });
    if (observed === undefined) return this.#send(notification, signal);
    const error = await observed.run(() => this.#send(notification, signal, observed.carrier()));
    observed.end(error && { error });
    return error;
  }

  /** Resolves with its error, or with undefined. */
  async #send(
    { id, body }: Notification,
    signal: AbortSignal,
    trace?: TraceCarrier,
  ): Promise<Error | undefined> {
    const { form, tools } = this.#init;
    const config = this.#config;
    try {
      const find = tools.credentials;
      const secrets = await abortable(secretHeaders(config, form.rules, { find, signal }), signal);
      const { url } = config;
      // The trace is for the origin of the URL alone, too.
      const own = { ...trace, ...secrets };
      await tools.poster.post({ url, contentType: form.contentType, id, body, secrets: own }, signal);
      return undefined;
    } catch (error) {
      return toError(error);
    }
  }

  #pause(ms: number): Promise<void> {
    return sleep(ms, { signal: this.#wake.signal, unref: true });
  }

  #explain(error: unknown, version: number): Error {
    const what = `the notification of version ${version} of the task was given up`;
    if (!isWebhookError(error)) {
      return new Error(`${this.#place()}: ${what}`, { cause: error });
    }
    const { problem, status, cause } = error;
    return new WebhookError(
      problem,
      `${this.#place()}: ${what}: ${error.message}`,
      defined({ status, cause }),
    );
  }

  #place(): string {
    const { url, id } = this.#config;
    const parsed = parseUrl(url);
    const shown = parsed === undefined ? "a webhook" : showUrl(parsed);
    return `push notifications of the configuration ${JSON.stringify(id)} to ${shown}`;
  }

  #report(error: unknown): void {
    try {
      this.#init.source.onError(error, this.#taskId);
    } catch {
      // The hook itself failed, and the other notifications have to go on.
    }
  }
}

/** Without the store nothing is sent, for the webhook may belong to another process. */
class LostStore extends Error {}

interface Notification {
  /** The same for every attempt, and for no other notification of the webhook. */
  readonly id: string;
  readonly body: Buffer;
  /** Of the last update in it. */
  readonly version: number;
}

interface Attempt {
  /** From 1. */
  readonly count: number;
  readonly signal: AbortSignal;
}

/** Undefined if there is none. */
type Step = IteratorResult<TaskUpdate> | undefined;

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/**
 * Whether further attempts are of no use: the receiver refuses the notification, its address may not be
 * called, or the webhook may belong to another process. Everything else may pass, an error of the agent's own
 * included.
 */
function isFinal(error: Error): boolean {
  if (error instanceof LostStore) return true;
  if (!isWebhookError(error)) return false;
  const { problem, status = 0 } = error;
  if (problem === "status") return status < 500 && ![408, 425, 429].includes(status);
  return problem === "refused" || problem === "redirect";
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? "";
}
