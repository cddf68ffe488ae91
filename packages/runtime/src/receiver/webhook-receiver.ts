import { callHook } from "../core/call-hook.ts";
import { startTimer } from "../core/time.ts";
import { errorHeaders, type HttpHandler, type HttpRequest, type HttpResponse } from "../http/http-message.ts";
import { readJsonBody } from "../http/json-body.ts";
import { mediaTypeOf } from "../http/media-type.ts";
import { pathFor } from "../http/mount.ts";
import { CallError, isCallError, type ServiceDefinition } from "../service/index.ts";
import {
  guardObserver,
  observeWork,
  preciseTime,
  type SafeObservation,
  type SafeObserver,
} from "../service/observe.ts";
import { type Hook, OpenHook } from "./hook.ts";
import type { EventOf, Notification } from "./notification.ts";
import { NotificationForms } from "./notification-forms.ts";
import {
  type ReceiverLimits,
  resolveReceiverLimits,
  type WebhookReceiverOptions,
} from "./receiver-options.ts";
import { RequestRate } from "./request-rate.ts";
import { digest, matches, presentedSecrets, randomToken, secretsIn } from "./secrets.ts";
import { MemorySeen, type SeenNotifications } from "./seen.ts";

/** Takes the push notifications of agents. */
export interface WebhookReceiver<Event> {
  /** Answers the requests of agents: give it to an adapter, such as `toNodeListener`. */
  readonly handler: HttpHandler;
  /**
   * Opens a webhook for one task, in this process, at the URL at which agents reach the receiver. Fails with
   * RESOURCE_EXHAUSTED if too many are open.
   */
  open(url: string): Promise<Hook<Event>>;
  /** Ends all webhooks; agents are asked to retry later. */
  close(): void;
}

/**
 * Receives push notifications (sections 4.3.3 and 13.2): verifies their secrets, sender and task, answers
 * with success, drops duplicates by the header webhook-id, and yields events in the types of `service`,
 * whatever the version of the agent.
 *
 * Throws a TypeError for a service without push notifications, for translations of another service, and for
 * `expected` without `onNotification`; a RangeError for invalid limits.
 */
export function createWebhookReceiver<Service extends object>(
  service: ServiceDefinition<Service>,
  options: WebhookReceiverOptions<EventOf<Service>> = {},
): WebhookReceiver<EventOf<Service>> {
  const { expected, onNotification } = options;
  if ((expected === undefined) !== (onNotification === undefined)) {
    throw new TypeError("expected and onNotification belong together: give both, or use open");
  }
  // The forms decide the type of the events.
  return new Receiver(service, options as WebhookReceiverOptions<unknown>) as WebhookReceiver<
    EventOf<Service>
  >;
}

/** Closed webhooks whose late notifications are still answered with success. */
const remembered = 10_000;
/** Characters of an identifier. */
const idLength = 512;

class Receiver implements WebhookReceiver<unknown> {
  readonly handler: HttpHandler;
  readonly #options: WebhookReceiverOptions<unknown>;
  readonly #forms: NotificationForms;
  readonly #limits: ReceiverLimits;
  readonly #seen: SeenNotifications;
  readonly #observer: SafeObserver | undefined;
  /** Of requests whose sender is verified: those for open webhooks are by the header alone. */
  readonly #verified: RequestRate;
  /** Of the others: those for `expected` begin here, beside forged ones, until they are verified. */
  readonly #unverified: RequestRate;
  /** By the digests of their tokens, so that the time of a search reveals nothing about a token. */
  readonly #hooks = new Map<string, OpenHook>();
  readonly #ended = new MemorySeen(remembered);
  /** Notifications in work, by key. */
  readonly #inWork = new Map<string, Promise<void>>();
  #waitingBytes = 0;
  #isClosed = false;

  constructor(service: ServiceDefinition, options: WebhookReceiverOptions<unknown>) {
    this.#options = options;
    this.#forms = new NotificationForms(service, options.older ?? []);
    this.#limits = resolveReceiverLimits(options.limits);
    this.#observer = guardObserver(options.observer, (error) =>
      console.error("a2agen: the observer of a webhook receiver failed:", error),
    );
    this.#seen = options.seen ?? new MemorySeen();
    this.#verified = new RequestRate(this.#limits);
    this.#unverified = new RequestRate(this.#limits);
    this.handler = (request) => {
      const { path } = options;
      return path === undefined || pathFor(request, path) === path ? this.#answer(request) : undefined;
    };
  }

  async open(url: string): Promise<Hook<unknown>> {
    const { hooks, waiting } = this.#limits;
    if (this.#isClosed) throw new CallError("UNAVAILABLE", "the receiver is closed");
    const token = randomToken();
    const key = await digest(token);
    if (this.#hooks.size >= hooks) {
      throw new CallError("RESOURCE_EXHAUSTED", `more than ${hooks} webhooks are open`);
    }
    const hook = new OpenHook({
      config: { url, token },
      rules: this.#forms.rules,
      waiting,
      room: {
        take: (bytes) => this.#takeRoom(bytes),
        give: (bytes) => {
          this.#waitingBytes -= bytes;
        },
      },
      onClose: () => {
        this.#hooks.delete(key);
        this.#ended.add(key);
      },
      onForeign: (error, taskId) => this.#report(error, taskId),
    });
    this.#hooks.set(key, hook);
    return hook;
  }

  close(): void {
    this.#isClosed = true;
    for (const hook of this.#hooks.values()) hook.close();
  }

  #takeRoom(bytes: number): boolean {
    if (this.#waitingBytes + bytes > this.#limits.waitingBytes) return false;
    this.#waitingBytes += bytes;
    return true;
  }

  /** Does not reject. */
  async #answer(request: HttpRequest): Promise<HttpResponse> {
    const visit: Visit = {};
    const observed = this.#observer?.begin({
      kind: "receipt",
      since: preciseTime(),
      authority: request.header("host"),
      peer: request.peer,
      header: (name) => request.header(name),
    });
    const take = (): Promise<void> => this.#take(request, { visit, observed });
    try {
      await (observed === undefined ? take() : observeWork(observed, take));
      return { status: 204, headers: {} };
    } catch (thrown) {
      const error = isCallError(thrown) ? thrown : failed(thrown);
      this.#report(error, visit.taskId);
      const { status, http: code, message } = error;
      return {
        status: code,
        headers: errorHeaders(error, "application/json"),
        body: JSON.stringify({ error: { code, status, message } }),
      };
    } finally {
      visit.leave?.();
    }
  }

  async #take(request: HttpRequest, { visit, observed }: Taking): Promise<void> {
    this.#checkHead(request);
    const { authenticate, expected } = this.#options;
    const presented = presentedSecrets(request, this.#forms.tokenHeaders);
    const secrets = secretsIn(presented);
    const digests = await Promise.all(secrets.map(digest));
    if (digests.some((each) => this.#ended.has(each))) return;
    const hook = digests.map((each) => this.#hooks.get(each)).find((found) => found !== undefined);
    enter(visit, hook === undefined ? this.#unverified : this.#verified);
    const isHopeless = secrets.length === 0 && authenticate === undefined;
    if (hook === undefined && (expected === undefined || isHopeless)) throw unverified();
    const { peerCertificate } = request;
    if ((await authenticate?.({ header: (name) => request.header(name), peerCertificate })) === false) {
      throw unverified();
    }
    if (authenticate !== undefined) enter(visit, this.#verified);
    const body = await readJsonBody(request, this.#limits);
    const { taskId, event, profile, losses } = this.#forms.read(body);
    visit.taskId = taskId;
    observed?.request(event);
    const wanted = hook === undefined ? await expected?.(taskId, presented) : { token: hook.config.token };
    // The same answer for tasks that are not known: a stranger learns of none.
    if (wanted === undefined) throw unverified();
    if (hook === undefined && !(await matches(wanted, presented, authenticate !== undefined)))
      throw unverified();
    enter(visit, this.#verified);
    const id = idOf(request);
    const notification = { id, taskId, token: presented.token, event, profile, losses };
    const deliver = async (): Promise<void> => {
      if (hook === undefined) await this.#handle(notification);
      else hook.add(notification, body.length);
    };
    if (id === undefined) return deliver();
    await this.#once(await digest(JSON.stringify([taskId, id, wanted])), deliver);
  }

  #checkHead(request: HttpRequest): void {
    if (this.#isClosed) throw new CallError("UNAVAILABLE", "the receiver is closed", { retryAfterMs: 1000 });
    if (request.method !== "POST") {
      throw new CallError("UNIMPLEMENTED", "expected POST", { http: 405, headers: { allow: "POST" } });
    }
    const type = mediaTypeOf(request.header("content-type"));
    if (type === "" || type === "application/json" || type.endsWith("+json")) return;
    throw new CallError("INVALID_ARGUMENT", "expected application/json or application/a2a+json", {
      http: 415,
    });
  }

  /**
   * Delivers unless it was delivered already; one that comes while it is delivered waits for the same end.
   */
  async #once(key: string, deliver: () => Promise<void>): Promise<void> {
    const there = this.#inWork.get(key);
    if (there !== undefined) return there;
    const work = (async () => {
      if (await this.#seen.has(key)) return;
      await deliver();
      await this.#seen.add(key);
    })();
    this.#inWork.set(key, work);
    try {
      await work;
    } finally {
      this.#inWork.delete(key);
    }
  }

  async #handle(notification: Notification<unknown>): Promise<void> {
    const { handlerMs } = this.#limits;
    let stop: (() => void) | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      stop = startTimer(handlerMs, () =>
        reject(new Error(`onNotification took longer than ${handlerMs} ms`)),
      );
    });
    try {
      await Promise.race([this.#options.onNotification?.(notification), late]);
    } finally {
      stop?.();
    }
  }

  #report(error: CallError, taskId: string | undefined): void {
    const { onRefused } = this.#options;
    if (onRefused !== undefined) callHook("onRefused", () => onRefused(error, taskId));
  }
}

/** What is known of a request, and the place that it takes. */
interface Visit {
  taskId?: string;
  rate?: RequestRate;
  leave?: () => void;
}

interface Taking {
  readonly visit: Visit;
  readonly observed: SafeObservation | undefined;
}

/** Takes a place, and leaves the one before. */
function enter(visit: Visit, rate: RequestRate): void {
  if (visit.rate === rate) return;
  const leave = rate.enter();
  visit.leave?.();
  visit.rate = rate;
  visit.leave = leave;
}

function idOf(request: HttpRequest): string | undefined {
  const id = request.header("webhook-id");
  if (id === undefined || id === "") return undefined;
  if (id.length <= idLength) return id;
  throw new CallError("INVALID_ARGUMENT", `webhook-id: expected at most ${idLength} characters`);
}

function unverified(): CallError {
  return new CallError("UNAUTHENTICATED", "the notification is not verified", { challenges: ["Bearer"] });
}

/** Whatever fails here may succeed at the next attempt. */
function failed(cause: unknown): CallError {
  return new CallError("UNAVAILABLE", "the notification could not be taken", { cause, retryAfterMs: 1000 });
}
