import { createServer } from "node:http";
import type { AgentCard } from "@a2a-js/sdk-0.3";
import {
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  type RequestContext,
} from "@a2a-js/sdk-0.3/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "@a2a-js/sdk-0.3/server/express";
import express from "express";
import { onTestFinished, vi } from "vitest";
import { listen } from "../interop/our-agent.ts";
import { startSdkGrpc } from "../interop-0.3/sdk-grpc.ts";

/** Works, and stays at it where the text says so. */
class Executor implements AgentExecutor {
  readonly #staying = new Map<string, () => void>();

  async execute({ taskId, contextId, userMessage }: RequestContext, bus: ExecutionEventBus): Promise<void> {
    const now = (): string => new Date().toISOString();
    const [part] = userMessage.parts;
    const isStaying = part?.kind === "text" && part.text === "stay";
    const status = { state: "working", timestamp: now() } as const;
    bus.publish({ kind: "task", id: taskId, contextId, status, history: [userMessage] });
    const canceled = isStaying
      ? await new Promise<boolean>((resolve) => {
          this.#staying.set(taskId, () => resolve(true));
        })
      : false;
    const artifact = { artifactId: "answer", parts: [{ kind: "text", text: "the work" } as const] };
    if (!canceled) bus.publish({ kind: "artifact-update", taskId, contextId, artifact, lastChunk: true });
    const end = { state: canceled ? "canceled" : "completed", timestamp: now() } as const;
    bus.publish({ kind: "status-update", taskId, contextId, status: end, final: true });
    bus.finished();
  }

  cancelTask = async (taskId: string): Promise<void> => this.#staying.get(taskId)?.();

  end(): void {
    for (const cancel of this.#staying.values()) cancel();
  }
}

/** An agent on `@a2a-js/sdk` 0.3 as its examples write one, over each binding, until the test has ended. */
export async function startOlderSdkAgent(): Promise<string> {
  // The SDK tells the console of every error that it answers with.
  const silenced = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(console, "log")];
  for (const spy of silenced) spy.mockImplementation(() => undefined);
  const server = createServer();
  const origin = await listen(server);
  const grpc = await startSdkGrpc();
  const card: AgentCard = {
    protocolVersion: "0.3.0",
    name: "SDK 0.3",
    description: "Works.",
    version: "1.0.0",
    url: `${origin}/rpc`,
    preferredTransport: "JSONRPC",
    additionalInterfaces: [
      { url: `${origin}/rpc`, transport: "JSONRPC" },
      { url: `${origin}/rest`, transport: "HTTP+JSON" },
      { url: grpc.address, transport: "GRPC" },
    ],
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "work", name: "Work", description: "Works.", tags: ["test"] }],
  };
  const executor = new Executor();
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const userBuilder = UserBuilder.noAuthentication;
  grpc.serve(requestHandler, () => ({ isAuthenticated: false, userName: "" }));
  server.on(
    "request",
    express()
      .use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }))
      .use("/rpc", jsonRpcHandler({ requestHandler, userBuilder }))
      .use("/rest", restHandler({ requestHandler, userBuilder })),
  );
  onTestFinished(() => {
    executor.end();
    for (const spy of silenced) spy.mockRestore();
  });
  return origin;
}
