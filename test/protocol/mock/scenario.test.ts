import { A2AService, type A2AServiceClient, type StreamResponse } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { describe, expect, test } from "vitest";
import type { MockAgent, Scenario } from "../../../packages/testing/src/index.ts";
import { collect } from "../../shared/collect.ts";
import { say, startMock } from "../../shared/mock/start-mock.ts";

const scenario: Scenario = {
  card: {
    name: "Travel agent",
    skills: [
      {
        id: "hotels",
        name: "Hotels",
        description: "Finds beds.",
        tags: ["beds"],
        examples: ["A bed, please"],
      },
    ],
    capabilities: { streaming: true, extensions: [{ uri: "https://example.com/points" }] },
  },
  rules: [
    {
      match: { text: "BOOK" },
      answer: [
        { task: "working" },
        { artifact: { name: "offers", pieces: ["at nine, ", "at ten"] } },
        { question: "Which one?" },
      ],
      next: [
        [{ artifact: { id: "ticket", parts: [{ data: { seat: 7 } }] } }],
        [{ message: "It is booked." }],
      ],
    },
    {
      match: { regex: "^cut" },
      answer: [{ task: "working" }, { cut: true }, { delay: 20 }, { artifact: "late" }],
    },
    { match: { text: "garbage" }, answer: [{ task: "working" }, { malformed: "data: {" }] },
    { match: { text: "fail later" }, answer: [{ task: "working" }, { error: "InvalidAgentResponseError" }] },
    { match: { text: "reset" }, answer: [{ cut: true }] },
    {
      match: { text: "refuse" },
      answer: [{ error: { name: "UnsupportedOperationError", message: "not today" } }],
    },
    { match: { skill: "hotels" }, answer: [{ message: "A bed is free." }] },
    { match: { header: { "x-plan": "gold" } }, answer: [{ message: "Gold." }] },
    { match: { extension: "https://example.com/points" }, answer: [{ message: "Points." }] },
    { match: { method: "SendStreamingMessage" }, answer: [{ message: "Streamed." }] },
    { match: { method: "GetTask" }, answer: [{ error: "TaskNotFoundError" }] },
    { match: { text: "hello" }, answer: [{ delay: 1 }, { message: "Hello." }] },
  ],
};

const bindings = { JSONRPC: jsonRpc(), "HTTP+JSON": rest() };

async function open(
  mock: MockAgent,
  binding: keyof typeof bindings,
  more: object = {},
): Promise<A2AServiceClient> {
  const { client } = await connect(A2AService, mock.url, {
    fetch: mock.fetch,
    bindings: [bindings[binding]],
    ...more,
  });
  return client;
}

function shown({ task, message, statusUpdate, artifactUpdate }: StreamResponse): string {
  if (task !== undefined) return task.status.state;
  if (message !== undefined) return textOf(message.parts);
  if (artifactUpdate !== undefined) return textOf(artifactUpdate.artifact.parts);
  return `${statusUpdate?.status.state}${statusUpdate?.metadata === undefined ? "" : " with metadata"}`;
}

function textOf(parts: readonly { readonly text?: string | undefined }[]): string {
  return parts.map(({ text = "" }) => text).join("");
}

describe.each(Object.keys(bindings) as (keyof typeof bindings)[])(
  "a scenario over %s, without a port",
  (binding) => {
    test("steps make a task, and those of the next turn continue it", async () => {
      const mock = await startMock(scenario);
      const client = await open(mock, binding);
      const events = await collect(client.sendStreamingMessage(say("Please book a train")));
      expect(events.map(shown)).toEqual([
        "TASK_STATE_SUBMITTED",
        "TASK_STATE_WORKING",
        "at nine, ",
        "at ten",
        "TASK_STATE_INPUT_REQUIRED",
      ]);
      const { id: taskId = "", contextId = "" } = events[0]?.task ?? {};
      const { task } = await client.sendMessage(say("the first", { taskId, contextId }));
      expect(task).toMatchObject({
        id: taskId,
        status: { state: "TASK_STATE_COMPLETED" },
        artifacts: [
          { artifactId: "artifact-1", name: "offers", parts: [{ text: "at nine, at ten" }] },
          { artifactId: "ticket", parts: [{ data: { seat: 7 } }] },
        ],
      });
      const { message } = await client.sendMessage(say("thanks", { contextId }));
      expect(textOf(message?.parts ?? [])).toBe("It is booked.");
      expect(mock.calls.map(({ method, version }) => `${method} ${version}`)).toEqual([
        "SendStreamingMessage 1.0",
        "SendMessage 1.0",
        "SendMessage 1.0",
      ]);
    });

    test.each([
      {
        name: "an example of a skill",
        text: "a bed, please ",
        more: {},
        options: {},
        want: "A bed is free.",
      },
      {
        name: "metadata that names a skill",
        text: "x",
        more: { metadata: { skillId: "hotels" } },
        options: {},
        want: "A bed is free.",
      },
      { name: "a header", text: "x", more: {}, options: { headers: { "x-plan": "gold" } }, want: "Gold." },
      {
        name: "an extension",
        text: "x",
        more: {},
        options: { extensions: ["https://example.com/points"] },
        want: "Points.",
      },
      { name: "a text", text: "Hello there", more: {}, options: {}, want: "Hello." },
    ])("a rule matches $name", async ({ text, more, options, want }) => {
      const client = await open(await startMock(scenario), binding);
      const { message } = await client.sendMessage(say(text, more), options);
      expect(textOf(message?.parts ?? [])).toBe(want);
    });

    test("a rule matches a method", async () => {
      const client = await open(await startMock(scenario), binding);
      expect((await collect(client.sendStreamingMessage(say("hello")))).map(shown)).toEqual(["Streamed."]);
      const { task } = await client.sendMessage(say("book"));
      await expect(client.getTask({ id: task?.id ?? "" })).rejects.toMatchObject({
        name: "TaskNotFoundError",
      });
      expect(await client.listTasks({})).toMatchObject({ tasks: [{ id: task?.id }] });
    });

    test("an error has the name of A2A, whether it is the first step or not", async () => {
      const client = await open(await startMock(scenario), binding);
      const refused = { name: "UnsupportedOperationError", message: expect.stringContaining("not today") };
      await expect(client.sendMessage(say("refuse"))).rejects.toMatchObject(refused);
      await expect(client.sendMessage(say("fail later"))).rejects.toMatchObject({
        name: "InvalidAgentResponseError",
      });
      const events: string[] = [];
      const streamed = async () => {
        for await (const event of client.sendStreamingMessage(say("fail later"))) events.push(shown(event));
      };
      await expect(streamed()).rejects.toMatchObject({ name: "InvalidAgentResponseError" });
      expect(events).toEqual(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"]);
    });

    test("a stream that is cut goes on for a client that resumes it", async () => {
      const client = await open(await startMock(scenario), binding, { resume: { initialDelayMs: 1 } });
      const events = await collect(client.sendStreamingMessage(say("cut it")));
      expect(events.map(shown)).toEqual([
        "TASK_STATE_SUBMITTED",
        "TASK_STATE_WORKING",
        "TASK_STATE_WORKING",
        "late",
        "TASK_STATE_COMPLETED",
      ]);
    });

    test.each(["cut it", "reset", "garbage"])(
      "a client that does not resume gets no answer to %s",
      async (text) => {
        const client = await open(await startMock(scenario), binding, { resume: false });
        await expect(client.sendMessage(say(text))).rejects.toMatchObject({ code: "ERR_A2AGEN_CALL" });
        await expect(collect(client.sendStreamingMessage(say(text)))).rejects.toMatchObject({
          code: "ERR_A2AGEN_CALL",
        });
      },
    );

    test("a message that no rule matches is refused, and says so", async () => {
      const client = await open(await startMock(scenario), binding);
      await expect(client.sendMessage(say("something else"))).rejects.toThrow(
        'expected a message that 12 rules of the scenario can match; came "something else"',
      );
    });
  },
);

test("requests to other origins are refused", async () => {
  const mock = await startMock(scenario);
  await expect(mock.fetch("https://example.com/a")).rejects.toThrow(
    "expected a request to the mock, http://localhost; came one to https://example.com/a",
  );
});
