import type { AnswerChange, AnswerTest, CallTest, Effect, EventMap, WireCall } from "./fault.ts";

/** The task that the probe asks for where there is none. */
export const unknownTask = "a2agen-probe-no-such-task";

type Json = Record<string, unknown>;

/** The value at a path of names and numbers; undefined where there is nothing. */
export function at(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return (inner as readonly unknown[]).at(Number(name));
    return typeof inner === "object" && inner !== null ? (inner as Json)[name] : undefined;
  }, value);
}

/** Puts a value into a place of another, which it returns; undefined takes the place away. */
export function put(value: unknown, path: string, inner: unknown): unknown {
  const names = path.split(".");
  const name = names.pop() ?? "";
  const owner = names.length === 0 ? value : at(value, names.join("."));
  if (typeof owner !== "object" || owner === null) return value;
  if (inner === undefined) Reflect.deleteProperty(owner, name);
  else (owner as Json)[name] = inner;
  return value;
}

/** Calls of a method whose parameters fit. */
export function calls(
  method: string,
  fits: (params: WireCall["params"], call: WireCall) => boolean = () => true,
): CallTest {
  return (call) => call.method === method && fits(call.params, call);
}

/** Those that were answered, and those that were refused. */
export const answered =
  (when: CallTest): AnswerTest =>
  (call, body) =>
    when(call) && body.includes('"result"');
export const refused =
  (when: CallTest): AnswerTest =>
  (call, body) =>
    when(call) && body.includes('"error"');

export const answer = (when: AnswerTest, change: AnswerChange): Effect => ({ kind: "answer", when, change });
export const events = (when: CallTest, map: EventMap): Effect => ({ kind: "events", when, map });

/** What is sent to the agent without some of its parameters. */
export function without(when: CallTest, ...paths: readonly string[]): Effect {
  return instead(when, (body) => paths.reduce((all, path) => put(all, `params.${path}`, undefined), body));
}

/** Another request instead of the one that came. */
export function instead(when: CallTest, change: (body: unknown) => unknown): Effect {
  return { kind: "call", when, text: ({ text }) => JSON.stringify(change(JSON.parse(text))) };
}

/** What the agent reads of a header. */
export function reading(wanted: string, read: (value: string | undefined) => string | undefined): Effect {
  return { kind: "header", read: (name, value) => (name === wanted ? read(value) : value) };
}

export const json =
  (change: (body: unknown, call: WireCall) => unknown): AnswerChange =>
  (given, call) => {
    given.body = JSON.stringify(change(JSON.parse(given.body), call));
  };

export const set = (path: string, value: unknown): AnswerChange => json((body) => put(body, path, value));

/** A value that differs each time. */
export const setAnew = (path: string): AnswerChange => json((body) => put(body, path, crypto.randomUUID()));

export const text =
  (body: string): AnswerChange =>
  (given) => {
    given.body = body;
  };

export const status =
  (code: number): AnswerChange =>
  (given) => {
    given.status = code;
  };

export const header =
  (name: string, value: string | undefined): AnswerChange =>
  ({ headers }) => {
    if (value === undefined) Reflect.deleteProperty(headers, name);
    else headers[name] = value;
  };

export const trailer =
  (name: string, value: string | undefined): AnswerChange =>
  ({ trailers }) => {
    if (value === undefined) Reflect.deleteProperty(trailers, name);
    else trailers[name] = value;
  };

/** An error of JSON-RPC instead of the answer. */
export const rpcError = (code: number): AnswerChange =>
  text(JSON.stringify({ jsonrpc: "2.0", id: "probe", error: { code, message: "no" } }));

/** A result of JSON-RPC instead of the answer. */
export const result = (value: unknown): AnswerChange =>
  text(JSON.stringify({ jsonrpc: "2.0", id: "probe", result: value }));

/** Calls whose key the same agent has seen before: a second probe of the fault has an agent of its own. */
export function again(when: CallTest, keyOf: (call: WireCall) => unknown): CallTest {
  const seen = new Set<string>();
  return (call) => {
    if (!when(call)) return false;
    const key = JSON.stringify([call.header("host"), keyOf(call)]);
    const isAgain = seen.has(key);
    seen.add(key);
    return isAgain;
  };
}

/** Whether an event of a stream tells that its task has ended. */
export function isEnd(event: unknown): boolean {
  const state = at(event, "result.statusUpdate.status.state");
  return typeof state === "string" && /_(?:COMPLETED|CANCELED|FAILED|REJECTED)$/.test(state);
}

/** Changes the last status of a stream. */
export const atEnd =
  (change: (event: unknown) => unknown): EventMap =>
  (event) => [isEnd(event) ? change(event) : event];
