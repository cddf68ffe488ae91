import { formatIssue } from "../core/issue.ts";
import { isPromise } from "../core/object.ts";
import type { CallContext } from "../service/call-context.ts";
import { CallError } from "../service/call-error.ts";
import type {
  ExtensionCall,
  ExtensionMiddleware,
  ExtensionSupport,
  SupportedExtension,
} from "../service/extension-support.ts";
import type { Implementation } from "../service/implementation.ts";
import type { Method } from "../service/method.ts";
import type { TaskRules } from "../service/protocol.ts";
import { invalidRequest, isDecodeError } from "../service/request-error.ts";
import { memberOf } from "./handler.ts";
import { checkHeader, type HeaderRule, toHeaderRule } from "./header-rules.ts";
import { isMessages, type RequestMessages } from "./request-queue.ts";
import { type OrderedCall, ReportedStates, StateOrder, takeMove } from "./state-order.ts";

type HandlerMethod = (request: unknown, context: CallContext) => unknown;

interface Layer {
  readonly uri: string;
  /** Whether it is in force for calls that do not ask for it as well. */
  readonly isAlways: boolean;
  readonly problemsIn: ExtensionSupport["extension"]["problemsIn"];
  readonly headers: readonly HeaderRule[];
  /** The states of a state machine reported so far. */
  readonly reported: Pick<OrderedCall, "extension" | "reported"> | undefined;
  readonly check: ExtensionSupport["check"];
  readonly middleware: ExtensionMiddleware;
}

/**
 * A handler with the checks and the middleware of extensions before and around each of its methods, the first
 * one outermost; the handler itself when there are none. A method is read again at every call, and is there
 * as long as the handler has it.
 */
export function wrapHandler(
  { service, handler }: Implementation,
  ordered: readonly ExtensionSupport[],
  paramsOf: (extension: SupportedExtension) => unknown = () => undefined,
): object {
  const layers = ordered.flatMap(({ extension, validate, check, wrap }): readonly Layer[] => {
    const params = paramsOf(extension);
    const problemsIn: Layer["problemsIn"] =
      validate === false || extension.problemsIn === undefined
        ? undefined
        : (typeName, value, init) => extension.problemsIn?.(typeName, value, { ...init, params }) ?? [];
    const reported = validate === false ? undefined : reportedBy(extension);
    const headers = validate === false ? [] : (extension.headers ?? []).map(toHeaderRule);
    const checks = [problemsIn, headers, reported, check, wrap].some((one) => one !== undefined);
    if (!checks && headers.length === 0) return [];
    const isAlways = (extension.activation ?? "header") !== "header";
    return [{ uri: extension.uri, isAlways, problemsIn, headers, reported, check, middleware: wrap ?? {} }];
  });
  if (layers.length === 0) return handler;
  const wrapped = {};
  for (const [key, method] of Object.entries<Method>(service.methods)) {
    // Called only where the getter below has seen a function.
    const answer: HandlerMethod = (request, context) => {
      const member = memberOf(handler, key) as HandlerMethod;
      const call: HandlerMethod = (given) => member.call(handler, given, context);
      const active = layers.filter(({ uri, isAlways }) => isAlways || context.activated.includes(uri));
      if (active.length === 0) return call(request, context);
      const { typeName, protocol } = service;
      return run(active, { service: typeName, tasks: protocol.tasks, method, request, context, call });
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

function reportedBy(extension: SupportedExtension): Layer["reported"] {
  const { states, stateIn } = extension;
  if (states === undefined || stateIn === undefined) return undefined;
  return { extension: { ...extension, states, stateIn }, reported: new ReportedStates(states) };
}

interface Run {
  readonly service: string;
  readonly tasks: TaskRules | undefined;
  readonly method: Method;
  readonly request: unknown;
  readonly context: CallContext;
  readonly call: HandlerMethod;
}

function run(layers: readonly Layer[], { call, tasks, ...init }: Run): unknown {
  const { method, context } = init;
  const moved = new Set<string>();
  for (const layer of layers) {
    for (const rule of layer.headers) checkHeader(rule, layer.uri, context);
    checkRequest(layer, init);
    if (layer.reported === undefined || isMessages(init.request)) continue;
    const move = takeMove(init.request, { ...layer.reported, method, tasks, context });
    if (typeof move === "string") throw new CallError("FAILED_PRECONDITION", move);
    if (move) moved.add(layer.uri);
  }
  const given = isMessages(init.request) ? checkMessages(init.request, layers, method) : init.request;
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
  const followers = layers.flatMap(({ uri, reported }) => {
    const hasMoved = moved.has(uri);
    return reported === undefined ? [] : [new StateOrder({ ...reported, method, tasks, context, hasMoved })];
  });
  const answer = next(given);
  const checked: CheckedAnswer = { method, layers, followers };
  if (isStream) return isIterable(answer) ? followed(answer, checked) : answer;
  return checkAnswer(answer, checked);
}

/** What the answer of a handler is held to. */
interface CheckedAnswer {
  readonly method: Method;
  readonly layers: readonly Layer[];
  readonly followers: readonly StateOrder[];
}

async function checkAnswer(answer: unknown, checked: CheckedAnswer): Promise<unknown> {
  const value = await answer;
  checkValue(value, checked, "returned");
  return value;
}

function isIterable(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

/** The events of a stream; throws a TypeError for one that may not follow those before it. */
async function* followed(
  events: AsyncIterable<unknown>,
  checked: CheckedAnswer,
): AsyncGenerator<unknown, void, undefined> {
  for await (const event of events) {
    checkValue(event, checked, "yielded");
    yield event;
  }
}

function checkValue(value: unknown, { method, layers, followers }: CheckedAnswer, verb: string): void {
  for (const { uri, problemsIn } of layers) {
    const problems = problemsIn?.(method.output.typeName, value, { isAnswer: true }) ?? [];
    if (problems.length > 0) {
      const list = problems.map(formatIssue).join("; ");
      throw new TypeError(`the handler of ${method.name} ${verb} wrong data of ${uri}: ${list}`);
    }
  }
  for (const follower of followers) {
    const problem = follower.add(value);
    if (problem !== undefined) throw new TypeError(`the handler of ${method.name} ${verb} ${problem}`);
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

/** A client's stream whose messages are checked one by one. */
function checkMessages(
  messages: RequestMessages,
  layers: readonly Layer[],
  { input: { typeName } }: Method,
): RequestMessages {
  return {
    get first() {
      return messages.first;
    },
    async *[Symbol.asyncIterator]() {
      for await (const message of messages) {
        for (const layer of layers) checkMessage(layer, typeName, message);
        yield message;
      }
    },
  };
}

function checkMessage({ problemsIn }: Layer, typeName: string, message: unknown): void {
  const problems = problemsIn?.(typeName, message) ?? [];
  if (problems.length > 0) throw invalidRequest(problems, undefined);
}

function checkRequest(layer: Layer, call: ExtensionCall): void {
  const { uri, check } = layer;
  if (!isMessages(call.request)) checkMessage(layer, call.method.input.typeName, call.request);
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
