import { A2AService as OlderService } from "@a2agen/a2a-0.3";
import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { a2a03ToA2a10, a2a03ToDraft, draftToA2a10 } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import { connect } from "../../../packages/runtime/src/client/index.ts";
import { jsonRpc } from "../../../packages/runtime/src/jsonrpc/index.ts";
import { rest } from "../../../packages/runtime/src/rest/index.ts";
import { cardOf, hello, startAgent, startDraftAgent, task } from "../../shared/client/agents.ts";
import { collect } from "../../shared/collect.ts";
import { startOlderAgent } from "./sdk-0.3-agent.ts";

const bindings = [jsonRpc(), rest()];
const older = [draftToA2a10, a2a03ToA2a10];

describe("a client of 1.0 that can speak the draft", () => {
  test.each(bindings)("calls an agent of the draft over $binding", async (binding) => {
    const agent = await startDraftAgent();
    const { client, protocol, card } = await connect<A2AService, AgentCard>(A2AService, agent.origin, {
      bindings: [binding],
      older,
      resume: { initialDelayMs: 0 },
    });
    expect(protocol).toBe(DraftService.protocol);
    expect(card.supportedInterfaces).toMatchObject([
      { url: `${agent.origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url: `${agent.origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    ]);
    expect(await client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
    const events = await collect(client.sendStreamingMessage(hello));
    expect(events.map(({ task }) => task?.status.state)).toEqual([
      "TASK_STATE_WORKING",
      "TASK_STATE_COMPLETED",
    ]);
    expect(agent.calls.map(({ method, request }) => [method, (request as { name?: string }).name])).toEqual([
      ["GetTask", "tasks/7"],
      ["SendStreamingMessage", undefined],
      ["SubscribeToTask", "tasks/task-1"],
    ]);
  });

  test("calls an agent of 1.0 in 1.0", async () => {
    const agent = await startAgent();
    const { client, protocol, card } = await connect(A2AService, agent.origin, { bindings, older });
    expect(protocol).toBe(A2AService.protocol);
    expect(card).toEqual(cardOf(agent.origin));
    expect(await client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
  });

  test("calls an agent of 0.3 in 0.3", async () => {
    const agent = await startOlderAgent();
    const { client, protocol } = await connect(A2AService, agent.origin, { bindings, older });
    expect(protocol).toBe(OlderService.protocol);
    expect((await client.sendMessage(hello)).task?.status.state).toBe("TASK_STATE_COMPLETED");
  });
});

describe("a client of the draft that can speak 0.3", () => {
  test("calls an agent of 0.3", async () => {
    const agent = await startOlderAgent();
    const { client, protocol } = await connect(DraftService, agent.origin, {
      bindings,
      older: [a2a03ToDraft],
    });
    expect(protocol).toBe(OlderService.protocol);
    const answer = await client.sendMessage({
      message: { messageId: "m-1", contextId: "c-1", role: "user", parts: [{ text: "work" }] },
      configuration: { blocking: true },
    });
    expect(answer.task).toMatchObject({ contextId: "c-1", status: { state: "completed" } });
  });
});
