import { isPromise } from "../core/object.ts";
import type { CallContext } from "../service/call-context.ts";
import { CallError, protocolError } from "../service/call-error.ts";
import type { Method } from "../service/method.ts";
import type { Protocol } from "../service/protocol.ts";
import { unimplementedError } from "../service/unimplemented.ts";
import type { StreamRules } from "./stream-rules.ts";

/** The member of a handler for a method. Read at every call, so that a method can be replaced. */
export function memberOf(handler: object, key: string): unknown {
  return (handler as Readonly<Record<string, unknown>>)[key];
}

/** A method of a handler. */
export interface HandlerMethod {
  readonly handler: object;
  readonly key: string;
  /** Its name for clients. */
  readonly name: string;
}

/** Calls a method of a handler; throws UNIMPLEMENTED if there is none. */
export function callHandler(
  { handler, key, name }: HandlerMethod,
  request: unknown,
  context: CallContext,
): unknown {
  const member = memberOf(handler, key);
  if (typeof member !== "function") {
    throw unimplementedError({ name });
  }
  return member.call(handler, request, context) as unknown;
}

/** The events that a handler answers with; throws a TypeError for another answer. */
export function iterateAnswer(answer: unknown, { name }: Method): AsyncIterator<unknown> {
  if (typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer) {
    return (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  }
  // An async function instead of a generator: its unhandled rejection would end the process.
  if (isPromise(answer)) answer.then(undefined, () => undefined);
  throw new TypeError(`the handler of ${name} returned no async iterable`);
}

interface RefuseInit {
  readonly protocol: Protocol;
  readonly report: (error: unknown) => void;
}

/** Throws for an answer or event that cannot be read as the type of its method, and reports the reason. */
export function refuseAnswer({ name, output }: Method, value: unknown, init: RefuseInit): void {
  const result = output.tryDecode(value);
  if (result.ok) return;
  const problems = result.issues.map(({ path, message }) => `${path}: ${message}`).join("; ");
  throw wrongAnswer(`the handler of ${name} returned no ${output.typeName}: ${problems}`, init);
}

/** Throws for an event that may not follow those before it, and reports the reason. */
export function checkEvent(
  { name }: Method,
  value: unknown,
  { rules, ...init }: RefuseInit & { readonly rules: StreamRules },
): void {
  const problem = rules.add(value);
  if (problem !== undefined) throw wrongAnswer(`the handler of ${name} yielded ${problem} (A2A 3.1.2)`, init);
}

/** The error for a client of a handler that does not keep to the protocol; the reason is reported. */
function wrongAnswer(reason: string, { protocol, report }: RefuseInit): CallError {
  const cause = new TypeError(reason);
  report(cause);
  return protocol.invalidResponseError === undefined
    ? new CallError("INTERNAL", "internal error", { cause })
    : protocolError(protocol, protocol.invalidResponseError, { cause });
}

/** Throws PERMISSION_DENIED unless the hook `authorize` allowed the call. */
export function checkAllowed(allowed: unknown, { method }: Pick<CallContext, "method">): void {
  if (!allowed) throw new CallError("PERMISSION_DENIED", `the caller may not call ${method}`);
}
