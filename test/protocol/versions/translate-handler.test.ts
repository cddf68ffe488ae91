import {
  type Message,
  type MessageSendParams,
  A2AService as OlderService,
  errors as olderErrors,
} from "@a2agen/a2a-0.3";
import {
  A2AService,
  errors,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamResponse,
} from "@a2agen/a2a-1.0";
import { type CallContext, CallError } from "@a2agen/runtime/service";
import {
  createLossLog,
  downgradeHandler,
  type HandlerLosses,
  type Loss,
  type ServiceTranslation,
  type TranslateHandlerOptions,
  type Translator,
  upgradeHandler,
} from "@a2agen/runtime/versions";
import { describe, expect, test } from "vitest";
import { createSignal } from "../../shared/http/listen.ts";

// What is looked at here is what happens around a translation, so that this one says what it is asked to say.
const text = "hello";
const olderRequest: MessageSendParams = {
  message: { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text }] },
};
const request: SendMessageRequest = { message: { messageId: "m", role: "ROLE_USER", parts: [{ text }] } };
const answer: SendMessageResponse & StreamResponse = {
  message: { messageId: "a", role: "ROLE_AGENT", parts: [{ text }] },
};
const olderAnswer: Message = {
  kind: "message",
  messageId: "a",
  role: "agent",
  parts: [{ kind: "text", text }],
};

function translator(
  init: { older: string; newer: string; losses?: readonly Loss[] },
  up: unknown,
  down: unknown,
): Translator {
  const { losses = [] } = init;
  return {
    ...init,
    upgrade: () => ({ value: structuredClone(up), losses }),
    downgrade: () => ({ value: structuredClone(down), losses: [] }),
  };
}

function loss(...segments: (string | number)[]): Loss {
  const path = segments.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");
  const typeName = "a2a-0.3.MessageSendParams";
  return { kind: "no-counterpart", typeName, path: path.slice(1), segments, message: "no place" };
}

function translation({
  upgraded = request,
  losses = [],
}: {
  readonly upgraded?: object;
  readonly losses?: readonly Loss[];
} = {}): ServiceTranslation<OlderService, A2AService> {
  const sent = translator(
    { older: "a2a-0.3.MessageSendParams", newer: "lf.a2a.v1.SendMessageRequest", losses },
    upgraded,
    olderRequest,
  );
  const back = (newer: string): Translator =>
    translator({ older: "a2a-0.3.SendMessageResult", newer }, answer, olderAnswer);
  return {
    older: OlderService,
    newer: A2AService,
    methods: [
      {
        older: "sendMessage",
        newer: "sendMessage",
        request: sent,

        response: back("lf.a2a.v1.SendMessageResponse"),
      },
      {
        older: "sendStreamingMessage",
        newer: "sendStreamingMessage",
        request: sent,

        response: back("lf.a2a.v1.StreamResponse"),
      },
    ],
    errors: [
      {
        older: "AuthenticatedExtendedCardNotConfiguredError",
        newer: "ExtendedAgentCardNotConfiguredError",
      },
    ],
    card: translator({ older: "a2a-0.3.AgentCard", newer: "lf.a2a.v1.AgentCard" }, {}, {}),
  };
}

const activated: string[] = [];
const context: CallContext = {
  method: "message/send",
  binding: "JSONRPC",
  version: "",
  profile: "a2a-0.3",
  extensions: ["https://example.com/e/v1"],
  activated,
  tenant: undefined,
  principal: { id: "alice" },
  signal: new AbortController().signal,
  header: (name) => (name === "x-test" ? "yes" : undefined),
  activate: (uri) => void activated.push(uri),
};

/** Neither noise nor silence: what a test does not expect fails it. */
const quiet: TranslateHandlerOptions = {
  // Events here are what a translation has to carry, not streams of an agent.
  checkAnswers: "shape",
  onLosses: ({ losses }) => {
    throw new Error(`unexpected losses: ${JSON.stringify(losses)}`);
  },
};

/** A stream that waits for its next event until it is told to stop. */
function waiting(): { readonly events: AsyncIterable<typeof answer>; readonly stopped: Promise<void> } {
  const stopped = createSignal();
  let told = false;
  const iterator: AsyncIterator<typeof answer> = {
    async next() {
      if (told) return new Promise(() => undefined);
      told = true;
      return { done: false, value: answer };
    },
    async return() {
      stopped.resolve();
      return { done: true, value: undefined };
    },
  };
  return { events: { [Symbol.asyncIterator]: () => iterator }, stopped: stopped.promise };
}

describe("a handler for clients of an older version", () => {
  test("it is called with the request, the names and the context of its own version", async () => {
    const seen: unknown[] = [];
    const handler = downgradeHandler(
      translation(),
      {
        async sendMessage(asked, told) {
          told.activate("https://example.com/e/v1");
          const { method, binding, version, profile, extensions, tenant, principal, signal } = told;
          seen.push(asked, { method, binding, version, profile, extensions, tenant, principal });
          seen.push(signal === context.signal, told.header("x-test"));
          return answer;
        },
      },
      quiet,
    );
    expect(await handler.sendMessage?.(olderRequest, context)).toStrictEqual(olderAnswer);
    expect(seen).toStrictEqual([
      request,
      {
        method: "SendMessage",
        binding: "JSONRPC",
        version: "0.3",
        profile: "a2a-0.3",
        extensions: ["https://example.com/e/v1"],
        tenant: undefined,
        principal: { id: "alice" },
      },
      true,
      "yes",
    ]);
    expect(activated).toStrictEqual(["https://example.com/e/v1"]);
  });

  test("the tenant is that of the translated request", async () => {
    const tenants: unknown[] = [];
    const handler = downgradeHandler(translation({ upgraded: { ...request, tenant: "blue" } }), {
      async sendMessage(_request, { tenant }) {
        tenants.push(tenant);
        return answer;
      },
    });
    await handler.sendMessage?.(olderRequest, context);
    expect(tenants).toStrictEqual(["blue"]);
  });

  test("a method that it lacks is lacking, until it is there", async () => {
    const own: Partial<A2AService> = {};
    const handler = downgradeHandler(translation(), own, quiet);
    expect(handler.sendMessage).toBeUndefined();
    expect("getTask" in handler).toBe(false);
    own.sendMessage = async () => answer;
    expect(await handler.sendMessage?.(olderRequest, context)).toStrictEqual(olderAnswer);
  });

  test("a request that is invalid in its version is refused with the paths of that version", async () => {
    const upgraded = { message: { ...request.message, parts: [] } };
    const handler = downgradeHandler(translation({ upgraded }), { sendMessage: async () => answer }, quiet);
    const refused = await handler.sendMessage?.(olderRequest, context).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CallError);
    const { status, message, violations } = refused as CallError;
    expect({ status, message, violations }).toStrictEqual({
      status: "INVALID_ARGUMENT",
      message: `invalid parameters: message.parts: ${violations[0]?.description} [empty]`,
      violations: [{ field: "message.parts", description: expect.any(String) }],
    });
  });

  test("an error that it throws is that of the older version", async () => {
    const handler = downgradeHandler(
      translation(),
      {
        async sendMessage() {
          throw errors.ExtendedAgentCardNotConfiguredError("none", { metadata: { a: "b" } });
        },
      },
      quiet,
    );
    await expect(handler.sendMessage?.(olderRequest, context)).rejects.toMatchObject({
      name: "AuthenticatedExtendedCardNotConfiguredError",
      message: "none",
      metadata: { a: "b" },
      jsonRpc: -32007,
    });
  });

  test("what it throws beside errors of calls stays as it is", async () => {
    const bug = new RangeError("a secret");
    const handler = downgradeHandler(
      translation(),
      {
        async sendMessage() {
          throw bug;
        },
      },
      quiet,
    );
    await expect(handler.sendMessage?.(olderRequest, context)).rejects.toBe(bug);
  });

  test("an answer of the wrong shape is told to the hook and not to the client", async () => {
    const told: unknown[] = [];
    const handler = downgradeHandler(
      translation(),
      { sendMessage: async () => ({ task: 1 }) as never },
      { ...quiet, onError: (error, call) => told.push((error as Error).message, call) },
    );
    const error: unknown = await handler
      .sendMessage?.(olderRequest, context)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: "InvalidAgentResponseError",
      message: olderErrors.InvalidAgentResponseError().message,
    });
    expect(told).toStrictEqual([
      "the handler of SendMessage returned no lf.a2a.v1.SendMessageResponse: task: expected an object, got 1",
      { method: "SendMessage", binding: "JSONRPC" },
    ]);
  });

  test("a caller who may not call is refused before the handler is reached", async () => {
    const asked: unknown[] = [];
    let called = 0;
    const handler = downgradeHandler(
      translation(),
      {
        async sendMessage() {
          called += 1;
          return answer;
        },
        async *sendStreamingMessage() {
          called += 1;
          yield answer;
        },
      },
      {
        ...quiet,
        authorize(told, sent) {
          asked.push(told.method, sent);
          return false;
        },
      },
    );
    const refused = { status: "PERMISSION_DENIED", message: "the caller may not call SendMessage" };
    await expect(handler.sendMessage?.(olderRequest, context)).rejects.toMatchObject(refused);
    const events = handler.sendStreamingMessage?.(olderRequest, context)[Symbol.asyncIterator]();
    await expect(events?.next()).rejects.toMatchObject({ status: "PERMISSION_DENIED" });
    expect(asked).toStrictEqual(["SendMessage", request, "SendStreamingMessage", request]);
    expect(called).toBe(0);
  });
});

describe("the stream of a handler for clients of an older version", () => {
  test("it ends as the handler's does", async () => {
    const handler = downgradeHandler(
      translation(),
      {
        async *sendStreamingMessage() {
          yield answer;
          yield answer;
        },
      },
      quiet,
    );
    const events: unknown[] = [];
    for await (const event of handler.sendStreamingMessage?.(olderRequest, context) ?? []) events.push(event);
    expect(events).toStrictEqual([olderAnswer, olderAnswer]);
  });

  test("an error in its middle is that of the older version", async () => {
    const handler = downgradeHandler(
      translation(),
      {
        async *sendStreamingMessage() {
          yield answer;
          throw errors.ExtendedAgentCardNotConfiguredError();
        },
      },
      quiet,
    );
    const events = handler.sendStreamingMessage?.(olderRequest, context)[Symbol.asyncIterator]();
    expect(await events?.next()).toStrictEqual({ done: false, value: olderAnswer });
    await expect(events?.next()).rejects.toMatchObject({
      name: "AuthenticatedExtendedCardNotConfiguredError",
    });
    expect(await events?.next()).toStrictEqual({ done: true, value: undefined });
  });

  test("who stops reading stops the handler, which waits for its next event", async () => {
    const { events, stopped } = waiting();
    const handler = downgradeHandler(translation(), { sendStreamingMessage: () => events }, quiet);
    const iterator = handler.sendStreamingMessage?.(olderRequest, context)[Symbol.asyncIterator]();
    await iterator?.next();
    const pending = iterator?.next();
    expect(await iterator?.return?.()).toStrictEqual({ done: true, value: undefined });
    await stopped;
    expect(pending).toBeInstanceOf(Promise);
  });

  test("an event of the wrong shape stops the handler", async () => {
    const { events, stopped } = waiting();
    const handler = downgradeHandler(
      translation(),
      {
        sendStreamingMessage: () => ({
          [Symbol.asyncIterator]: () => ({
            ...events[Symbol.asyncIterator](),
            next: async () => ({ done: false, value: { task: 1 } as never }),
          }),
        }),
      },
      { ...quiet, onError: () => undefined },
    );
    const iterator = handler.sendStreamingMessage?.(olderRequest, context)[Symbol.asyncIterator]();
    await expect(iterator?.next()).rejects.toMatchObject({ name: "InvalidAgentResponseError" });
    await stopped;
  });

  test("a client that goes while its call is authorized does not reach the handler", async () => {
    const allowed = createSignal<boolean>();
    let called = false;
    const handler = downgradeHandler(
      translation(),
      {
        async *sendStreamingMessage() {
          called = true;
          yield answer;
        },
      },
      { ...quiet, authorize: () => allowed.promise },
    );
    const iterator = handler.sendStreamingMessage?.(olderRequest, context)[Symbol.asyncIterator]();
    const pending = iterator?.next();
    await iterator?.return?.();
    allowed.resolve(true);
    expect(await pending).toStrictEqual({ done: true, value: undefined });
    expect(called).toBe(false);
  });
});

test("a handler of the older version answers clients of the newer one", async () => {
  const handler = upgradeHandler(
    translation(),
    {
      async sendMessage(asked, { method, version }) {
        expect({ asked, method, version }).toStrictEqual({
          asked: olderRequest,
          method: "message/send",
          version: "1.0",
        });
        return olderAnswer;
      },
      async *sendStreamingMessage() {
        yield olderAnswer;
        throw olderErrors.AuthenticatedExtendedCardNotConfiguredError();
      },
    },
    quiet,
  );
  const newer = { ...context, method: "SendMessage", version: "1.0" };
  expect(await handler.sendMessage?.(request, newer)).toStrictEqual(answer);
  const events = handler.sendStreamingMessage?.(request, newer)[Symbol.asyncIterator]();
  expect(await events?.next()).toStrictEqual({ done: false, value: answer });
  await expect(events?.next()).rejects.toMatchObject({ name: "ExtendedAgentCardNotConfiguredError" });
});

describe("losses", () => {
  test("the hook is told of every call", async () => {
    const told: HandlerLosses[] = [];
    const losses = [loss("message", "parts", 0, "filename")];
    const handler = downgradeHandler(
      translation({ losses }),
      { sendMessage: async () => answer },
      { onLosses: (entry) => told.push(entry) },
    );
    await handler.sendMessage?.(olderRequest, context);
    await handler.sendMessage?.(olderRequest, context);
    const want = { method: "SendMessage", of: "request", direction: "upgrade", losses };
    expect(told).toStrictEqual([want, want]);
  });

  test("a hook that fails does not fail the call", async () => {
    const { error } = console;
    const written: unknown[] = [];
    console.error = (...parts: unknown[]) => written.push(parts[0]);
    try {
      const handler = downgradeHandler(
        translation({ losses: [loss("message", "extra")] }),
        { sendMessage: async () => answer },
        quiet,
      );
      expect(await handler.sendMessage?.(olderRequest, context)).toStrictEqual(olderAnswer);
    } finally {
      console.error = error;
    }
    expect(written).toStrictEqual(["a2agen: the hook onLosses failed:"]);
  });

  test("the log tells each method and place once, whatever the index", () => {
    const written: string[] = [];
    const log = createLossLog({ write: (line) => written.push(line) });
    const entry = { method: "SendMessage", of: "request" } as const;
    log({ ...entry, losses: [loss("message", "parts", 0, "a"), loss("message", "parts", 7, "a")] });
    log({ ...entry, losses: [loss("message", "parts", 1, "a"), loss("message", "b")] });
    log({ ...entry, method: "GetTask", losses: [loss("message", "b")] });
    expect(written).toStrictEqual([
      'a2agen: the request of SendMessage does not come across whole at "message.parts[].a": no place',
      'a2agen: the request of SendMessage does not come across whole at "message.b": no place',
      'a2agen: the request of GetTask does not come across whole at "message.b": no place',
    ]);
  });

  test("clients that make up names do not fill the log", () => {
    const written: string[] = [];
    const log = createLossLog({ write: (line) => written.push(line), maximum: 3 });
    for (let index = 0; index < 100; index += 1) {
      log({ method: "M", of: "request", losses: [loss(`x${index}\n${"y".repeat(10_000)}`)] });
    }
    expect(written).toHaveLength(4);
    expect(Math.max(...written.map(({ length }) => length))).toBeLessThan(400);
    expect(written.join("").includes("\n")).toBe(false);
    expect(written.at(-1)).toBe("a2agen: further losses of translations are not told");
  });
});
