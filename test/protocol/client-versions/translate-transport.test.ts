import { A2AService, type SendMessageRequest } from "@a2agen/a2a-1.0";
import { StringValueCodec, StructCodec } from "@a2agen/runtime/codegen/service";
import {
  CallError,
  type CallOptions,
  createClient,
  type ServiceDefinition,
  type Transport,
} from "@a2agen/runtime/service";
import {
  type CallLosses,
  type ServiceTranslation,
  type Translator,
  translateTransport,
} from "@a2agen/runtime/versions";
import { describe, expect, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";

/** An older version that can send a message, and stream, and has not the parameter for extensions. */
const { extensionsParameter: _extensions, card: _card, ...plain } = A2AService.protocol;
const older: ServiceDefinition = {
  typeName: "older.Service",
  protocol: { ...plain, name: "older", version: "0.1" },
  methods: {
    send: { name: "send", kind: "unary", input: StructCodec, output: StructCodec, http: [] },
    follow: { name: "follow", kind: "server", input: StructCodec, output: StringValueCodec, http: [] },
  },
};

/** Puts a value into an object of one member, and takes it out again. */
function wrap(member: string): Translator {
  return {
    older: "older",
    newer: "newer",
    upgrade: (value) => {
      if (typeof value !== "string") throw new TypeError("no text");
      return { value: { [member]: value }, losses: [] };
    },
    downgrade: (value) => {
      const { message, ...rest } = value as { message: { messageId: string } };
      const losses = Object.keys(rest).map((path) => ({
        kind: "no-counterpart" as const,
        typeName: "newer",
        path,
        segments: [path],
        message: "has no place",
      }));
      return { value: { text: message.messageId }, losses };
    },
  };
}

const translation: ServiceTranslation = {
  older,
  newer: A2AService,
  methods: [
    { older: "send", newer: "sendMessage", request: wrap("in"), response: wrap("out") },
    { older: "follow", newer: "sendStreamingMessage", request: wrap("in"), response: wrap("event") },
  ],
  errors: [{ older: "VersionNotSupportedError", newer: "TaskNotFoundError" }],
  card: wrap("card"),
};

interface Sent {
  readonly name: string;
  readonly request: unknown;
  readonly options: CallOptions;
}

/** A transport of the older version whose answers are what a test says. */
function answering(
  ...answers: readonly unknown[]
): Transport & { readonly sent: readonly Sent[]; readonly ended: () => number } {
  const sent: Sent[] = [];
  let ended = 0;
  const take = (answer: unknown): unknown => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return {
    binding: "LINE",
    sent,
    ended: () => ended,
    async unary({ name }, request, options) {
      sent.push({ name, request, options });
      return take(answers[0]);
    },
    async *stream({ name }, request, options) {
      sent.push({ name, request, options });
      try {
        for (const answer of answers) yield take(answer);
      } finally {
        ended += 1;
      }
    },
    async close() {
      ended += 1;
    },
  };
}

const request: SendMessageRequest = {
  message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hello" }] },
};

describe("a translated transport", () => {
  test("sends requests of the older version, with the options of the call, and returns answers of the newer one", async () => {
    const inner = answering("yes");
    const transport = translateTransport(translation, inner);
    const client = createClient(A2AService, transport);
    const options = { headers: { "x-trace": "7" }, timeoutMs: 1000 };
    expect(await client.sendMessage(request, options)).toEqual({ out: "yes" });
    expect(inner.sent).toEqual([{ name: "send", request: { text: "m-1" }, options }]);
    expect(transport.binding).toBe("LINE");
    await transport.close();
    expect(inner.ended()).toBe(1);
  });

  test("sends nothing before the first event is asked for, and ends the call with the loop", async () => {
    const inner = answering("one", "two", "three");
    const client = createClient(A2AService, translateTransport(translation, inner));
    const stream = client.sendStreamingMessage(request);
    expect(inner.sent).toEqual([]);
    for await (const event of stream) {
      expect(event).toEqual({ event: "one" });
      break;
    }
    expect(inner.sent).toMatchObject([{ name: "follow" }]);
    expect(inner.ended()).toBe(1);
    expect(await collect(client.sendStreamingMessage(request))).toEqual([
      { event: "one" },
      { event: "two" },
      { event: "three" },
    ]);
  });

  test("tells what is lost, of requests and of options", async () => {
    const told: CallLosses[] = [];
    const transport = translateTransport(translation, answering("yes"), {
      onLosses: (losses) => told.push(losses),
    });
    const client = createClient(A2AService, transport);
    await client.sendMessage(request);
    expect(told).toEqual([]);
    await client.sendMessage({ ...request, tenant: "blue" }, { extensions: ["https://example.com/one"] });
    expect(told).toEqual([
      {
        method: "SendMessage",
        of: "request",
        losses: [
          {
            kind: "no-counterpart",
            typeName: "newer",
            path: "tenant",
            segments: ["tenant"],
            message: "has no place",
          },
        ],
      },
      {
        method: "SendMessage",
        of: "options",
        losses: [
          {
            kind: "no-counterpart",
            typeName: "CallOptions",
            path: "extensions",
            segments: ["extensions"],
            message: "calls of older cannot name extensions",
          },
        ],
      },
    ]);
  });

  test("makes errors those of the newer version, before and amid the events", async () => {
    const error = new CallError("UNIMPLEMENTED", "too new", { name: "VersionNotSupportedError" });
    const foreign = new TypeError("a fault");
    const want = { name: "TaskNotFoundError", status: "NOT_FOUND", message: "too new", cause: error };
    const failing = (...answers: readonly unknown[]): ReturnType<typeof createClient<A2AService>> =>
      createClient(A2AService, translateTransport(translation, answering(...answers)));
    expect(await failureOf(failing(error).sendMessage(request))).toMatchObject(want);
    const events: unknown[] = [];
    const reading = (async () => {
      for await (const event of failing("one", error).sendStreamingMessage(request)) events.push(event);
    })();
    expect(await failureOf(reading)).toMatchObject(want);
    expect(events).toEqual([{ event: "one" }]);
    expect(await failureOf(failing(foreign).sendMessage(request))).toBe(foreign);
  });

  test("fails for a method that the older version lacks, with the error of the capability it needs", async () => {
    const inner = answering("yes");
    const client = createClient(A2AService, translateTransport(translation, inner));
    const message = (name: string): string =>
      `the agent speaks version 0.1 of the protocol, which has no ${name}`;
    expect(await failureOf(client.listTasks({}))).toMatchObject({
      name: "UnsupportedOperationError",
      message: message("ListTasks"),
      origin: "client",
    });
    expect(await failureOf(client.listTaskPushNotificationConfigs({ taskId: "t" }))).toMatchObject({
      name: "PushNotificationNotSupportedError",
      message: message("ListTaskPushNotificationConfigs"),
    });
    expect(await failureOf(collect(client.subscribeToTask({ id: "t" })))).toMatchObject({
      name: "UnsupportedOperationError",
      message: message("SubscribeToTask"),
    });
    expect(inner.sent).toEqual([]);
  });

  test("fails for what cannot be translated: a request that is none, an answer that is none", async () => {
    const inner = answering(7);
    const client = createClient(A2AService, translateTransport(translation, inner));
    expect(await failureOf(client.sendMessage({} as never))).toMatchObject({
      status: "INVALID_ARGUMENT",
      message: "the request of SendMessage is no lf.a2a.v1.SendMessageRequest",
      origin: "client",
    });
    expect(inner.sent).toEqual([]);
    expect(await failureOf(client.sendMessage(request))).toMatchObject({
      name: "InvalidAgentResponseError",
      message: "SendMessage returned no valid older",
      cause: new TypeError("no text"),
    });
    expect(await failureOf(collect(client.sendStreamingMessage(request)))).toMatchObject({
      name: "InvalidAgentResponseError",
    });
    expect(inner.ended()).toBe(1);
  });
});
