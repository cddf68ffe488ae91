import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { A2AService, Message, StreamResponse } from "@a2agen/a2a-1.0";
import { type Checkout, UcpExtension } from "@a2agen/ext-ucp";
import { describe, expect, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { bindingNames, say, startAgent } from "../../unit/runtime/extensions/start-agent.ts";

const { uri } = UcpExtension;
const cases = JSON.parse(await readFile(join(import.meta.dirname, "cases.json"), "utf8")) as {
  readonly "Ucp.checkout": { readonly valid: Readonly<Record<string, Checkout>> };
};
const [sample] = Object.values(cases["Ucp.checkout"].valid);

function tell(id: string, status: Checkout["status"]): Message {
  if (sample === undefined) throw new Error("expected a checkout among the cases");
  const order = { id: "o", permalink_url: "https://shop.example/o" };
  const message: Message = { messageId: `${id}-${status}`, role: "ROLE_AGENT", parts: [{ text: "" }] };
  const checkout = { ...sample, id, status, ...(status === "completed" && { order }) };
  UcpExtension.checkout.set(message, checkout);
  return message;
}

function update(id: string, status: Checkout["status"]): StreamResponse {
  const state = "TASK_STATE_WORKING";
  return { statusUpdate: { taskId: "t", contextId: "c", status: { state, message: tell(id, status) } } };
}

/** An agent that tells of the checkouts that a message names, "a:incomplete b:completed". */
const handler: Partial<A2AService> = {
  async sendMessage({ message }) {
    const [[id, status] = ["", "incomplete"] as const] = readSteps(message);
    return { message: tell(id, status) };
  },
  async *sendStreamingMessage({ message }) {
    for (const [id, status] of readSteps(message)) yield update(id, status);
  },
};

function readSteps({ parts }: Message): (readonly [string, Checkout["status"]])[] {
  return (parts[0]?.text ?? "").split(" ").map((step) => {
    const [id = "", status = ""] = step.split(":");
    return [id, status as Checkout["status"]];
  });
}

describe.each(bindingNames)("over %s", (binding) => {
  const declared = [
    UcpExtension.declare({
      params: { capabilities: {} },
    }),
  ];
  const start = async () => {
    const agent = await startAgent({ handler, extensions: [{ extension: UcpExtension }], declared });
    const headers = { "UCP-Agent": 'profile="https://platform.example/ucp"' };
    const { client } = await agent.connect(binding, { extensions: [UcpExtension], headers });
    return { agent, client };
  };

  test("each checkout of a task has its own state", async () => {
    const { agent, client } = await start();
    const steps = "a:incomplete b:ready_for_complete a:ready_for_complete b:completed a:complete_in_progress";
    expect(await collect(client.sendStreamingMessage(say(steps)))).toHaveLength(5);
    // It stays known by its id in other calls, whatever their task.
    expect((await client.sendMessage(say("a:completed"))).message?.messageId).toBe("a-completed");
    await expect(client.sendMessage(say("b:canceled"))).rejects.toMatchObject({ status: "INTERNAL" });
    expect(agent.hidden.map(String)).toEqual([
      `TypeError: the handler of SendMessage returned the state canceled of ${uri} after completed in another call, which may be followed by no other, for it is final`,
    ]);
  });

  test("a move that a checkout does not have is refused", async () => {
    const { agent, client } = await start();
    const steps = "c:incomplete a:incomplete b:ready_for_complete b:completed a:complete_in_progress";
    await expect(collect(client.sendStreamingMessage(say(steps)))).rejects.toMatchObject({
      status: "INTERNAL",
    });
    expect(agent.hidden.map(String)).toEqual([
      `TypeError: the handler of SendStreamingMessage yielded the state complete_in_progress of ${uri} after incomplete, which may be followed by requires_escalation or ready_for_complete or canceled`,
    ]);
  });
});
