import type { ExtensionSupport } from "@a2agen/runtime/extensions";
import { createHost, implement } from "@a2agen/runtime/host";
import type { CallContext } from "@a2agen/runtime/service";
import { expect, test } from "vitest";
import { wrapHandler } from "../../../../runtime/host/wrap-handler.ts";
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

test("the next message of a stream waits while those before it are large", async () => {
  const host = createHost({ services: [implement(Bookshop, {})], limits: { bodyBytes: 100 } });
  const queue = host.messages({ mostBytes: 100 });
  queue.push({ text: "a".repeat(120) });
  const waiting = queue.untilRoom();
  await expect(queue.untilRoom()).rejects.toThrow("send the next one when it is acknowledged");
  for await (const _ of queue) break;
  expect(await waiting).toBe(true);
});
