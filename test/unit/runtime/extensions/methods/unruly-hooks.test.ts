import type { A2AService, SendMessageResponse, StreamResponse } from "@a2agen/a2a-1.0";
import type { ExtensionSupport } from "@a2agen/runtime/extensions";
import { CallError } from "@a2agen/runtime/service";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { collect } from "../../../../shared/collect.ts";
import { bare } from "../definitions.ts";
import { answer, bindingNames, type StartedAgent, say, startAgent } from "../start-agent.ts";

const a = "https://example.com/ext/a/v1";
const b = "https://example.com/ext/b/v1";

let unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);

beforeEach(() => {
  unhandled = [];
  process.on("unhandledRejection", note);
});

afterEach(async () => {
  // Rejections are told after the microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  // What nobody listened to would have ended a process of its own.
  if (unhandled.length > 0) throw new AggregateError(unhandled, "unhandled rejections");
});

const internal = { status: "INTERNAL", message: "internal error" };

function support(more: Partial<ExtensionSupport>): ExtensionSupport {
  return { extension: bare(a), ...more };
}

describe.each(bindingNames)("hooks of extensions over %s", (binding) => {
  async function start(
    more: Partial<ExtensionSupport>,
    init: Parameters<typeof startAgent>[0] = {},
  ): Promise<{
    readonly agent: StartedAgent;
    readonly send: (text?: string) => Promise<SendMessageResponse>;
    readonly stream: (text?: string) => Promise<readonly StreamResponse[]>;
  }> {
    const agent = await startAgent({ extensions: [support(more)], ...init });
    const { client } = await agent.connect(binding, { extensions: [bare(a)] });
    return {
      agent,
      send: (text = "hello") => client.sendMessage(say(text)),
      stream: (text = "hello") => collect(client.sendStreamingMessage(say(text))),
    };
  }

  test.each<[string, ExtensionSupport["activate"]]>([
    [
      "throws",
      () => {
        throw new TypeError("a secret");
      },
    ],
    ["rejects", () => Promise.reject(new TypeError("a secret"))],
  ])("a policy that %s fails the call, and says nothing", async (_name, activate) => {
    const { agent, send, stream } = await start(activate === undefined ? {} : { activate });
    await expect(send()).rejects.toMatchObject(internal);
    await expect(stream()).rejects.toMatchObject(internal);
    expect(agent.hidden.length).toBe(2);
    // Nothing is left in work.
    await agent.host.close({ graceMs: 60_000 });
  });

  test.each<[string, unknown]>([
    ["text", "yes"],
    ["number", 1],
    ["promise of an object", Promise.resolve({})],
    ["nothing", undefined],
  ])("a policy that says a %s activates nothing", async (_name, said) => {
    const { send } = await start({ activate: () => said as boolean });
    expect(await send()).toMatchObject({ message: { parts: [{ data: { activated: [] } }] } });
  });

  test("a policy that never answers has the time of the call", async () => {
    const { send } = await start(
      { activate: () => new Promise(() => undefined) },
      { options: { limits: { callMs: 40 } } },
    );
    await expect(send()).rejects.toMatchObject({ status: "DEADLINE_EXCEEDED" });
  });

  test("a policy that never answers is given up when the server shuts down", async () => {
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { agent, send } = await start({
      activate: () => {
        asked();
        return new Promise(() => undefined);
      },
    });
    const call = send();
    call.catch(() => undefined);
    await isAsked;
    await agent.host.close({ graceMs: 10 });
    await expect(call).rejects.toMatchObject({ status: "UNAVAILABLE" });
  });

  test("a check that is asynchronous lets nothing through", async () => {
    const { agent, send, stream } = await start({
      // oxlint-disable-next-line typescript/no-misused-promises -- as an author without a linter writes
      check: async () => {
        throw new CallError("PERMISSION_DENIED", "no");
      },
    });
    await expect(send()).rejects.toMatchObject(internal);
    await expect(stream()).rejects.toMatchObject(internal);
    expect(agent.hidden.map(String)).toEqual(
      Array.from(
        { length: 2 },
        () => `TypeError: the check of ${a} returned a promise; expected nothing: wait in its middleware`,
      ),
    );
  });

  test("middleware that does not wait for the handler answers, whatever comes of that", async () => {
    const { send } = await start({
      wrap: {
        unary(next, { request }) {
          void next(request);
          void next(request);
          return { message: answer({ own: ["yes"] }) };
        },
      },
    });
    expect(await send("crash")).toMatchObject({ message: { parts: [{ data: { own: ["yes"] } }] } });
  });

  test("middleware that calls the handler twice has two answers", async () => {
    let calls = 0;
    const handler: Partial<A2AService> = {
      async sendMessage() {
        calls += 1;
        return { message: answer({ call: [String(calls)] }) };
      },
      async *sendStreamingMessage() {
        calls += 1;
        yield { message: answer({ call: [String(calls)] }) };
      },
    };
    const { send, stream } = await start(
      {
        wrap: {
          async unary(next, { request }) {
            await next(request);
            return next(request);
          },
          async *stream(next, { request }) {
            yield* next(request);
            yield* next(request);
          },
        },
      },
      { handler },
    );
    expect(await send()).toMatchObject({ message: { parts: [{ data: { call: ["2"] } }] } });
    expect((await stream()).length).toBe(2);
  });

  test.each<[string, NonNullable<ExtensionSupport["wrap"]>]>([
    [
      "throws at once",
      {
        unary: () => {
          throw new TypeError("a secret");
        },
        stream: () => {
          throw new TypeError("a secret");
        },
      },
    ],
    ["returns nothing", { unary: () => undefined, stream: () => undefined as never }],
    [
      "returns something else",
      {
        unary: () => ({ message: 1 }),
        stream: async function* () {
          yield { message: 1 };
        },
      },
    ],
    [
      "promises a stream",
      { unary: () => 1, stream: (async (next: (request: unknown) => unknown) => next({})) as never },
    ],
  ])("middleware that %s fails the call", async (_name, wrap) => {
    const { agent, send, stream } = await start({ wrap });
    await expect(send()).rejects.toMatchObject({ status: "INTERNAL" });
    await expect(stream()).rejects.toMatchObject({ status: "INTERNAL" });
    expect(agent.hidden.length).toBe(2);
  });

  test("the handler's stream ends when middleware ends before it", async () => {
    let ended = 0;
    const handler: Partial<A2AService> = {
      async *sendStreamingMessage() {
        try {
          for (;;) yield { message: answer({}) };
        } finally {
          ended += 1;
        }
      },
    };
    const { stream } = await start(
      {
        wrap: {
          async *stream(next, { request }) {
            for await (const event of next(request)) {
              yield event;
              return;
            }
          },
        },
      },
      { handler },
    );
    expect((await stream()).length).toBe(1);
    expect(ended).toBe(1);
  });

  test("one that is required and needs another is refused without it, with both names", async () => {
    const agent = await startAgent({
      extensions: [{ extension: bare(b, { [a]: "required" }) }, { extension: bare(a) }],
      declared: [{ uri: b, required: true }, { uri: a }],
    });
    const { client } = await agent.connect(binding, { extensions: [b] });
    await expect(client.sendMessage(say("hello"))).rejects.toMatchObject({
      name: "ExtensionSupportRequiredError",
      message: `the extension ${b} was not activated for this call, which needs ${a} to be active as well; declare it in A2A-Extensions`,
    });
    const both = await agent.connect(binding, { extensions: [b, a] });
    expect(await both.client.sendMessage(say("hello"))).toMatchObject({
      message: { parts: [{ data: { activated: [a, b] } }] },
    });
  });
});

test.each([
  [{ "a2a-extensions": a, "x-a2a-extensions": b }, [a]],
  [{ "a2a-extensions": "", "x-a2a-extensions": b }, [b]],
  [{ "a2a-extensions": `${a},${a}, ${a}`, "x-a2a-extensions": `${a},${b}` }, [a]],
  [{ "x-a2a-extensions": `${b},${a},${b}` }, [b, a]],
])("of both headers the current one counts: %j", async (headers, extensions) => {
  const agent = await startAgent({ extensions: [{ extension: bare(a) }, { extension: bare(b) }] });
  const response = await fetch(`${agent.origin}/rest/message:send`, {
    method: "POST",
    headers: { "content-type": "application/json", "a2a-version": "1.0", ...headers },
    body: JSON.stringify(say("hello")),
  });
  expect(await response.json()).toMatchObject({
    message: { parts: [{ data: { extensions, activated: extensions.toSorted() } }] },
  });
});
