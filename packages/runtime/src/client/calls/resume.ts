import { isObject, own } from "../../core/object.ts";
import type { CallOptions } from "../../service/call-context.ts";
import { type CallError, clientError, isCallError } from "../../service/call-error.ts";
import { valueAt } from "../../service/field-path.ts";
import type { ClientDefinition, ClientMethod } from "../../service/method.ts";
import type { TaskRules } from "../../service/protocol.ts";
import { StreamProgress, untagged } from "../../service/stream-progress.ts";
import type { ClientInterceptor, ClientTransport, Interceptor } from "../../service/transport.ts";
import { wrapTransport } from "../../service/wrap-transport.ts";
import type { ResumeOptions, StreamGap } from "../contract/retry-options.ts";
import { type Backoff, checkAttempts, isTemporary, resolveBackoff } from "./backoff.ts";
import { interceptAny } from "./change-calls.ts";
import { EventGenerations } from "./event-generations.ts";
import { EventPlaces } from "./event-places.ts";
import { withStandIn } from "./stand-in.ts";

/**
 * Resumes streams of tasks that break, that is, fail with UNAVAILABLE or end before the task does. Further
 * events are requested with the protocol's method for that (SubscribeToTask, A2A 3.1.6), whose first event,
 * the task, is passed on like others; the call that began the stream is never sent again. A stream that
 * breaks before it names a task fails. Gives up after `attempts` tries in a row without a new event, with
 * the last error.
 *
 * Where the server gives events identifiers, the last one is sent as `Last-Event-ID`, and a server that knows
 * it continues after it. Servers of a2agen name the event before as well: what is missing is requested again,
 * and what has been read already is left out.
 *
 * Other servers send what follows only, or the task first. Where they do not send it (A2A 0.3 leaves it to
 * them), it is requested once the new connection stands, and comes as an event: it has what is in no event.
 * `onGap` is called for missing events, whether the task stands in for them or not.
 *
 * The stream of a task that has ended meanwhile cannot be resumed: if the protocol has a method that returns
 * a task (`TaskRules.snapshot`), the task is the last event; otherwise the stream fails with the server's
 * error. So it is for a subscription that ends without any event.
 */
export function withResume(
  service: ClientDefinition,
  options: ResumeOptions = {},
): Interceptor & ClientInterceptor {
  const { tasks, tenantField } = service.protocol;
  const methods: readonly ClientMethod[] = Object.values(service.methods);
  const resume = methods.find(({ name }) => name === tasks?.resume.method);
  const attempts = checkAttempts(options.attempts ?? 8);
  const backoff = resolveBackoff(options);
  if (tasks === undefined || resume === undefined) return interceptAny((transport) => transport);
  const snapshot = methods.find(({ name }) => name === tasks.snapshot?.method);
  const onGap = options.onGap ?? (() => undefined);
  const rules: ResumeRules = { tasks, tenantField, resume, snapshot, attempts, backoff, onGap };
  return interceptAny((inner) =>
    wrapTransport(inner, {
      stream: (method, request, call) =>
        method.output.typeName === resume.output.typeName
          ? new ResumedStream(rules, inner, { method, request, options: call }).read()
          : inner.stream(method, request, call),
    }),
  );
}

interface ResumeRules {
  readonly tasks: TaskRules;
  readonly tenantField: string | undefined;
  readonly resume: ClientMethod;
  /** Returns a task that has ended. */
  readonly snapshot: ClientMethod | undefined;
  readonly attempts: number;
  readonly backoff: Backoff;
  readonly onGap: (gap: StreamGap) => void;
}

interface StreamCall {
  readonly method: ClientMethod;
  readonly request: unknown;
  readonly options: CallOptions;
}

/** A stream of a task over as many connections as it takes. */
class ResumedStream {
  readonly #rules: ResumeRules;
  readonly #inner: ClientTransport;
  readonly #call: StreamCall;
  readonly #progress: StreamProgress;
  /** The task that was read last to stand in for events. */
  #standIn: unknown;

  constructor(rules: ResumeRules, inner: ClientTransport, call: StreamCall) {
    this.#rules = rules;
    this.#inner = inner;
    this.#call = call;
    this.#progress = new StreamProgress(rules.tasks);
  }

  async *read(): AsyncGenerator<unknown, void, undefined> {
    const { tasks, resume, attempts, backoff } = this.#rules;
    const { method, request, options } = this.#call;
    const progress = this.#progress;
    const places = new EventPlaces();
    const generations = new EventGenerations(tasks);
    const watched: CallOptions = {
      ...options,
      onEventId: (id) => {
        places.name(id);
        options.onEventId?.(id);
      },
    };
    let isResumed = false;
    let source = this.#inner.stream(method, request, watched);
    for (let failures = 0; ; ) {
      let error: CallError;
      try {
        progress.begin();
        places.begin();
        generations.begin();
        for await (const event of source) {
          if (event === this.#standIn) {
            progress.add(event);
            generations.skipTo(event);
            yield event;
            const isAtRest = method.name !== resume.name && !progress.isUnfinished;
            if (progress.isComplete || isAtRest) return;
            continue;
          }
          const place = places.next();
          if (place === "missed") throw this.#missedEvents();
          const isNew = progress.add(event);
          const step = generations.next(event);
          if (place === "seen" || (place === "unknown" && step === "seen")) continue;
          if (step === "gap") {
            const task = place === "unknown" ? await this.#readTask() : undefined;
            if (place === "unknown") this.#tellGap(task);
            if (task !== undefined) {
              generations.skipTo(task);
              yield task;
              // The task has it already.
              if (generations.has(event)) continue;
            }
            generations.skipTo(event);
          }
          if (isNew || place === "next") failures = 0;
          yield event;
          // A subscription continues where the stream of a message would end.
          if (isResumed && method.name !== resume.name && !progress.isUnfinished) return;
        }
        if (progress.isFresh && method.name === resume.name) {
          progress.nameTask(this.#requestedTask());
          const last = await this.#readEnd();
          if (last !== undefined) {
            yield last;
            return;
          }
        }
        if (!progress.isUnfinished) return;
        error = this.#endedEarly();
      } catch (cause) {
        if (!isCallError(cause)) throw cause;
        if (cause.status === "UNAVAILABLE") {
          // All events have arrived; how the connection ended does not matter.
          if (progress.isComplete) return;
        } else {
          const isRefused = failures > 0 && progress.isFresh;
          if (!isRefused) throw cause;
          if (!isTemporary(cause)) {
            const last = await this.#readEnd();
            if (last === undefined) throw cause;
            yield last;
            return;
          }
        }
        error = cause;
      }
      const { taskId } = progress;
      failures += 1;
      if (taskId === undefined || failures > attempts) throw error;
      const wanted = Math.min(error.retryAfterMs ?? 0, backoff.maximumDelayMs);
      await backoff.clock.sleep(Math.max(backoff.delayAfter(failures), wanted), options.signal);
      isResumed = true;
      // By the count of changes where events have no identifiers, as over gRPC; other servers ignore it.
      const last = places.last ?? generations.place;
      const headers = last === undefined ? {} : { headers: { ...options.headers, "last-event-id": last } };
      const request = this.#requestFor(tasks.resume, taskId);
      source = withStandIn({
        open: (call) => this.#inner.stream(resume, request, call),
        options: { ...watched, ...headers },
        isWhole: (event) => places.isNamed || generations.counts(event) || this.#isTask(event),
        // Servers that name or count events send those that are missing.
        isEager: tasks.streamsBeginWithTask !== true && !places.isCounted && generations.place === undefined,
        readTask: () => this.#readTask(),
        onGap: (task) => {
          this.#standIn = task;
          this.#tellGap(task);
        },
      });
    }
  }

  #isTask(event: unknown): boolean {
    const { snapshot, eventTag } = this.#rules.tasks;
    return snapshot !== undefined && valueAt(untagged(event, eventTag), [snapshot.event]) !== undefined;
  }

  #tellGap(task: unknown): void {
    const { taskId = "" } = this.#progress;
    this.#rules.onGap({ taskId, isFilled: task !== undefined });
  }

  /** The event with which the task ended; undefined if it has not, or it cannot be read. */
  async #readEnd(): Promise<unknown> {
    const event = await this.#readTask();
    if (event === undefined) return undefined;
    const progress = new StreamProgress(this.#rules.tasks);
    progress.add(event);
    return progress.isUnfinished ? undefined : event;
  }

  /** The task as it is now, as an event; undefined if it cannot be read. */
  async #readTask(): Promise<unknown> {
    const { tasks, snapshot, attempts, backoff } = this.#rules;
    const { taskId } = this.#progress;
    const { options } = this.#call;
    if (tasks.snapshot === undefined || snapshot === undefined || taskId === undefined) return undefined;
    const request = this.#requestFor(tasks.snapshot, taskId);
    for (let failures = 1; ; failures++) {
      try {
        const task = await this.#inner.unary(snapshot, request, options);
        return tasks.eventTag === undefined ? { [tasks.snapshot.event]: task } : task;
      } catch (error) {
        // What broke the stream may break this, too. Another refusal is less useful than that of the
        // resumption.
        if (!isCallError(error) || !isTemporary(error) || failures >= attempts) return undefined;
        await backoff.clock.sleep(backoff.delayAfter(failures), options.signal);
      }
    }
  }

  /** A request that names the task, for the same tenant. */
  #requestFor({ field, value }: { readonly field: string; readonly value: string }, taskId: string): object {
    const { tenantField } = this.#rules;
    const { request } = this.#call;
    const tenant = tenantField !== undefined && isObject(request) ? own(request, tenantField) : undefined;
    return {
      ...(tenantField !== undefined && tenant !== undefined && { [tenantField]: tenant }),
      [field]: value.replace("{}", () => taskId),
    };
  }

  /** The task of a request to subscribe. */
  #requestedTask(): string {
    const { field, value } = this.#rules.tasks.resume;
    const { request } = this.#call;
    const name = isObject(request) ? own(request, field) : undefined;
    return typeof name === "string" ? name.slice(value.indexOf("{}")) : "";
  }

  #missedEvents(): CallError {
    const { taskId = "" } = this.#progress;
    return clientError("UNAVAILABLE", `events of the task ${taskId} are missing from the stream`, {
      metadata: { taskId },
    });
  }

  #endedEarly(): CallError {
    const { taskId = "" } = this.#progress;
    return clientError("UNAVAILABLE", `the stream ended before the task ${taskId} did`, {
      metadata: { taskId },
    });
  }
}
