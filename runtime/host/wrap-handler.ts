import { isPromise } from "../core/object.ts";
import type { CallContext } from "../service/call-context.ts";
import type { ExtensionCall, ExtensionMiddleware, ExtensionSupport } from "../service/extension-support.ts";
import type { Implementation } from "../service/implementation.ts";
import type { Method } from "../service/method.ts";
import { invalidRequest, isDecodeError } from "../service/request-error.ts";
import { memberOf } from "./handler.ts";

type HandlerMethod = (request: unknown, context: CallContext) => unknown;

interface Layer {
  readonly uri: string;
  readonly problemsIn: ExtensionSupport["extension"]["problemsIn"];
  readonly follow: ExtensionSupport["extension"]["follow"];
  readonly check: ExtensionSupport["check"];
  readonly middleware: ExtensionMiddleware;
}

/**
 * A handler with the checks and the middleware of extensions before and around each of its methods, the
 * first one outermost; the handler itself when there are none. A method is read again at every call, and is there as long as
 * the handler has it.
 */
export function wrapHandler(
  { service, handler }: Implementation,
  ordered: readonly ExtensionSupport[],
): object {
  const layers = ordered.flatMap(({ extension, validate, check, wrap }): readonly Layer[] => {
    const problemsIn = validate === false ? undefined : extension.problemsIn;
    const follow = validate === false ? undefined : extension.follow;
    if (problemsIn === undefined && follow === undefined && check === undefined && wrap === undefined)
      return [];
    return [{ uri: extension.uri, problemsIn, follow, check, middleware: wrap ?? {} }];
  });
  if (layers.length === 0) return handler;
  const wrapped = {};
  for (const [key, method] of Object.entries<Method>(service.methods)) {
    // Called only where the getter below has seen a function.
    const answer: HandlerMethod = (request, context) => {
      const member = memberOf(handler, key) as HandlerMethod;
      const call: HandlerMethod = (given) => member.call(handler, given, context);
      const active = layers.filter(({ uri }) => context.activated.includes(uri));
      if (active.length === 0) return call(request, context);
      return run(active, { service: service.typeName, method, request, context, call });
    };
    Object.defineProperty(wrapped, key, {
      enumerable: true,
      get: () => {
        const member = memberOf(handler, key);
        return typeof member === "function" ? answer : member;
      },
    });
  }
  return wrapped;
}

interface Run {
  readonly service: string;
  readonly method: Method;
  readonly request: unknown;
  readonly context: CallContext;
  readonly call: HandlerMethod;
}

function run(layers: readonly Layer[], { call, ...init }: Run): unknown {
  const { method, context } = init;
  for (const layer of layers) checkRequest(layer, init);
  const isStream = method.kind === "server" || method.kind === "bidi";
  let next = (request: unknown): unknown => call(request, context);
  for (const { middleware } of layers.toReversed()) {
    const inner = next;
    if (isStream && middleware.stream !== undefined) {
      next = (request) =>
        middleware.stream?.((given) => inner(given) as AsyncIterable<unknown>, { ...init, request });
    } else if (!isStream && middleware.unary !== undefined) {
      next = (request) => middleware.unary?.((given) => settle(inner, given), { ...init, request });
    }
  }
  const answer = next(init.request);
  const followers = layers.flatMap(({ follow }) => follow?.(method.output.typeName) ?? []);
  return isStream && followers.length > 0 && isIterable(answer)
    ? followed(answer, method, followers)
    : answer;
}

function isIterable(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

/** The events of a stream; throws a TypeError for one that may not follow those before it. */
async function* followed(
  events: AsyncIterable<unknown>,
  { name }: Method,
  followers: readonly ((event: unknown) => string | undefined)[],
): AsyncGenerator<unknown, void, undefined> {
  for await (const event of events) {
    for (const follower of followers) {
      const problem = follower(event);
      if (problem !== undefined) throw new TypeError(`the handler of ${name} yielded ${problem}`);
    }
    yield event;
  }
}

/**
 * Calls what comes next. What it throws at once, middleware finds where it looks for it: in the promise; and
 * one that does not wait for it must not end the process.
 */
function settle(next: (request: unknown) => unknown, request: unknown): Promise<unknown> {
  const result = (async () => next(request))();
  result.catch(() => undefined);
  return result;
}

function checkRequest({ uri, problemsIn, check }: Layer, call: ExtensionCall): void {
  const { kind, input } = call.method;
  const isMessage = kind === "unary" || kind === "server";
  const problems = (isMessage ? problemsIn?.(input.typeName, call.request) : undefined) ?? [];
  if (problems.length > 0) throw invalidRequest(problems, undefined);
  if (check === undefined) return;
  let returned: unknown;
  try {
    returned = check(call);
  } catch (error) {
    throw isDecodeError(error) ? invalidRequest(error.issues, error) : error;
  }
  if (!isPromise(returned)) return;
  returned.then(undefined, () => undefined);
  // Going on would let requests through that it refuses later.
  throw new TypeError(`the check of ${uri} returned a promise; expected nothing: wait in its middleware`);
}
