import { type LangGraph as CompiledGraph, toExecute } from "@a2agen/adapters/langgraph";
import { AIMessage } from "@langchain/core/messages";
import { interrupt, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { testAdapter } from "./adapter-cases.ts";
import { makeExecute, ScriptedModel } from "./agents/langgraph.ts";
import { testPage } from "./example-cases.ts";
import { makeExecute as makePage } from "./examples/langgraph.ts";
import { Script, words } from "./script.ts";
import { ask, newStore, say, says, serve, texts } from "./serve.ts";

describe("LangGraph", () => {
  testAdapter(makeExecute, { asksTogether: false });
});

/** A graph of one node. */
function graphOf(node: () => object): CompiledGraph {
  return new StateGraph(MessagesAnnotation).addNode("ask", node).addEdge("__start__", "ask").compile();
}

test("a text that interrupts is a question, and the answer resumes it", async () => {
  const graph = graphOf(() => ({
    messages: [new AIMessage(`To ${interrupt<string, string>("Which city?")}.`)],
  }));
  const served = await serve(toExecute(graph));
  const { task } = await ask(served, say("m1", "Book it"));
  expect([task.status.state, says(task)]).toEqual(["TASK_STATE_INPUT_REQUIRED", "Which city?"]);
  const { task: ended } = await ask(served, say("m2", "Graz", { taskId: task.id }));
  expect(texts(ended)).toEqual({ "text-m2": "To Graz." });
});

test("requests of the middleware are approved one by one, and resumed by decisions", async () => {
  const actionRequests = [
    { name: "pay", args: { euros: 5 } },
    { name: "mail", args: {} },
  ];
  const graph = graphOf(() => ({ messages: [new AIMessage(JSON.stringify(interrupt({ actionRequests })))] }));
  const served = await serve(toExecute(graph));
  const { task } = await ask(served, say("m1", "Go"));
  const asked = (task.status.message?.parts ?? []).flatMap(
    ({ data }) => (data as { approvalId: string } | undefined) ?? [],
  );
  expect(asked).toMatchObject([
    { toolName: "pay", input: { euros: 5 } },
    { toolName: "mail", input: {} },
  ]);
  const answers = asked.map(({ approvalId }, index) => ({
    data: { approvalId, approved: index === 0, reason: "spam" },
  }));
  const { task: ended } = await ask(served, say("m2", answers, { taskId: task.id }));
  expect(texts(ended)).toEqual({
    "text-m2": '{"decisions":[{"type":"approve"},{"type":"reject","message":"spam"}]}',
  });
});

test("a graph with a checkpointer keeps its own threads, one for each task", async () => {
  const checkpointer = new MemorySaver();
  const makeGraph = (): CompiledGraph =>
    new StateGraph(MessagesAnnotation)
      .addNode("ask", () => ({
        messages: [new AIMessage(`To ${interrupt<string, string>("Which city?")}.`)],
      }))
      .addEdge("__start__", "ask")
      .compile({ checkpointer });
  const store = newStore();
  const before = await serve(toExecute(makeGraph()), { store });
  const { task } = await ask(before, say("m1", "Book it"));
  await before.agent.close();
  const after = await serve(
    toExecute(() => makeGraph()),
    { store },
  );
  const { task: ended } = await ask(after, say("m2", "Graz", { taskId: task.id }));
  expect(texts(ended)).toEqual({ "text-m2": "To Graz." });
  expect(await checkpointer.getTuple({ configurable: { thread_id: task.id } })).toBeDefined();
});

test("messages of nodes that are not named, and of models inside of tools, are not shown", async () => {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("plan", async () => ({
      messages: [await new ScriptedModel(new Script(words("A secret plan."))).invoke("x")],
    }))
    .addNode("answer", async () => ({
      messages: [await new ScriptedModel(new Script(words("Hello."))).invoke("x")],
    }))
    .addEdge("__start__", "plan")
    .addEdge("plan", "answer")
    .compile();
  const served = await serve(toExecute(graph, { nodes: ["answer"] }));
  const { task } = await ask(served, say("m1", "Hi"));
  expect(texts(task)).toEqual({ "text-m1": "Hello." });
  expect(task.metadata).toEqual({ usage: { inputTokens: 20, outputTokens: 8, totalTokens: 28 } });
});

describe("the example of the page", () => {
  testPage((script, weather) => makePage(new ScriptedModel(script), weather));
});
