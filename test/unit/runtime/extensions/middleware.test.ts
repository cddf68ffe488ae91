import type { ExtensionMiddleware, ExtensionSupport } from "@a2agen/runtime/extensions";
import { CallError } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../shared/bindings/outcome.ts";
import { bare, Geolocation } from "./definitions.ts";
import { answer, bindingNames, say, startAgent } from "./start-agent.ts";

const a = "https://example.com/ext/a/v1";
const b = "https://example.com/ext/b/v1";

/** Writes down when it is entered and left, and with what error. */
function tracing(name: string, log: string[]): ExtensionMiddleware {
  const leave = (error: unknown): never => {
    log.push(`${name} failed: ${error instanceof Error ? error.message : "?"}`);
    throw error;
  };
  return {
    async unary(next, { method, context, request }) {
      log.push(`${name} before ${method.name}: ${context.activated.join(" ")}`);
      const value = await next(request).catch(leave);
      log.push(`${name} after`);
      return value;
    },
    async *stream(next, { service, method, request }) {
      log.push(`${name} before ${service}.${method.name}`);
      try {
        for await (const event of next(request)) {
          log.push(`${name} event`);
          yield event;
        }
        log.push(`${name} after`);
      } catch (error) {
        leave(error);
      } finally {
        log.push(`${name} done`);
      }
    },
  };
}

function traced(log: string[]): readonly ExtensionSupport[] {
  return [
    { extension: bare(a, { [b]: "required" }), wrap: tracing("a", log) },
    { extension: bare(b), wrap: tracing("b", log) },
  ];
}

describe.each(bindingNames)("middleware over %s", (binding) => {
  test("runs only when its extension is active, that of a dependency around the other", async () => {
    const log: string[] = [];
    const { client } = await (await startAgent({ extensions: traced(log) })).connect(binding);
    await client.sendMessage(say("hello"));
    expect(log.splice(0)).toEqual([]);
    await client.sendMessage(say("hello"), { extensions: [b] });
    expect(log.splice(0)).toEqual([`b before SendMessage: ${b}`, "b after"]);
    await client.sendMessage(say("hello"), { extensions: [a] });
    expect(log.splice(0)).toEqual([]);
    await client.sendMessage(say("hello"), { extensions: [a, b] });
    const all = `${b} ${a}`;
    expect(log).toEqual([
      `b before SendMessage: ${all}`,
      `a before SendMessage: ${all}`,
      "a after",
      "b after",
    ]);
  });

  test("runs around streams, to their end", async () => {
    const log: string[] = [];
    const { client } = await (await startAgent({ extensions: traced(log) })).connect(binding);
    const events: unknown[] = [];
    for await (const event of client.sendStreamingMessage(say("hello"), { extensions: [a, b] }))
      events.push(event);
    expect(events).toEqual([{ message: answer({ activated: [b, a] }) }]);
    expect(log).toEqual([
      "b before lf.a2a.v1.A2AService.SendStreamingMessage",
      "a before lf.a2a.v1.A2AService.SendStreamingMessage",
      "a event",
      "b event",
      "a after",
      "a done",
      "b after",
      "b done",
    ]);
  });

  test("sees the errors of handlers, which pass through it", async () => {
    const log: string[] = [];
    const { client } = await (await startAgent({ extensions: traced(log) })).connect(binding);
    await expect(client.sendMessage(say("fail"), { extensions: [b] })).rejects.toThrow("nothing is there");
    expect(log.splice(0)).toEqual([`b before SendMessage: ${b}`, "b failed: nothing is there"]);
    const stream = client.sendStreamingMessage(say("break"), { extensions: [b] });
    const read = async (): Promise<void> => {
      for await (const event of stream) expect(event).toHaveProperty("message");
    };
    await expect(read()).rejects.toThrow("broken off");
    expect(log.slice(1)).toEqual(["b event", "b failed: broken off", "b done"]);
  });

  test("changes requests and answers, and refuses calls", async () => {
    const wrap: ExtensionMiddleware = {
      async unary(next, { request }) {
        const { message } = request as ReturnType<typeof say>;
        if (!Geolocation.has(message)) throw new CallError("INVALID_ARGUMENT", "the message has no position");
        Geolocation.get(message);
        const reply = (await next({ message: { ...message, parts: [{ text: "changed" }] } })) as {
          readonly message: NonNullable<Parameters<typeof Geolocation.set>[0]>;
        };
        Geolocation.set(reply.message, { latitude: 1, longitude: 2 });
        return reply;
      },
    };
    const agent = await startAgent({
      extensions: [{ extension: Geolocation, wrap }],
      handler: { sendMessage: async ({ message }) => ({ message: { ...message, messageId: "echo" } }) },
    });
    const { client } = await agent.connect(binding);
    const request = say("where am I?");
    Geolocation.set(request.message, { latitude: 48, longitude: 11 });
    const { message } = await client.sendMessage(request, { extensions: [Geolocation.uri] });
    expect(message?.parts).toEqual([{ text: "changed" }]);
    expect(message === undefined ? undefined : Geolocation.get(message)).toEqual({
      latitude: 1,
      longitude: 2,
    });
    const refused = await client
      .sendMessage(say("where am I?"), { extensions: [Geolocation.uri] })
      .catch((error: unknown) => outcomeOf(error));
    expect(refused).toMatchObject({ kind: "error", message: "the message has no position" });
    expect(await client.sendMessage(say("where am I?"))).toMatchObject({ message: { messageId: "echo" } });
  });

  test("that returns what is wrong fails the call, and tells the server's author only", async () => {
    const wrap: ExtensionMiddleware = {
      unary: () => ({ message: { parts: "none" } }),
      stream: () => ({}) as AsyncIterable<unknown>,
    };
    const agent = await startAgent({ extensions: [{ extension: bare(a), wrap }] });
    const { client } = await agent.connect(binding);
    await expect(client.sendMessage(say("x"), { extensions: [a] })).rejects.toMatchObject({
      reason: "INVALID_AGENT_RESPONSE",
    });
    const stream = client.sendStreamingMessage(say("x"), { extensions: [a] });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow("internal error");
    expect(agent.hidden).toHaveLength(2);
  });

  test("learns at once when the client of a stream goes", async () => {
    const log: string[] = [];
    let tell: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const wrap: ExtensionMiddleware = {
      async *stream(next, { request }) {
        try {
          yield* next(request);
        } finally {
          log.push("ended");
          tell();
        }
      },
    };
    const agent = await startAgent({
      extensions: [{ extension: bare(a), wrap }],
      handler: {
        async *sendStreamingMessage(_request, { signal }) {
          yield { message: answer({}) };
          await new Promise((resolve) => {
            signal.addEventListener("abort", resolve, { once: true });
          });
        },
      },
    });
    const { client } = await agent.connect(binding);
    const stream = client.sendStreamingMessage(say("x"), { extensions: [a] })[Symbol.asyncIterator]();
    await stream.next();
    await stream.return?.();
    await ended;
    expect(log).toEqual(["ended"]);
  });
});

describe.each(bindingNames)("the check of an extension over %s", (binding) => {
  const extensions: readonly ExtensionSupport[] = [
    {
      extension: Geolocation,
      check: ({ request }) => {
        Geolocation.get((request as ReturnType<typeof say>).message);
      },
    },
  ];
  const bad = say("where am I?");
  bad.message.metadata = { [Geolocation.uri]: { latitude: "north", longitude: 1 } };
  const active = { extensions: [Geolocation.uri] };

  test("refuses data of the wrong shape, with its path, when the extension is active", async () => {
    const agent = await startAgent({ extensions });
    const { client } = await agent.connect(binding);
    const path = `metadata["${Geolocation.uri}"].latitude`;
    const refusal = {
      status: "INVALID_ARGUMENT",
      violations: [{ field: path, description: 'expected a finite number, got "north"' }],
    };
    await expect(client.sendMessage(bad, active)).rejects.toMatchObject(refusal);
    const stream = client.sendStreamingMessage(bad, active);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject(refusal);
    expect(agent.hidden).toEqual([]);
  });

  test("lets the right data through, and any when the extension is not active", async () => {
    const { client } = await (await startAgent({ extensions })).connect(binding);
    const good = say("where am I?");
    Geolocation.set(good.message, { latitude: 1, longitude: 2 });
    expect(await client.sendMessage(good, active)).toHaveProperty("message");
    expect(await client.sendMessage(bad)).toHaveProperty("message");
  });
});
