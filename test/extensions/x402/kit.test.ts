import { A2AService, type Message } from "@a2agen/a2a-1.0";
import { type Payment, X402Extension } from "@a2agen/ext-x402";
import {
  completed,
  createAgent,
  type ExecuteWith,
  inputRequired,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { bindExtensions } from "@a2agen/runtime/extensions";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import {
  type BindingName,
  bindingNames,
  cardWith,
  type StartedAgent,
  startAgent,
} from "../../unit/runtime/extensions/start-agent.ts";

const extensions = { x402: X402Extension };

const required: Payment["required"] = {
  x402Version: 1,
  accepts: [
    { scheme: "exact", network: "base", asset: "0xUSDC", payTo: "0xShop", maxAmountRequired: "1000" },
  ],
};
const payload: Payment["payload"] = {
  x402Version: 1,
  network: "base",
  scheme: "exact",
  payload: { signature: "0xWallet" },
};

/** Sells a map, and draws one for nothing where nobody can pay. */
const sell: ExecuteWith<typeof extensions> = async function* ({ extensions: { x402 } }) {
  expectTypeOf(x402.payment).toEqualTypeOf<Payment | undefined>();
  if (x402.active && x402.payment === undefined) {
    yield x402.addTo(inputRequired("Pay first"), { payment: { status: "payment-required", required } });
    return;
  }
  yield x402.addTo(working("Settling"), { payment: { status: "payment-verified" } });
  yield textArtifact("map", "a map");
  const receipts = [{ success: true, network: "base", transaction: "0x1" }];
  yield x402.addTo(completed("Paid"), { payment: { status: "payment-completed", receipts } });
};

async function startSeller({ isRequired = true } = {}): Promise<StartedAgent> {
  const declared = [X402Extension.declare({ required: isRequired })];
  const card = cardWith(declared, "http://localhost", "JSONRPC");
  const agent = createAgent({ service: A2AService, card, extensions, execute: sell });
  onTestFinished(() => agent.close(0));
  return startAgent({ handler: agent, declared, options: { extensions, checkAnswers: true } });
}

function say(text: string, taskId?: string): Message {
  const messageId = crypto.randomUUID();
  return { messageId, role: "ROLE_USER", parts: [{ text }], ...(taskId !== undefined && { taskId }) };
}

test.each(bindingNames)("an agent sells and a client pays over %s", async (binding: BindingName) => {
  const seller = await startSeller();
  const connection = await seller.connect(binding, { extensions, checkExtensions: true });
  const { client } = connection;
  const { x402 } = bindExtensions(connection, extensions);
  expect(x402.active).toBe(true);

  const { task } = await client.sendMessage({ message: say("A map") });
  if (task === undefined) throw new Error("expected a task");
  expectTypeOf(x402.in(task).payment).toEqualTypeOf<Payment | undefined>();
  expect(x402.in(task).payment).toEqual({ status: "payment-required", required });
  expect(x402.in({ task }).payment).toEqual({ status: "payment-required", required });

  const request = x402.addTo(
    { message: say("Here", task.id) },
    { payment: { status: "payment-submitted", payload } },
  );
  expect(request.message.extensions).toEqual([X402Extension.uri]);
  const told: (Payment | undefined)[] = [];
  for await (const event of client.sendStreamingMessage(request)) {
    const { payment } = x402.in(event);
    if (payment !== undefined) told.push(payment);
  }
  expect(told.map((payment) => payment?.status)).toEqual(["payment-verified", "payment-completed"]);
  expect(seller.hidden).toEqual([]);
});

test.each(bindingNames)("without the extension nothing is read or written over %s", async (binding) => {
  const seller = await startSeller({ isRequired: false });
  const connection = await seller.connect(binding);
  const { x402 } = bindExtensions(connection, extensions);
  expect(x402.active).toBe(false);
  const message = say("A map");
  expect(x402.addTo(message, { payment: { status: "payment-rejected" } })).toBe(message);
  // Someone else's data is in it all the same.
  X402Extension.payment.set(message, { status: "payment-submitted", payload });
  const { task } = await connection.client.sendMessage({ message });
  expect(task?.status.message).toMatchObject({ parts: [{ text: "Paid" }] });
  expect(task?.status.message).not.toHaveProperty("metadata");
  expect(task?.artifacts?.[0]?.parts).toEqual([{ text: "a map" }]);
});
