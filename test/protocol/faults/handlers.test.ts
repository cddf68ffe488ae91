import {
  protocol,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamResponse,
} from "@a2agen/a2a-1.0";
import { type CallContext, CallError } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import type { Outcome } from "../../shared/bindings/outcome.ts";
import { TestAgent, workingTask } from "../../shared/bindings/test-agent.ts";
import { bindingNames } from "./binding-of.ts";
import { failed, keepCalling, later, outcome, run, say, streamOutcome } from "./running.ts";

type Unary = (request: SendMessageRequest, context: CallContext) => unknown;

/** An agent with handlers that no compiler has looked at. */
function agentWith(handlers: {
  readonly sendMessage?: Unary;
  readonly sendStreamingMessage?: Unary;
}): TestAgent {
  return Object.assign(new TestAgent(), handlers as object);
}

/** Throws what the compiler would not let pass. */
function hurl(value: unknown): never {
  throw value;
}

/** An object with one member, of any name. */
function objectWith(name: string, member: PropertyDescriptor): object {
  return Object.defineProperty({}, name, member);
}

const never: Promise<never> = new Promise(() => undefined);
const internal = failed("INTERNAL", "internal error");
const wrong = failed("INVALID_AGENT_RESPONSE", protocol.errors.InvalidAgentResponseError.description);
const secret = new Error("a secret in /home/agent/secrets.ts");

const traps: ProxyHandler<object> = {
  get: () => hurl(secret),
  has: () => hurl(secret),
  getPrototypeOf: () => hurl(secret),
  ownKeys: () => hurl(secret),
};

interface Row {
  readonly name: string;
  readonly handler: Unary;
  readonly want: Outcome;
}

const unary: readonly Row[] = [
  { name: "throws undefined", handler: () => hurl(undefined), want: internal },
  { name: "throws null", handler: () => hurl(null), want: internal },
  { name: "throws a number", handler: () => hurl(42), want: internal },
  { name: "throws a symbol", handler: () => hurl(Symbol("secret")), want: internal },
  { name: "throws an object without prototype", handler: () => hurl(Object.create(null)), want: internal },
  {
    name: "throws an object that cannot be looked at",
    handler: () => hurl(new Proxy({}, traps)),
    want: internal,
  },
  {
    name: "rejects with an object that cannot be looked at",
    handler: async () => hurl(new Proxy({}, traps)),
    want: internal,
  },
  {
    name: "throws an error with an HTTP status that there is not",
    handler: () => hurl(new CallError("NOT_FOUND", "nothing here", { http: 99_999 })),
    want: failed("NOT_FOUND", "nothing here"),
  },
  {
    name: "throws an error with the HTTP status of no error",
    handler: () => hurl(new CallError("NOT_FOUND", "nothing here", { http: 101 })),
    want: failed("NOT_FOUND", "nothing here"),
  },
  {
    name: "returns a thenable that throws",
    handler: () => objectWith("then", { value: () => hurl(secret) }),
    want: internal,
  },
  {
    name: "returns a thenable that cannot be looked at",
    handler: () => objectWith("then", { get: () => hurl(secret) }),
    want: internal,
  },
  {
    name: "returns a thenable that throws after it has rejected",
    handler: () =>
      objectWith("then", {
        value: (_resolve: unknown, reject: (reason: unknown) => void) => {
          reject(secret);
          hurl(secret);
        },
      }),
    want: internal,
  },
  {
    name: "never ends",
    handler: () => never,
    want: failed("DEADLINE_EXCEEDED", "the call took longer than the server allows"),
  },
  { name: "returns nothing", handler: () => undefined, want: wrong },
  { name: "returns a function", handler: () => () => undefined, want: wrong },
  { name: "returns an object that cannot be looked at", handler: () => new Proxy({}, traps), want: internal },
  {
    name: "returns an object that contains itself",
    handler: () => {
      const message: Record<string, unknown> = { ...say("x").message };
      message["metadata"] = { message };
      return { message };
    },
    want: wrong,
  },
  {
    name: "returns a number without a form in JSON",
    handler: () => ({ message: { ...say("x").message, metadata: { value: 1n } } }),
    want: wrong,
  },
];

const iterable = (iterator: object): object => ({ [Symbol.asyncIterator]: () => iterator });

const streams: readonly Row[] = [
  { name: "throws before it returns anything", handler: () => hurl("a secret"), want: internal },
  { name: "returns nothing", handler: () => undefined, want: internal },
  { name: "returns a list", handler: () => [{ task: workingTask("task-3") }], want: internal },
  { name: "is an async function that returns", handler: async () => ({}), want: internal },
  { name: "is an async function that rejects", handler: async () => hurl(secret), want: internal },
  {
    name: "returns an iterable without an iterator",
    handler: () => ({ [Symbol.asyncIterator]: () => null }),
    want: internal,
  },
  {
    name: "returns an iterable that throws",
    handler: () => ({ [Symbol.asyncIterator]: () => hurl(secret) }),
    want: internal,
  },
  { name: "has a next that throws", handler: () => iterable({ next: () => hurl(secret) }), want: internal },
  {
    name: "has a next that returns nothing",
    handler: () => iterable({ next: () => undefined }),
    want: internal,
  },
  {
    name: "has a next whose promise throws",
    handler: () => iterable({ next: () => objectWith("then", { value: () => hurl(secret) }) }),
    want: internal,
  },
  {
    name: "has a result that cannot be looked at",
    handler: () =>
      iterable({ next: async () => Object.defineProperty({}, "done", { get: () => hurl(secret) }) }),
    want: internal,
  },
  {
    name: "has an event that is none",
    handler: () => iterable({ next: async () => ({ done: false, value: "x" }), return: () => hurl(secret) }),
    want: wrong,
  },
];

/** Iterators that do not let themselves be ended. */
const returns: readonly { readonly name: string; readonly end: object }[] = [
  { name: "throws", end: { return: () => hurl(secret) } },
  { name: "rejects", end: { return: async () => hurl(secret) } },
  { name: "never ends", end: { return: () => never } },
  { name: "returns nothing", end: { return: () => undefined } },
  { name: "is no function", end: { return: 5 } },
  { name: "cannot be looked at", end: Object.defineProperty({}, "return", { get: () => hurl(secret) }) },
];

describe.each(bindingNames)("over %s a handler that", (name) => {
  test.each(unary)("$name", async ({ handler, want }) => {
    const server = await run(name, agentWith({ sendMessage: handler }), { limits: { callMs: 200 } });
    const bystander = keepCalling(server.client());
    expect(await outcome(server.client().sendMessage(say("x")))).toEqual(want);
    await bystander.leave();
  });

  test.each(streams)("$name, of events", async ({ handler, want }) => {
    const server = await run(name, agentWith({ sendStreamingMessage: handler }));
    const bystander = keepCalling(server.client());
    expect(await streamOutcome(server.client().sendStreamingMessage(say("x")))).toEqual(want);
    await bystander.leave();
  });

  test.each(returns)("has a return that $name, when its client goes", async ({ end }) => {
    const gone = later();
    const server = await run(
      name,
      agentWith({
        sendStreamingMessage: (_request, { signal }) => {
          signal.addEventListener("abort", gone.resolve);
          let count = 0;
          const next = (): unknown =>
            count++ === 0 ? Promise.resolve({ done: false, value: { task: workingTask("task-3") } }) : never;
          return iterable(Object.defineProperties({ next }, Object.getOwnPropertyDescriptors(end)));
        },
      }),
    );
    const bystander = keepCalling(server.client());
    const events: StreamResponse[] = [];
    for await (const event of server.client().sendStreamingMessage(say("x"))) {
      events.push(event);
      break;
    }
    await gone.promise;
    expect(events).toEqual([{ task: workingTask("task-3") }]);
    expect(server.hidden).toEqual([]);
    await bystander.leave();
  });

  test("rejects after its client has gone", async () => {
    const began = later();
    const rejected = later();
    const server = await run(
      name,
      agentWith({
        sendMessage: async (_request, { signal }): Promise<SendMessageResponse> => {
          const aborted = new Promise((resolve) => {
            signal.addEventListener("abort", resolve);
          });
          began.resolve();
          await aborted;
          setImmediate(rejected.resolve);
          throw secret;
        },
      }),
    );
    const bystander = keepCalling(server.client());
    const controller = new AbortController();
    const call = outcome(server.client().sendMessage(say("x"), { signal: controller.signal }));
    await began.promise;
    controller.abort();
    expect(await call).toEqual(failed("CANCELLED", "the caller ended the call"));
    await rejected.promise;
    await bystander.leave();
  });

  test("throws an error with details that have no form in JSON", async () => {
    const details = [{ "@type": "type.example.com/x", value: 1n }];
    const server = await run(
      name,
      agentWith({ sendMessage: () => hurl(new CallError("NOT_FOUND", "nothing here", { details })) }),
    );
    const bystander = keepCalling(server.client());
    // A status of gRPC is sent without the details that it cannot carry.
    const want = name === "GRPC" ? failed("NOT_FOUND", "nothing here") : internal;
    expect(await outcome(server.client().sendMessage(say("x")))).toEqual(want);
    expect(server.hidden).toHaveLength(1);
    await bystander.leave();
  });
});

test.each([
  { name: "throws", onError: () => hurl("the hook itself") },
  { name: "rejects", onError: (): unknown => Promise.reject(new Error("the hook itself")) },
])("a hook for errors that $name does no harm", async ({ onError }) => {
  const server = await run("JSONRPC", agentWith({ sendMessage: () => hurl(secret) }), { onError });
  expect(await outcome(server.client().sendMessage(say("x")))).toEqual(internal);
});
