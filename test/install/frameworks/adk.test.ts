// The other way round: the agents and the clients of ADK itself, which speak 0.3.

import { DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import { A2AService, AgentCardCodec } from "@a2agen/a2a-1.0";
import { inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { approvalsIn, approve, connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { a2a03ToA2a10 } from "@a2agen/translate";
import {
  A2AAgentExecutor,
  FunctionTool,
  getA2AAgentCard,
  InMemorySessionService,
  LlmAgent,
  RemoteA2AAgent,
  Runner,
  StreamingMode,
} from "@google/adk";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { listen } from "../../shared/http/listen.ts";
import { ScriptedLlm } from "./agents/adk.ts";
import { Script, words } from "./script.ts";
import { ask, say, serve, texts } from "./serve.ts";

// `toA2a` of ADK does the same, but ignores confirmations of remote callers, and has no option for it.
test("an agent that ADK serves asks for approval, and goes on with the answer", async () => {
  const ran: string[] = [];
  const weather = new FunctionTool({
    name: "weather",
    description: "Weather",
    parameters: z.object({ city: z.string() }),
    requireConfirmation: true,
    execute: ({ city }) => `${ran.push(city)} look`,
  });
  const script = new Script(
    [{ text: "I look." }, { call: "call-1", name: "weather", input: { city: "Graz" } }],
    words("It is sunny."),
  );
  const agent = new LlmAgent({ name: "desk", model: new ScriptedLlm(script), tools: [weather] });
  const app = express();
  const { url } = await listen(app);
  const card = await getA2AAgentCard(agent, [{ url: `${url}/a2a`, transport: "JSONRPC" }]);
  const executor = new A2AAgentExecutor({
    runner: { agent, appName: "desk", sessionService: new InMemorySessionService() },
    runConfig: { streamingMode: StreamingMode.SSE, allowRemoteToolConfirmation: true },
  });
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const userBuilder = UserBuilder.noAuthentication;
  app.use(express.json());
  app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
  app.use("/a2a", jsonRpcHandler({ requestHandler, userBuilder }));

  const connection = await connect(A2AService, url, {
    cardCodec: AgentCardCodec,
    bindings: [jsonRpc()],
    older: [a2a03ToA2a10],
  });
  onTestFinished(() => connection.close());
  const { task } = await ask({ connection }, say("m1", "Weather in Graz?"));
  expect(task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  const [approval] = approvalsIn(task.status);
  if (approval === undefined) throw new Error("expected an approval");
  expect([approval.name, approval.input, approval.form]).toEqual(["weather", { city: "Graz" }, "adk"]);
  expect(ran).toEqual([]);
  const more = { taskId: task.id, contextId: task.contextId ?? "" };
  const { task: ended } = await ask({ connection }, say("m2", approve(approval), more));
  expect(ended.status.state).toBe("TASK_STATE_COMPLETED");
  expect(ran).toEqual(["Graz"]);
  expect(Object.values(texts(ended)).join()).toContain("It is sunny.");
});

// ADK's client never names the task that it answers: what it says next begins a task of the same context.
test("an agent of ours streams to ADK's client, and is asked again in the same context", async () => {
  const contexts: string[] = [];
  const remote = await serve(async function* ({ text, contextId }) {
    contexts.push(contextId);
    if (text === "Book") {
      yield inputRequired("Which city?");
      return;
    }
    yield textArtifact("answer", "Booked ");
    yield textArtifact("answer", text, { append: true, lastChunk: true });
  });
  const sessionService = new InMemorySessionService();
  // The base with a slash: ADK resolves the path of the card against what it is given.
  const agent = new RemoteA2AAgent({ name: "remote", agentCard: `${remote.url}/` });
  const runner = new Runner({ appName: "desk", agent, sessionService });
  const session = { userId: "u", sessionId: "s" };
  await sessionService.createSession({ appName: "desk", ...session });
  const run = async (text: string): Promise<string[]> => {
    const said: string[] = [];
    const newMessage = { role: "user", parts: [{ text }] };
    for await (const { content } of runner.runAsync({ ...session, newMessage }))
      said.push(...(content?.parts ?? []).flatMap((part) => part.text ?? []));
    return said;
  };
  expect(await run("Book")).toEqual(["Which city?"]);
  expect((await run("Graz")).join("")).toContain("Booked Graz");
  expect(new Set(contexts).size).toBe(1);
  expect(remote.errors).toEqual([]);
});
