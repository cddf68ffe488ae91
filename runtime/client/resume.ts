import type { CallOptions } from "../service/call-context.ts";
import { type CallError, clientError, isCallError } from "../service/call-error.ts";
import type { Method, ServiceDefinition } from "../service/method.ts";
import type { TaskRules } from "../service/protocol.ts";
import type { Interceptor, Transport } from "../service/transport.ts";
import { type BackoffOptions, checkAttempts, resolveBackoff } from "./backoff.ts";
import { isTemporary } from "./is-temporary.ts";
import { StreamProgress } from "./stream-progress.ts";
import { wrapTransport } from "./wrap-transport.ts";

export interface ResumeOptions extends BackoffOptions {
  /** Most tries in a row that bring nothing new. Default: 5. */
  readonly attempts?: number;
}

/**
 * Takes up the streams of tasks again that break: that fail with UNAVAILABLE, or end while the task
 * goes on. The task's further events are asked for with the protocol's method for that
 * (SubscribeToTask, A2A 3.1.6); the call that began the stream is never sent again. What that method
 * sends first, the task as it is, is an event like others. A stream that breaks before it named a task
 * fails as it is. Gives up after `attempts` tries in a row that bring nothing new, with the last error.
 *
 * A task that ended meanwhile cannot be taken up again: where the protocol names a method that returns
 * a task (`TaskRules.snapshot`), the task comes as the last event; elsewhere the stream fails with what
 * the server said.
 */
export function withResume(service: ServiceDefinition, options: ResumeOptions = {}): Interceptor {
  const { tasks, tenantField } = service.protocol;
  const methods: readonly Method[] = Object.values(service.methods);
  const resume = methods.find(({ name }) => name === tasks?.resume.method);
  const attempts = checkAttempts(options.attempts ?? 5);
  const backoff = resolveBackoff(options);
  if (tasks === undefined || resume === undefined) return (transport) => transport;
  const snapshot = methods.find(({ name }) => name === tasks.snapshot?.method);

  const tenantOf = (request: unknown): object => {
    const tenant = tenantField === undefined ? undefined : memberOf(request, tenantField);
    return tenantField === undefined || tenant === undefined ? {} : { [tenantField]: tenant };
  };

  async function* read(inner: Transport, call: StreamCall): AsyncGenerator<unknown, void, undefined> {
    const progress = new StreamProgress(tasks as TaskRules);
    let source = inner.stream(call.method, call.request, call.options);
    for (let failures = 0; ; ) {
      let error: CallError;
      try {
        progress.begin();
        for await (const event of source) {
          if (progress.take(event)) failures = 0;
          yield event;
        }
        if (!progress.isUnfinished) return;
        error = endedEarly(progress.taskId);
      } catch (cause) {
        if (!isCallError(cause)) throw cause;
        const isRefused = failures > 0 && progress.isFresh;
        if (cause.status === "UNAVAILABLE") {
          // Everything has been told; how the connection ended does not matter.
          if (progress.isComplete) return;
        } else if (!isRefused) {
          throw cause;
        } else if (!isTemporary(cause)) {
          const last = await readTask(inner, call, progress.taskId);
          if (last === undefined) throw cause;
          yield last;
          return;
        }
        error = cause;
      }
      const { taskId } = progress;
      failures += 1;
      if (taskId === undefined || failures > attempts) throw error;
      await backoff.clock.sleep(Math.max(backoff.delayAfter(failures), waitOf(error)), call.options.signal);
      source = inner.stream(
        resume as Method,
        { ...tenantOf(call.request), ...nameTask((tasks as TaskRules).resume, taskId) },
        call.options,
      );
    }
  }

  /** The event that tells how a task ended; undefined when it has not, or cannot be told. */
  async function readTask(
    inner: Transport,
    { request, options }: StreamCall,
    taskId: string | undefined,
  ): Promise<unknown> {
    const rules = tasks?.snapshot;
    if (rules === undefined || snapshot === undefined || taskId === undefined) return undefined;
    try {
      const wanted = { ...tenantOf(request), ...nameTask(rules, taskId) };
      const task = await inner.unary(snapshot, wanted, options);
      const event = tasks?.eventTag === undefined ? { [rules.event]: task } : task;
      const progress = new StreamProgress(tasks as TaskRules);
      progress.take(event);
      return progress.isUnfinished ? undefined : event;
    } catch {
      // Why the task could not be taken up again says more than why it could not be read.
      return undefined;
    }
  }

  const waitOf = ({ retryAfterMs = 0 }: CallError): number => Math.min(retryAfterMs, backoff.maximumDelayMs);

  return (inner) =>
    wrapTransport(inner, {
      stream: (method, request, options) =>
        method.output.typeName === resume.output.typeName
          ? read(inner, { method, request, options })
          : inner.stream(method, request, options),
    });
}

interface StreamCall {
  readonly method: Method;
  readonly request: unknown;
  readonly options: CallOptions;
}

function nameTask(
  { field, value }: { readonly field: string; readonly value: string },
  id: string,
): Readonly<Record<string, string>> {
  return { [field]: value.replace("{}", () => id) };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function endedEarly(taskId: string | undefined): CallError {
  return clientError("UNAVAILABLE", `the stream ended before the task ${taskId ?? ""} did`, {
    metadata: { taskId: taskId ?? "" },
  });
}
