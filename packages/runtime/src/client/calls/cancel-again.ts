import { isObject, own } from "../../core/object.ts";
import { isCallError } from "../../service/call-error.ts";
import type { ClientDefinition, ClientMethod } from "../../service/method.ts";
import { StreamProgress } from "../../service/stream-progress.ts";
import type { ClientInterceptor } from "../../service/transport.ts";
import { recoverUnary } from "./change-calls.ts";

/** Requests whose answers were lost, whichever interface of the card they went to. */
const unanswered = new WeakSet<object>();

/**
 * Lets a call that stops a task be repeated after a break (A2A 3.3.1): if the task cannot be stopped any
 * more, it is asked for, and a stopped task is the answer that was lost.
 */
export function cancelAgain({ methods, protocol }: ClientDefinition): ClientInterceptor {
  const { tasks, tenantField } = protocol;
  const { cancel, snapshot } = tasks ?? {};
  const read = Object.values<ClientMethod>(methods).find(({ name }) => name === snapshot?.method);
  if (tasks === undefined || cancel === undefined || snapshot === undefined || read === undefined) {
    return (transport) => transport;
  }
  return (inner) =>
    recoverUnary(inner, async ({ error, method, request, options }) => {
      if (method.name !== cancel.method || !isObject(request) || !isCallError(error)) throw error;
      if (error.status === "UNAVAILABLE") unanswered.add(request);
      if (error.name !== cancel.error || !unanswered.has(request)) throw error;
      const names = [snapshot.field, ...(tenantField === undefined ? [] : [tenantField])];
      const named = names.flatMap((name) =>
        Object.hasOwn(request, name) ? [[name, own(request, name)]] : [],
      );
      // The refusal is the more useful error.
      const task = await inner.unary(read, Object.fromEntries(named), options).catch(() => undefined);
      const event = tasks.eventTag === undefined ? { [snapshot.event]: task } : task;
      const progress = new StreamProgress(tasks);
      progress.add(event);
      if (progress.state !== cancel.state) throw error;
      return task;
    });
}
