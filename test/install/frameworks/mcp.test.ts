import { inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createSignal } from "../../shared/http/listen.ts";
import { toMcpServer } from "./examples/mcp-server.ts";
import { makeExecute } from "./examples/mcp-tools.ts";
import { ask, say, serve, texts } from "./serve.ts";

async function link(server: McpServer, client: Client): Promise<void> {
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  onTestFinished(() => client.close());
  await Promise.all([server.connect(theirs), client.connect(mine)]);
}

function serveBooking(): ReturnType<typeof serve> {
  const skills = [{ id: "book", name: "Book", description: "Books a train.", tags: ["trains"] }];
  return serve(
    async function* ({ text, task }) {
      if (task === undefined) {
        yield inputRequired("Which city?");
        return;
      }
      yield textArtifact("booked", "Booked ");
      yield textArtifact("booked", text, { append: true, lastChunk: true });
    },
    { skills },
  );
}

test("an agent is an MCP server: progress, and its question is asked by elicitation", async () => {
  const { connection } = await serveBooking();
  const client = new Client({ name: "desk", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params: { message } }) => {
    expect(message).toBe("Which city?");
    return { action: "accept", content: { answer: "Graz" } };
  });
  await link(toMcpServer(connection), client);
  expect((await client.listTools()).tools).toMatchObject([{ name: "book", description: "Books a train." }]);
  const told: unknown[] = [];
  const result = await client.callTool({ name: "book", arguments: { message: "A train" } }, undefined, {
    onprogress: ({ message }) => told.push(message),
  });
  expect(result.content).toEqual([{ type: "text", text: "Booked Graz" }]);
  expect(told).toContain("Which city?");
  expect(told).toContain("Booked Graz");
});

test("a client without elicitation gets the question, and answers it with another call", async () => {
  const { connection } = await serveBooking();
  const client = new Client({ name: "desk", version: "1" });
  await link(toMcpServer(connection), client);
  const asked = await client.callTool({ name: "book", arguments: { message: "A train" } });
  expect(asked.content).toEqual([{ type: "text", text: "Which city?" }]);
  const { taskId } = { ...asked }["_meta"] as { readonly taskId: string };
  const result = await client.callTool({ name: "book", arguments: { message: "Graz", taskId } });
  expect(result.content).toEqual([{ type: "text", text: "Booked Graz" }]);
});

test("a tool of an MCP server works in an agent, whose clients see its progress and may cancel it", async () => {
  const server = new McpServer({ name: "shouts", version: "1" });
  const waiting = createSignal<AbortSignal>();
  server.registerTool(
    "shout",
    { inputSchema: { text: z.string() } },
    async ({ text }, { signal, sendNotification, _meta: meta }) => {
      const params = { progressToken: meta?.progressToken ?? "", progress: 1, message: "Shouting" };
      await sendNotification({ method: "notifications/progress", params });
      if (text === "wait") {
        waiting.resolve(signal);
        await new Promise<void>((resolve) =>
          signal.addEventListener("abort", () => resolve(), { once: true }),
        );
      }
      return { content: [{ type: "text" as const, text: text.toUpperCase() }] };
    },
  );
  const client = new Client({ name: "agent", version: "1" });
  await link(server, client);
  const served = await serve(makeExecute(client, "shout"));
  const { task } = await ask(served, say("m1", "hello"));
  expect(texts(task)).toEqual({ result: "HELLO" });
  expect(task.history?.map(({ parts }) => parts[0]?.text)).toEqual(["hello", "Shouting"]);
  const { task: begun } = await served.connection.client.sendMessage({
    ...say("m2", "wait"),
    configuration: { returnImmediately: true },
  });
  const signal = await waiting.promise;
  await served.connection.client.cancelTask({ id: begun?.id ?? "" });
  await expect.poll(() => signal.aborted).toBe(true);
});
