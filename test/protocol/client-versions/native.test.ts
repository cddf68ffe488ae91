import { A2AService, type Message } from "@a2agen/a2a-0.3";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { describe, expect, test } from "vitest";
import { cardOf, startOlderAgent } from "./sdk-0.3-agent.ts";

function say(text: string): { readonly message: Message } {
  return { message: { kind: "message", messageId: "m-1", role: "user", parts: [{ kind: "text", text }] } };
}

describe("a client of 0.3 calls an agent on the SDK of 0.3", () => {
  test("and takes up a stream that breaks", async () => {
    const agent = await startOlderAgent();
    const { client, card, protocol, warnings } = await connect(A2AService, agent.origin, {
      bindings: [jsonRpc()],
      resume: { initialDelayMs: 1 },
    });
    expect(card).toEqual(cardOf(agent.origin));
    expect(protocol).toBe(A2AService.protocol);
    const kinds: string[] = [];
    for await (const event of client.sendStreamingMessage(say("stay"))) {
      kinds.push(event.kind);
      if (kinds.length === 2) agent.breakConnections();
      if (kinds.length === 3) await agent.complete();
    }
    expect(kinds).toEqual(["task", "artifact-update", "task", "status-update"]);
    expect(agent.calls.map(({ method }) => method)).toEqual(["message/stream", "tasks/resubscribe"]);
    expect(warnings).toEqual([]);
  });

  test("and takes the end of a stream that asks for input as its end", async () => {
    const agent = await startOlderAgent();
    const { client } = await connect(A2AService, agent.origin, { bindings: [jsonRpc()] });
    const kinds: string[] = [];
    for await (const event of client.sendStreamingMessage(say("ask"))) kinds.push(event.kind);
    expect(kinds).toEqual(["task", "artifact-update", "status-update"]);
    expect(agent.calls).toHaveLength(1);
  });
});
