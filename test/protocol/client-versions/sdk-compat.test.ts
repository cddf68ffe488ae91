import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import {
  AgentCard as PeerCards,
  TaskStatusUpdateEvent as PeerStatusUpdates,
  Task as PeerTasks,
} from "@a2a-js/sdk";
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import { type Message, A2AService as OlderService } from "@a2agen/a2a-0.3";
import { A2AService, type SendMessageRequest } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { a2a03ToA2a10 } from "@a2agen/translate";
import express from "express";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { collect } from "../../shared/collect.ts";

const hello: SendMessageRequest = {
  message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hello" }] },
};

interface CompatAgent {
  readonly origin: string;
  readonly calls: { readonly method: string; readonly headers: IncomingHttpHeaders }[];
}

/** Serves an agent on the current SDK that takes calls of 0.3 as well, until the test has ended. */
async function startCompatAgent(versions: readonly string[]): Promise<CompatAgent> {
  const silenced = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
  for (const spy of silenced) spy.mockImplementation(() => undefined);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const spy of silenced) spy.mockRestore();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const card = PeerCards.fromJSON({
    name: "Agent of two versions",
    description: "Answers in both.",
    version: "1.0.0",
    supportedInterfaces: versions.map((protocolVersion) => ({
      url: `${origin}/rpc`,
      protocolBinding: "JSONRPC",
      protocolVersion,
    })),
    capabilities: { streaming: true },
    // Without security schemes: the SDK serves its own object, in which they are not as in JSON.
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "answer", name: "Answer", description: "Answers.", tags: ["test"] }],
  });
  const executor: AgentExecutor = {
    async execute({ taskId, contextId }, bus) {
      const status = (state: string): object => ({ state, timestamp: "2026-01-02T03:04:05Z" });
      bus.publish(
        AgentEvent.task(PeerTasks.fromJSON({ id: taskId, contextId, status: status("TASK_STATE_WORKING") })),
      );
      bus.publish(
        AgentEvent.statusUpdate(
          PeerStatusUpdates.fromJSON({ taskId, contextId, status: status("TASK_STATE_COMPLETED") }),
        ),
      );
    },
    cancelTask: async () => undefined,
  };
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const calls: CompatAgent["calls"] = [];
  const legacyCompat = { enabled: true };
  server.on(
    "request",
    express()
      .use(
        "/.well-known/agent-card.json",
        agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }),
      )
      .use(express.json(), (request, _response, next) => {
        const { method } = request.body as { readonly method: string };
        calls.push({ method, headers: request.headers });
        next();
      })
      .use(
        "/rpc",
        jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat }),
      ),
  );
  return { origin, calls };
}

const options = { bindings: [jsonRpc()], older: [a2a03ToA2a10] };
const id = expect.any(String);
const timestamp = "2026-01-02T03:04:05Z";

describe("an agent on the current SDK that serves 0.3 as well", () => {
  test("is called in 1.0, wherever that is in its card", async () => {
    for (const versions of [
      ["1.0", "0.3"],
      ["0.3", "1.0"],
    ]) {
      const agent = await startCompatAgent(versions);
      const { client, protocol, interface: used } = await connect(A2AService, agent.origin, options);
      expect(protocol).toBe(A2AService.protocol);
      expect(used.protocolVersion).toBe("1.0");
      const { task } = await client.sendMessage(hello);
      expect(task).toMatchObject({ id, status: { state: "TASK_STATE_COMPLETED" } });
      expect(agent.calls).toMatchObject([{ method: "SendMessage", headers: { "a2a-version": "1.0" } }]);
    }
  });

  test("is called in 0.3 where it offers no more, though its card is one of 1.0", async () => {
    const agent = await startCompatAgent(["0.3"]);
    const { client, protocol, card, warnings } = await connect(A2AService, agent.origin, options);
    expect(protocol).toBe(OlderService.protocol);
    expect(card).toMatchObject({
      supportedInterfaces: [
        { url: `${agent.origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
      ],
      capabilities: { streaming: true },
    });
    const { task } = await client.sendMessage(hello);
    expect(task).toMatchObject({ id, status: { state: "TASK_STATE_COMPLETED" } });
    expect(await collect(client.sendStreamingMessage(hello))).toMatchObject([
      { task: { id, contextId: id, status: { state: "TASK_STATE_WORKING", timestamp } } },
      { statusUpdate: { taskId: id, contextId: id, status: { state: "TASK_STATE_COMPLETED", timestamp } } },
    ]);
    expect(agent.calls).toMatchObject([
      { method: "message/send", headers: { "a2a-version": "0.3" } },
      { method: "message/stream", headers: { "a2a-version": "0.3" } },
    ]);
    expect(warnings.filter(({ about }) => about === "card")).toEqual([]);
  });

  test("is called by a client of 0.3 with the card of that version", async () => {
    const agent = await startCompatAgent(["1.0", "0.3"]);
    const { client, card } = await connect(OlderService, agent.origin, { bindings: [jsonRpc()] });
    expect(card).toMatchObject({ url: `${agent.origin}/rpc`, protocolVersion: "0.3" });
    const message = {
      kind: "message",
      messageId: "m-1",
      role: "user",
      parts: [{ kind: "text", text: "hello" }],
    } satisfies Message;
    expect(await client.sendMessage({ message })).toMatchObject({
      kind: "task",
      status: { state: "completed" },
    });
  });
});
