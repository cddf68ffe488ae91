import type { HostedMethod, RequestQueue } from "@a2agen/runtime/binding";
import type { ExtensionSupport } from "@a2agen/runtime/extensions";
import { createHost, implement } from "@a2agen/runtime/host";
import { type CallContext, CallError } from "@a2agen/runtime/service";
import { expect, test } from "vitest";
import { wrapHandler } from "../../../../packages/runtime/src/host/wrap-handler.ts";
import { Bookshop } from "../../../generated/proto/bookshop/v1/bookshop_service.ts";
import type { Question } from "../../../generated/proto/bookshop/v1/bookshop_types.ts";

const uri = "https://example.com/polite";

const polite = {
  extension: {
    uri,
    problemsIn: (_type: string, message: Question) =>
      message.text === "now!"
        ? [{ code: "format", path: "text", segments: ["text"], message: "expected a polite text" }]
        : [],
  },
} as unknown as ExtensionSupport;

test("each message of a client's stream is checked by the extensions in use", async () => {
  const shop: Partial<Bookshop> = {
    async *consult(questions) {
      for await (const { text = "" } of questions) yield { text };
    },
  };
  const wrapped = wrapHandler(implement(Bookshop, shop as Bookshop), [polite]) as Bookshop;
  async function* ask(): AsyncGenerator<Question, void, undefined> {
    yield { text: "please" };
    yield { text: "now!" };
  }
  const seen: unknown[] = [];
  const read = async (activated: readonly string[]): Promise<void> => {
    for await (const answer of wrapped.consult(ask(), { activated } as CallContext)) seen.push(answer.text);
  };
  await expect(read([uri])).rejects.toMatchObject({
    status: "INVALID_ARGUMENT",
    violations: [{ field: "text", description: "expected a polite text" }],
  });
  await read([]);
  expect(seen).toEqual(["please", "please", "now!"]);
});

test("a host counts the messages that wait, of all streams together", async () => {
  const host = createHost({
    services: [implement(Bookshop, {})],
    limits: { waitingBytes: 100 },
  });
  const [one, two] = [host.messages(), host.messages()];
  one.push({ text: "a".repeat(80) });
  const full = (): void => two.push({ text: "a".repeat(80) });
  expect(full).toThrow("too many messages wait for their streams to take them");
  for await (const _ of one) break;
  expect(full).not.toThrow();
});

test("a caller has a share of what may wait, in all of its streams", async () => {
  const host = createHost({
    services: [implement(Bookshop, {})],
    limits: { callerWaitingBytes: 100 },
  });
  const open = (owner: string): RequestQueue => {
    const queue = host.messages();
    queue.claim(owner);
    return queue;
  };
  const [one, two, other, unknown] = [open("ada"), open("ada"), open("bob"), host.messages()];
  const message = { text: "a".repeat(80) };
  one.push(message);
  expect(() => two.push(message)).toThrow("too many messages wait for their streams to take them");
  other.push(message);
  // What comes before its caller is known counts in all only.
  unknown.push(message);
  expect(() => unknown.claim("ada")).toThrow("too many messages wait");
  for await (const _ of one) break;
  two.push(message);
  two.fail(new CallError("CANCELLED", "the call is over"));
  unknown.claim("ada");
  expect(() => one.push(message)).toThrow("too many messages wait");
});

test("a message that its handler leaves is no longer counted when the call is over", async () => {
  const host = createHost({
    services: [
      implement(Bookshop, {
        async *consult() {
          yield { text: "we are closed" };
        },
      }),
    ],
    limits: { waitingBytes: 100 },
  });
  const hosted = host.methods.find(({ method }) => method.name === "Consult") as HostedMethod;
  const nothing = (): undefined => undefined;
  const incoming = { binding: "HTTP+JSON", header: nothing, query: nothing, onDisconnect: nothing };
  const send = async (): Promise<unknown> =>
    (await host.acknowledge(hosted, incoming, () => ({ text: "a".repeat(80) }))).value;
  expect([await send(), await send()]).toEqual([{}, {}]);
});

test("the next message of a stream waits while those before it are large", async () => {
  const host = createHost({ services: [implement(Bookshop, {})], limits: { bodyBytes: 100 } });
  const queue = host.messages({ mostBytes: 100 });
  queue.push({ text: "a".repeat(120) });
  const waiting = queue.untilRoom();
  await expect(queue.untilRoom()).rejects.toThrow("send the next one when it is acknowledged");
  for await (const _ of queue) break;
  expect(await waiting).toBe(true);
});
