import type { A2AService, Message, StreamResponse, Task, TaskState } from "@a2agen/a2a-1.0";
import type { Payment } from "@a2agen/ext-x402";
import { X402Extension, X402States } from "@a2agen/ext-x402";
import { describe, expect, expectTypeOf, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { bindingNames, startAgent } from "../../unit/runtime/extensions/start-agent.ts";

const { uri } = X402Extension;

const required: Payment = {
  status: "payment-required",
  required: {
    x402Version: 1,
    accepts: [
      { scheme: "exact", network: "base", asset: "0xUSDC", payTo: "0xShop", maxAmountRequired: "1000" },
    ],
  },
};
const submitted: Payment = {
  status: "payment-submitted",
  payload: { x402Version: 1, network: "base", scheme: "exact", payload: { signature: "0xWallet" } },
};
const receipts: Payment["receipts"] = [{ success: true, network: "base", transaction: "0x1" }];
const verified: Payment = { status: "payment-verified" };
const completed: Payment = { status: "payment-completed", receipts };

/** A status update with a payment, as the agent tells it. */
function tell(state: TaskState, payment: Payment): StreamResponse {
  const message: Message = { messageId: payment.status, role: "ROLE_AGENT", parts: [{ text: "" }] };
  X402Extension.payment.set(message, payment);
  return { statusUpdate: { taskId: "t", contextId: "c", status: { state, message } } };
}

/** A message of the client, with a payment for the task unless it is the first. */
function pay(payment?: Payment, messageId = "m"): Message {
  const message: Message = { messageId, role: "ROLE_USER", parts: [{ text: "a map" }] };
  if (payment === undefined) return message;
  message.taskId = "t";
  X402Extension.payment.set(message, payment);
  return message;
}

const begun: Task = { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } };

/** An agent that sells: what it tells follows from what the client says, unless a test has other answers. */
function sell(
  wrong?: (payment: Payment | undefined) => readonly StreamResponse[] | undefined,
): Partial<A2AService> {
  return {
    async *sendStreamingMessage({ message }) {
      const payment = X402Extension.payment.get(message);
      const other = wrong?.(payment);
      if (other !== undefined) yield* other;
      else if (payment === undefined) {
        yield { task: begun };
        yield tell("TASK_STATE_INPUT_REQUIRED", required);
      } else if (payment.status === "payment-submitted") {
        yield tell("TASK_STATE_WORKING", verified);
        yield tell("TASK_STATE_COMPLETED", completed);
      }
    },
  };
}

const declared = [X402Extension.declare()];
const support = { extension: X402Extension };

describe.each(bindingNames)("over %s", (binding) => {
  test("a client with a wallet pays, and sees each step", async () => {
    const agent = await startAgent({ extensions: [support], declared, handler: sell() });
    const { client } = await agent.connect(binding, { extensions: [X402Extension], checkExtensions: true });
    const steps: (string | undefined)[] = [];
    const follow = async (message: Message): Promise<void> => {
      for await (const { statusUpdate } of client.sendStreamingMessage({ message })) {
        const told = statusUpdate?.status.message;
        if (told !== undefined) steps.push(X402Extension.payment.require(told).status);
      }
    };
    await follow(pay());
    const next = X402States.client.move("payment-required", "payment-submitted");
    await follow(pay({ ...submitted, status: next }, "m-2"));
    expect(steps).toEqual(["payment-required", "payment-verified", "payment-completed"]);
    expect(agent.hidden).toEqual([]);
  });

  test.each(["sendMessage", "sendStreamingMessage"] as const)(
    "a whole task of %s may be some moves on",
    async (method) => {
      const done = tell("TASK_STATE_COMPLETED", completed).statusUpdate?.status;
      if (done === undefined) throw new Error("expected a status");
      const paid: Task = { ...begun, status: done };
      const agent = await startAgent({
        extensions: [support],
        declared,
        handler: {
          ...sell((payment) => (payment?.status === "payment-submitted" ? [{ task: paid }] : undefined)),
          async sendMessage() {
            return { task: paid };
          },
        },
      });
      const { client } = await agent.connect(binding, { extensions: [X402Extension], checkExtensions: true });
      await collect(client.sendStreamingMessage({ message: pay() }));
      const request = { message: pay(submitted, "m-2") };
      const { task } =
        method === "sendMessage"
          ? await client.sendMessage(request)
          : ((await collect(client.sendStreamingMessage(request)))[0] ?? {});
      expect(task?.status.state).toBe("TASK_STATE_COMPLETED");
      expect(agent.hidden).toEqual([]);
    },
  );

  test.each<{ name: string; payment: Payment; refusal: string }>([
    {
      name: "a step of the agent",
      payment: verified,
      refusal: `the state payment-verified of ${uri} after payment-required, after which the client moves to payment-submitted or payment-rejected`,
    },
    {
      name: "no requirement",
      payment: required,
      refusal: "",
    },
  ])("the host refuses $name of a client", async ({ payment, refusal }) => {
    const agent = await startAgent({ extensions: [support], declared, handler: sell() });
    const { client } = await agent.connect(binding, { extensions: [X402Extension] });
    await collect(client.sendStreamingMessage({ message: pay() }));
    const sent = collect(client.sendStreamingMessage({ message: pay(payment, "m-2") }));
    // Staying in a state is no move.
    if (refusal === "") expect(await sent).toEqual([]);
    else await expect(sent).rejects.toMatchObject({ status: "FAILED_PRECONDITION", message: refusal });
  });

  test("the host refuses a payment for what is paid", async () => {
    const agent = await startAgent({ extensions: [support], declared, handler: sell() });
    const { client } = await agent.connect(binding, { extensions: [X402Extension] });
    await collect(client.sendStreamingMessage({ message: pay() }));
    await collect(client.sendStreamingMessage({ message: pay(submitted, "m-2") }));
    await expect(
      collect(client.sendStreamingMessage({ message: pay(submitted, "m-3") })),
    ).rejects.toMatchObject({
      status: "FAILED_PRECONDITION",
      message: `the state payment-submitted of ${uri} after payment-completed, after which the client moves nowhere`,
    });
  });

  test.each<{ name: string; events: readonly StreamResponse[]; problem: string }>([
    {
      name: "a step that is left out",
      events: [tell("TASK_STATE_COMPLETED", completed)],
      problem: `yielded the state payment-completed of ${uri} after payment-submitted, which may be followed by payment-verified or payment-failed`,
    },
    {
      name: "a requirement of a task that works",
      events: [tell("TASK_STATE_WORKING", required)],
      problem: `yielded wrong data of ${uri}: statusUpdate.status.message: payment-required is told while the task is TASK_STATE_INPUT_REQUIRED, found TASK_STATE_WORKING (${uri}) [enum]`,
    },
    {
      name: "a completed payment without receipts",
      events: [
        tell("TASK_STATE_WORKING", verified),
        tell("TASK_STATE_COMPLETED", { status: "payment-completed" }),
      ],
      problem: `yielded wrong data of ${uri}: statusUpdate.status.message: payment-completed needs the field receipts (${uri}) [required]`,
    },
  ])("the host refuses $name of an agent", async ({ events, problem }) => {
    const handler = sell((payment) => (payment?.status === "payment-submitted" ? events : undefined));
    const agent = await startAgent({ extensions: [support], declared, handler });
    const { client } = await agent.connect(binding, { extensions: [X402Extension] });
    await collect(client.sendStreamingMessage({ message: pay() }));
    await expect(
      collect(client.sendStreamingMessage({ message: pay(submitted, "m-2") })),
    ).rejects.toMatchObject({ status: "INTERNAL" });
    expect(agent.hidden.map(String)).toEqual([`TypeError: the handler of SendStreamingMessage ${problem}`]);
  });

  test("a client refuses what an agent tells that is not checked", async () => {
    const handler = sell(() => [tell("TASK_STATE_COMPLETED", { status: "payment-completed" })]);
    const unchecked = { ...support, validate: false };
    const agent = await startAgent({ extensions: [unchecked], declared, handler });
    const { client } = await agent.connect(binding, { extensions: [X402Extension], checkExtensions: true });
    await expect(collect(client.sendStreamingMessage({ message: pay() }))).rejects.toMatchObject({
      name: "InvalidAgentResponseError",
      message: `SendStreamingMessage returned wrong data of ${uri}: statusUpdate.status.message: payment-completed needs the field receipts (${uri}) [required]`,
    });
  });
});

test("moves of the other side do not compile, and throw", () => {
  // @ts-expect-error: the agent verifies.
  expect(() => X402States.client.move("payment-submitted", "payment-verified")).toThrow(
    "expected a move of the client, got payment-submitted to payment-verified: from payment-submitted, the client moves nowhere",
  );
  // @ts-expect-error: nothing is completed before it is verified.
  expect(() => X402States.agent.move("payment-submitted", "payment-completed")).toThrow(
    "expected a move of the agent, got payment-submitted to payment-completed: from payment-submitted, the agent moves to payment-verified or payment-failed",
  );
  expectTypeOf(
    X402States.agent.move("payment-submitted", "payment-failed"),
  ).toEqualTypeOf<"payment-failed">();
});

test("a call that does not ask for a required extension is refused", async () => {
  const agent = await startAgent({ extensions: [support], declared, handler: sell() });
  const { client } = await agent.connect("JSONRPC", { extensions: [X402Extension] });
  expect(await collect(client.sendStreamingMessage({ message: pay() }))).toHaveLength(2);
  await expect(agent.connect("JSONRPC")).rejects.toMatchObject({ name: "ExtensionSupportRequiredError" });
});
