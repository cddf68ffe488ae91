import { errors } from "@a2agen/a2a-1.0";
import { completed, inputRequired } from "@a2agen/runtime/agent";
import { describe, expect, test, vi } from "vitest";
import {
  card,
  failureOf,
  inShort,
  outline,
  type StartOptions,
  start,
  summary,
  taskOf,
  textOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { collect } from "../../../shared/collect.ts";

/** Asks for input once, and completes then. */
async function* asking(turn: Parameters<StartOptions["execute"]>[0]) {
  if (turn.task === undefined) yield inputRequired("How many?");
  else yield completed(`${turn.text} it is.`);
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe("identifiers", () => {
  test("a new task has an identifier and a context of the agent, and the message has both", async () => {
    const { client } = await start({ execute: asking });
    const message = userMessage("Apples, please.");
    const task = taskOf(await client.sendMessage({ message }));
    expect(task.id).toMatch(uuid);
    expect(task.contextId).toMatch(uuid);
    expect(task.history).toEqual([{ ...message, contextId: task.contextId, taskId: task.id }]);
    expect(task.status).toEqual({
      state: "TASK_STATE_INPUT_REQUIRED",
      message: {
        messageId: expect.stringMatching(uuid),
        contextId: task.contextId,
        taskId: task.id,
        role: "ROLE_AGENT",
        parts: [{ text: "How many?" }],
      },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  test("a context of the client is kept", async () => {
    const { client } = await start({ execute: asking });
    const first = taskOf(await client.sendMessage({ message: userMessage("a", { contextId: "mine" }) }));
    const second = taskOf(await client.sendMessage({ message: userMessage("b", { contextId: "mine" }) }));
    expect([first.contextId, second.contextId]).toEqual(["mine", "mine"]);
    expect(first.id).not.toBe(second.id);
  });

  test.each([{ given: "no context" }, { given: "its context" }])(
    "a task is continued with its identifier and $given",
    async ({ given }) => {
      const { client } = await start({ execute: asking });
      const { id, contextId = "" } = taskOf(await client.sendMessage({ message: userMessage("Apples.") }));
      const more = given === "its context" ? { taskId: id, contextId } : { taskId: id };
      const task = taskOf(await client.sendMessage({ message: userMessage("Three", more) }));
      expect(task.id).toBe(id);
      expect(task.contextId).toBe(contextId);
      expect(summary(task)).toEqual({
        state: "completed",
        says: "Three it is.",
        history: ["user: Apples.", "agent: How many?", "user: Three"],
      });
      expect(task.history?.[2]).toMatchObject({ taskId: id, contextId });
    },
  );

  test("a message with another context than its task is refused", async () => {
    const { client } = await start({ execute: asking });
    const { id } = taskOf(await client.sendMessage({ message: userMessage("Apples.") }));
    const message = userMessage("Three", { taskId: id, contextId: "another" });
    const unary = await failureOf(client.sendMessage({ message }));
    expect(inShort(unary)).toEqual({ error: "INVALID_ARGUMENT", fields: ["message.contextId"] });
    expect(inShort(await failureOf(collect(client.sendStreamingMessage({ message }))))).toEqual(
      inShort(unary),
    );
    const task = await client.getTask({ id });
    expect(summary(task)).toEqual({
      state: "input-required",
      says: "How many?",
      history: ["user: Apples."],
    });
  });

  test("a task identifier that the client made up is refused", async () => {
    const { client } = await start({ execute: asking });
    const message = userMessage("Apples.", { taskId: "made-up" });
    expect(inShort(await failureOf(client.sendMessage({ message })))).toEqual({ error: "TaskNotFoundError" });
    const { tasks } = await client.listTasks({});
    expect(tasks).toEqual([]);
  });

  test("a message to a task that ended is refused", async () => {
    const { client } = await start({ execute: asking });
    const { id } = taskOf(await client.sendMessage({ message: userMessage("Apples.") }));
    await client.sendMessage({ message: userMessage("Three", { taskId: id }) });
    const late = userMessage("Four", { taskId: id });
    const wanted = { error: "UnsupportedOperationError" };
    expect(inShort(await failureOf(client.sendMessage({ message: late })))).toEqual(wanted);
    expect(inShort(await failureOf(collect(client.sendStreamingMessage({ message: late }))))).toEqual(wanted);
  });

  test.each([
    {
      name: "without an identifier",
      message: userMessage("a", { messageId: "" }),
      field: "message.messageId",
    },
    {
      name: "in the role of the agent",
      message: userMessage("a", { role: "ROLE_AGENT" }),
      field: "message.role",
    },
  ])("a message $name is refused", async ({ message, field }) => {
    const { client } = await start({ execute: asking });
    expect(inShort(await failureOf(client.sendMessage({ message })))).toEqual({
      error: "INVALID_ARGUMENT",
      fields: [field],
    });
  });
});

describe("replies", () => {
  test("a reply is a message in a context, and makes no task", async () => {
    const { client } = await start({ execute: async ({ text }) => `You said ${text}` });
    const { message, task } = await client.sendMessage({ message: userMessage("hello") });
    expect(task).toBeUndefined();
    expect(message).toEqual({
      messageId: expect.stringMatching(uuid),
      contextId: expect.stringMatching(uuid),
      role: "ROLE_AGENT",
      parts: [{ text: "You said hello" }],
    });
    expect((await client.listTasks({})).tasks).toEqual([]);
  });

  test("a reply keeps the context of the client and what the author gave", async () => {
    const { client } = await start({
      execute: async () => ({ messageId: "own", parts: [{ data: { a: [1, null] } }], metadata: { b: 2 } }),
    });
    const { message } = await client.sendMessage({ message: userMessage("hello", { contextId: "mine" }) });
    expect(message).toEqual({
      messageId: "own",
      contextId: "mine",
      role: "ROLE_AGENT",
      parts: [{ data: { a: [1, null] } }],
      metadata: { b: 2 },
    });
  });

  test("a reply is the only event of its stream", async () => {
    const { client } = await start({ execute: async () => "hello" });
    const events = await collect(client.sendStreamingMessage({ message: userMessage("hi") }));
    expect(outline(events)).toEqual(["message hello"]);
    expect(events[0]?.message?.contextId).toMatch(uuid);
  });

  test("what is thrown before there is a task is the error of the call", async () => {
    const { client, reported } = await start({
      execute: async () => {
        throw errors.UnsupportedOperationError("not today");
      },
    });
    const error = await failureOf(client.sendMessage({ message: userMessage("hi") }));
    expect([inShort(error), error.message]).toEqual([{ error: "UnsupportedOperationError" }, "not today"]);
    expect(reported).toEqual([]);
    expect((await client.listTasks({})).tasks).toEqual([]);
  });

  test("other errors before there is a task are told to the hook and not to the client", async () => {
    const secret = new Error("a secret");
    const { client, reported } = await start({ execute: () => Promise.reject(secret) });
    const error = await failureOf(client.sendMessage({ message: userMessage("hi") }));
    expect([inShort(error), error.message]).toEqual([{ error: "INTERNAL" }, "internal error"]);
    expect(reported).toEqual([{ error: secret, place: { taskId: undefined, activity: "execute" } }]);
  });

  test("a request may be looked at before there is a task", async () => {
    const { client } = await start({
      execute: async ({ text, task }) => {
        if (text === "no") throw errors.UnsupportedOperationError();
        return (async function* () {
          yield task === undefined ? inputRequired("Sure?") : completed("Done.");
        })();
      },
    });
    expect(inShort(await failureOf(client.sendMessage({ message: userMessage("no") })))).toEqual({
      error: "UnsupportedOperationError",
    });
    const { id } = taskOf(await client.sendMessage({ message: userMessage("yes") }));
    // A message that is refused leaves no trace in a task.
    await failureOf(client.sendMessage({ message: userMessage("no", { taskId: id }) }));
    expect(summary(await client.getTask({ id }))).toEqual({
      state: "input-required",
      says: "Sure?",
      history: ["user: yes"],
    });
    expect(
      summary(taskOf(await client.sendMessage({ message: userMessage("yes", { taskId: id }) }))),
    ).toEqual({
      state: "completed",
      says: "Done.",
      history: ["user: yes", "agent: Sure?", "user: yes"],
    });
  });

  test("a reply to a task that waits leaves it waiting, with both messages in its history", async () => {
    const { client } = await start({
      execute: (turn) => (turn.task === undefined ? asking(turn) : Promise.resolve("Not yet.")),
    });
    const { id, contextId } = taskOf(await client.sendMessage({ message: userMessage("Apples.") }));
    const { message } = await client.sendMessage({ message: userMessage("When?", { taskId: id }) });
    expect(message).toMatchObject({ taskId: id, contextId, parts: [{ text: "Not yet." }] });
    expect(summary(await client.getTask({ id }))).toEqual({
      state: "input-required",
      says: "How many?",
      history: ["user: Apples.", "user: When?", "agent: Not yet."],
    });
  });
});

describe("media types", () => {
  const cases = [
    { modes: ["text/plain"], part: { text: "a" }, isTaken: true },
    { modes: ["text/plain"], part: { text: "a", mediaType: "text/markdown" }, isTaken: false },
    { modes: ["text/*"], part: { text: "a", mediaType: "TEXT/Markdown; charset=utf-8" }, isTaken: true },
    { modes: ["text/plain; charset=utf-8"], part: { text: "a" }, isTaken: true },
    { modes: ["application/json"], part: { data: { a: 1 } }, isTaken: true },
    { modes: ["application/json"], part: { text: "a" }, isTaken: false },
    { modes: ["text/plain"], part: { data: 1 }, isTaken: false },
    { modes: ["text/plain"], part: { raw: "AAEC" }, isTaken: true },
    { modes: ["text/plain"], part: { raw: "AAEC", mediaType: "image/png" }, isTaken: false },
    { modes: ["image/png"], part: { url: "https://example.com/a", mediaType: "image/png" }, isTaken: true },
    { modes: ["image/png"], part: { url: "https://example.com/a" }, isTaken: true },
    { modes: ["*/*"], part: { raw: "AAEC", mediaType: "video/mp4" }, isTaken: true },
    { modes: ["text"], part: { text: "a" }, isTaken: true },
    { modes: ["text"], part: { data: 1 }, isTaken: false },
    { modes: ["data"], part: { data: 1 }, isTaken: true },
    { modes: ["file"], part: { raw: "AAEC", mediaType: "image/png" }, isTaken: true },
    { modes: ["file", "task-status"], part: { text: "a" }, isTaken: false },
  ];

  test.each(cases)("$modes and $part: $isTaken", async ({ modes, part, isTaken }) => {
    const { client } = await start({
      execute: async () => "taken",
      card: { ...card, defaultInputModes: modes },
    });
    const message = userMessage("", { parts: [part] });
    if (isTaken) {
      expect(textOf((await client.sendMessage({ message })).message ?? { parts: [] })).toBe("taken");
      return;
    }
    expect(inShort(await failureOf(client.sendMessage({ message })))).toEqual({
      error: "ContentTypeNotSupportedError",
      fields: ["message.parts[0].mediaType"],
    });
  });

  test("are asked for where a card names something else", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await start({
      execute: async () => "taken",
      card: { ...card, defaultInputModes: ["text", "a/b", "file", "x"] },
    });
    expect(warned.mock.calls.flat()).toEqual([
      'a2agen: card.defaultInputModes[0]: expected a media type, found "text"; write "text/plain"',
      'a2agen: card.defaultInputModes[2]: expected a media type, found "file"; write those of the files, "image/png", or "*/*"',
      'a2agen: card.defaultInputModes[3]: expected a media type, found "x"; write one, or remove it',
    ]);
    warned.mockRestore();
  });

  test("a skill may take what others do not", async () => {
    const skill = { id: "s", name: "S", description: "", tags: ["s"], inputModes: ["image/png"] };
    const { client } = await start({ execute: async () => "taken", card: { ...card, skills: [skill] } });
    const message = userMessage("", { parts: [{ text: "a" }, { raw: "AAEC", mediaType: "image/png" }] });
    expect((await client.sendMessage({ message })).message?.parts).toEqual([{ text: "taken" }]);
  });
});

describe("messages that are sent again", () => {
  test("the same message has the same task", async () => {
    let calls = 0;
    const { clientOf } = await start({
      async *execute() {
        calls++;
        yield completed(`call ${calls}`);
      },
    });
    const client = clientOf("alice");
    const message = userMessage("hi");
    const [first, second] = await Promise.all([
      client.sendMessage({ message }),
      client.sendMessage({ message }),
    ]);
    const third = await client.sendMessage({ message });
    const events = await collect(client.sendStreamingMessage({ message }));
    expect([second, third, events[0]]).toEqual([first, first, first]);
    expect(events).toHaveLength(1);
    expect(calls).toBe(1);
    expect((await client.listTasks({})).totalSize).toBe(1);
  });

  test("the same message has the same reply", async () => {
    let calls = 0;
    const { clientOf } = await start({
      async execute() {
        calls++;
        return `call ${calls}`;
      },
    });
    const client = clientOf("alice");
    const message = userMessage("hi");
    const [first, second] = await Promise.all([
      client.sendMessage({ message }),
      client.sendMessage({ message }),
    ]);
    expect(second).toEqual(first);
    expect(await client.sendMessage({ message })).toEqual(first);
    expect(calls).toBe(1);
  });

  test("a promise of events is asked for once", async () => {
    let calls = 0;
    const { clientOf } = await start({
      async execute(turn) {
        calls++;
        return asking(turn);
      },
    });
    const client = clientOf("alice");
    const message = userMessage("hi");
    const first = await client.sendMessage({ message });
    expect(await client.sendMessage({ message })).toEqual(first);
    expect(calls).toBe(1);
  });

  test("a message to a task is taken once, also when the task has ended by it", async () => {
    const { client } = await start({ execute: asking });
    const { id } = taskOf(await client.sendMessage({ message: userMessage("Apples.") }));
    const message = userMessage("Three", { taskId: id });
    const [first, second] = await Promise.all([
      client.sendMessage({ message }),
      client.sendMessage({ message }),
    ]);
    const third = await client.sendMessage({ message });
    expect([second, third]).toEqual([first, first]);
    expect(summary(taskOf(third))).toEqual({
      state: "completed",
      says: "Three it is.",
      history: ["user: Apples.", "agent: How many?", "user: Three"],
    });
  });

  test.each([undefined, "alice"])(
    "the message that began a task is another one if it names the task: caller %s",
    async (caller) => {
      const { client: anonymous, clientOf } = await start({ execute: asking });
      const client = caller === undefined ? anonymous : clientOf(caller);
      const first = userMessage("Apples.");
      const { id } = taskOf(await client.sendMessage({ message: first }));
      const named = { ...first, taskId: id };
      expect(summary(taskOf(await client.sendMessage({ message: named })))).toEqual({
        state: "completed",
        says: "Apples. it is.",
        history: ["user: Apples.", "agent: How many?", "user: Apples."],
      });
      const again = { ...first, taskId: id, parts: [{ text: "More" }] };
      expect(inShort(await failureOf(client.sendMessage({ message: again })))).toEqual({
        error: "UnsupportedOperationError",
      });
    },
  );

  test("another text, another caller or no memory make another task", async () => {
    const { clientOf } = await start({ execute: asking });
    const message = userMessage("hi");
    const alice = clientOf("alice");
    const ids = [
      taskOf(await alice.sendMessage({ message })).id,
      taskOf(await alice.sendMessage({ message: { ...message, parts: [{ text: "ho" }] } })).id,
      taskOf(await clientOf("bob").sendMessage({ message })).id,
    ];
    expect(new Set(ids).size).toBe(3);
    const { clientOf: forgetting } = await start({ execute: asking, limits: { dedupeMs: 0 } });
    const client = forgetting("alice");
    const first = taskOf(await client.sendMessage({ message }));
    expect(taskOf(await client.sendMessage({ message })).id).not.toBe(first.id);
  });

  test("callers without a name are not taken for one", async () => {
    const { client } = await start({ execute: asking });
    const message = userMessage("hi");
    const [first, second] = await Promise.all([
      client.sendMessage({ message }),
      client.sendMessage({ message }),
    ]);
    expect(taskOf(second).id).not.toBe(taskOf(first).id);
    expect(taskOf(await client.sendMessage({ message })).id).not.toBe(taskOf(first).id);
  });

  test("a message that failed is answered when it is sent again", async () => {
    let calls = 0;
    const { client } = await start({
      async execute() {
        calls++;
        if (calls === 1) throw errors.UnsupportedOperationError();
        return "now";
      },
    });
    const message = userMessage("hi");
    await failureOf(client.sendMessage({ message }));
    expect((await client.sendMessage({ message })).message?.parts).toEqual([{ text: "now" }]);
  });
});
