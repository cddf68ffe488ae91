import { A2AService, type Message } from "@a2agen/a2a-1.0";
import { type Payment, X402Extension, X402V01Extension } from "@a2agen/ext-x402";
import { createAgent, inputRequired } from "@a2agen/runtime/agent";
import { bindExtensions, type SupportedExtension } from "@a2agen/runtime/extensions";
import { createHost, implement } from "@a2agen/runtime/host";
import { describe, expect, onTestFinished, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import {
  bindingNames,
  cardWith,
  type StartedAgent,
  startAgent,
} from "../../unit/runtime/extensions/start-agent.ts";

const extensions = { x402: X402Extension, old: X402V01Extension };
const declared = Object.values(extensions).map((extension) => extension.declare({ required: false }));
const required: NonNullable<Payment["required"]> = {
  x402Version: 1,
  accepts: [{ scheme: "exact", network: "base", asset: "0x", payTo: "0x", maxAmountRequired: "1" }],
};
const message: Message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "A map" }] };

/** Asks for a payment by the version that is active, and says which. */
function startBoth(): Promise<StartedAgent> {
  const agent = createAgent({
    service: A2AService,
    card: cardWith(declared, "http://localhost", "JSONRPC"),
    extensions,
    limits: { dedupeMs: 0 },
    async *execute({ extensions: { x402, old } }) {
      const question = inputRequired(x402.active ? "v0.2" : old.active ? "v0.1" : "neither");
      // In v0.2 the requirements may be elsewhere; in v0.1 they are here.
      const asked = x402.addTo(question, { payment: { status: "payment-required" } });
      yield old.addTo(asked, { payment: { status: "payment-required", required } });
    },
  });
  onTestFinished(() => agent.close(0));
  return startAgent({ handler: agent, declared, options: { extensions, checkAnswers: true } });
}

const clients: readonly { name: string; given: readonly SupportedExtension[]; text: string }[] = [
  { name: "of v0.2", given: [X402Extension], text: "v0.2" },
  { name: "of v0.1", given: [X402V01Extension], text: "v0.1" },
  { name: "of both, v0.2 first", given: [X402Extension, X402V01Extension], text: "v0.2" },
  { name: "of both, v0.1 first", given: [X402V01Extension, X402Extension], text: "v0.1" },
  { name: "of neither", given: [], text: "neither" },
];

describe.each(bindingNames)("one host serves two versions over %s", (binding) => {
  test.each(clients)("to a client $name", async ({ given, text }) => {
    const agent = await startBoth();
    const connection = await agent.connect(binding, { extensions: given, checkExtensions: true });
    const { x402, old } = bindExtensions(connection, extensions);
    const { task } = await connection.client.sendMessage({ message });
    const told = task?.status.message;
    expect(told?.parts).toEqual([{ text }]);
    expect({ new: x402.in(task ?? {}).payment, old: old.in(task ?? {}).payment }).toEqual({
      new: text === "v0.2" ? { status: "payment-required" } : undefined,
      old: text === "v0.1" ? { status: "payment-required", required } : undefined,
    });
    const events = await collect(connection.client.sendStreamingMessage({ message }));
    expect(events.at(-1)?.statusUpdate?.status.message?.extensions).toEqual(told?.extensions);
    expect(agent.hidden).toEqual([]);
  });

  test("to a call that asks for both, of which the first of the host is active", async () => {
    const { connect } = await startBoth();
    const { client } = await connect(binding);
    let active: readonly string[] = [];
    const { task } = await client.sendMessage(
      { message },
      {
        extensions: [X402V01Extension.uri, X402Extension.uri],
        onActivated: (uris) => {
          active = uris;
        },
      },
    );
    expect(active).toEqual([X402Extension.uri]);
    expect(task?.status.message?.parts).toEqual([{ text: "v0.2" }]);
  });
});

test("extensions that are no versions of one cannot share keys", () => {
  const { versionOf: _versionOf, ...stranger } = X402V01Extension;
  expect(() =>
    createHost({
      services: [implement(A2AService, {})],
      card: cardWith(declared, "http://localhost", "JSONRPC"),
      extensions: [X402Extension, stranger],
    }),
  ).toThrow(
    `extensions: ${X402Extension.uri} and ${X402V01Extension.uri} would both use the metadata key "x402.payment.status"; support one of them`,
  );
});
