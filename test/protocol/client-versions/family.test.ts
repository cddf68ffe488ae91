import { A2AService as OlderService } from "@a2agen/a2a-0.3";
import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import { toNodeListener } from "../../../packages/runtime/src/adapters/node.ts";
import { connect } from "../../../packages/runtime/src/client/index.ts";
import { implement } from "../../../packages/runtime/src/host/index.ts";
import { jsonRpc } from "../../../packages/runtime/src/jsonrpc/index.ts";
import { rest } from "../../../packages/runtime/src/rest/index.ts";
import { createHostFamily, createHttpHandler } from "../../../packages/runtime/src/server/index.ts";
import { fullCard, TestAgent } from "../../shared/bindings/test-agent.ts";
import { hello } from "../../shared/client/agents.ts";
import { startServer, type WebServer } from "../../shared/client/web-server.ts";
import { collect } from "../../shared/collect.ts";

/** Serves one agent in every version; 1.0 over HTTP+JSON alone. */
async function startFamily(): Promise<WebServer> {
  let listener: ReturnType<typeof toNodeListener> | undefined;
  const server = await startServer((request, response) => {
    const { origin } = server;
    const card: AgentCard = {
      ...fullCard,
      supportedInterfaces: [
        { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
        { url: `${origin}/old`, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
      ],
    };
    listener ??= toNodeListener(
      createHttpHandler(
        createHostFamily({
          services: [implement(A2AService, new TestAgent())],
          card,
          older: [
            { translation: a2a03ToA2a10, jsonRpc: "/old" },
            { translation: draftToA2a10, jsonRpc: "/draft", cardPrefix: "/draft" },
          ],
          onLosses: () => undefined,
          onWarning: () => undefined,
        }),
        { onDeprecated: () => undefined },
      ),
    );
    listener(request, response);
  });
  return server;
}

const older = [draftToA2a10, a2a03ToA2a10];

describe("a client of 1.0 and our server of every version", () => {
  test.each([
    { name: "1.0", path: "", bindings: [jsonRpc(), rest()], want: A2AService.protocol },
    { name: "the draft", path: "/draft", bindings: [jsonRpc()], want: DraftService.protocol },
    { name: "0.3", path: "", bindings: [jsonRpc()], want: OlderService.protocol },
  ])("get on in $name, with the same results", async ({ path, bindings, want }) => {
    const { origin } = await startFamily();
    const { client, protocol, card } = await connect<A2AService, AgentCard>(A2AService, `${origin}${path}`, {
      bindings,
      older,
    });
    expect(protocol).toBe(want);
    expect(card.name).toBe(fullCard.name);
    const completed = { state: "TASK_STATE_COMPLETED" };
    expect((await client.sendMessage(hello)).task).toMatchObject({ id: "task-2", status: completed });
    expect(await client.getTask({ id: "task-1" })).toMatchObject({
      id: "task-1",
      contextId: "context-1",
      status: { state: "TASK_STATE_WORKING", timestamp: "2026-01-02T03:04:05Z" },
    });
    const update = { taskId: "task-3", contextId: "context-1" };
    const artifact = (text: string): object => ({ artifactId: "artifact-1", parts: [{ text }] });
    expect(await collect(client.sendStreamingMessage(hello))).toMatchObject([
      { task: { id: "task-3", status: { state: "TASK_STATE_WORKING" } } },
      { artifactUpdate: { ...update, artifact: artifact("part 0") } },
      { artifactUpdate: { ...update, artifact: artifact("part 1"), append: true } },
      { statusUpdate: { ...update, status: completed } },
    ]);
    await expect(client.getTask({ id: "none" })).rejects.toMatchObject({
      name: "TaskNotFoundError",
      message: "there is no task none",
    });
  });
});
