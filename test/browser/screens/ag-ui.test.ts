import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { A2AServiceClient } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { serve } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { Bridge } from "../../../examples/ag-ui/bridge.ts";
import { startAgent } from "./open-chat.ts";

const client = join(import.meta.dirname, "node_modules/@ag-ui/client/dist/index.mjs");
const isMissing = !existsSync(client);
if (isMissing) console.warn("npm ci --prefix test/browser/screens installs AG-UI: leaving out its test");

interface UiMessage {
  readonly id: string;
  readonly role: string;
  readonly content: string;
}

interface UiAgent {
  readonly messages: readonly UiMessage[];
  addMessage(message: UiMessage): void;
  runAgent(
    parameters?: { readonly resume?: readonly object[] },
    subscriber?: {
      onEvent(init: { readonly event: { readonly type: string; readonly outcome?: object } }): void;
    },
  ): Promise<unknown>;
}

interface UiClient {
  HttpAgent: new (config: { readonly url: string }) => UiAgent;
}

/** The bridge on a socket, and the client of AG-UI that runs its agent. */
async function openAgent(): Promise<{
  readonly agent: UiAgent;
  say(text: string): Promise<readonly object[]>;
}> {
  const { origin } = await startAgent();
  const connection = await connect(A2AServiceClient, origin, { bindings: [jsonRpc()] });
  const bridge = new Bridge(connection.client);
  const port = await new Promise<number>((resolve) => {
    const server = serve({ fetch: (request) => bridge.answer(request), port: 0, createServer }, (info) =>
      resolve(info.port),
    );
    onTestFinished(() => void server.close());
  });
  const { HttpAgent } = (await import(pathToFileURL(client).href)) as UiClient;
  const agent = new HttpAgent({ url: `http://localhost:${port}/` });
  return {
    agent,
    async say(text) {
      agent.addMessage({ id: crypto.randomUUID(), role: "user", content: text });
      return run(agent);
    },
  };
}

/** Runs the agent, and gives its events without those of texts. */
async function run(agent: UiAgent, resume?: readonly object[]): Promise<readonly object[]> {
  const events: object[] = [];
  await agent.runAgent(resume && { resume }, {
    onEvent({ event: { type, outcome } }) {
      if (!type.startsWith("TEXT_")) events.push(outcome === undefined ? { type } : { type, outcome });
    },
  });
  return events;
}

test.skipIf(isMissing)("a client of AG-UI reads texts, answers questions and approves", async () => {
  const { agent, say } = await openAgent();
  const begun = { type: "RUN_STARTED" };
  expect(await say("red")).toEqual([begun, { type: "RUN_FINISHED", outcome: { type: "success" } }]);
  expect(agent.messages.map(({ role, content }) => [role, content])).toEqual([
    ["user", "red"],
    ["assistant", "It is red"],
  ]);

  const [, asked] = await say("ask");
  expect(asked).toMatchObject({
    outcome: { type: "interrupt", interrupts: [{ reason: "input_required", message: "Which colour?" }] },
  });
  const [question] = (asked as { outcome: { interrupts: readonly { readonly id: string }[] } }).outcome
    .interrupts;
  await run(agent, [{ interruptId: question?.id, status: "resolved", payload: "blue" }]);
  expect(agent.messages.at(-1)?.content).toBe("It is blue");

  const [, paid] = await say("pay");
  const interrupt = {
    id: "1",
    reason: "tool_call",
    message: "May I pay?",
    metadata: { name: "pay", input: { amount: 5 } },
  };
  expect(paid).toMatchObject({ outcome: { type: "interrupt", interrupts: [interrupt] } });
  await run(agent, [{ interruptId: "1", status: "cancelled" }]);
  expect(agent.messages.at(-1)?.content).toBe("approved: false");
});
