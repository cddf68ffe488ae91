import { A2AService } from "@a2agen/a2a-1.0";
import {
  approvalIn,
  askApproval,
  authRequired,
  completed,
  type Execute,
  failed,
  inputRequired,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { approvalsIn, approve } from "@a2agen/runtime/client";
import { DelegateError, delegate, merge, type RemoteAgent } from "@a2agen/runtime/delegate";
import { expect, test } from "vitest";
import {
  aborted,
  createGate,
  type StartedAgent,
  start,
  stateOf,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { collect } from "../../../shared/collect.ts";

const bindings = ["JSONRPC", "HTTP+JSON", "GRPC"];

interface Child extends StartedAgent {
  readonly remote: RemoteAgent;
  /** Texts of the messages that its author got. */
  readonly asked: string[];
}

async function startChild(name: string, execute: Execute, binding = "JSONRPC"): Promise<Child> {
  const asked: string[] = [];
  const started = await start({
    binding,
    execute: (turn) => {
      asked.push(turn.text);
      return execute(turn);
    },
  });
  return { ...started, asked, remote: { client: started.client, card: { name } } };
}

/** Answers in pieces, with progress. */
const weather: Execute = async function* ({ text }) {
  yield working("I look out of the window.");
  yield textArtifact("answer", `${text}: `);
  yield textArtifact("answer", "sunny", { append: true, lastChunk: true });
};

/** Asks for a day first. */
const hotel: Execute = async function* ({ text, task }) {
  if (task === undefined) yield inputRequired("How many nights?");
  else yield textArtifact("answer", `${text} nights`);
};

/** Books with an approval. */
const trains: Execute = async function* (turn) {
  const answer = approvalIn(turn);
  if (turn.task === undefined) yield askApproval({ id: "a-1", name: "book", input: { to: "Graz" } });
  else yield textArtifact("answer", answer?.approved === true ? "booked" : `not: ${answer?.reason ?? "?"}`);
};

test.each(bindings)(
  "events of a remote task become those of the task over %s, and its answer a value",
  async (binding) => {
    const child = await startChild("Weather", weather, binding);
    const { client, reported } = await start({
      async *execute(turn) {
        const answer = yield* delegate(turn, "weather", child.remote, "Graz");
        yield textArtifact("answer", `They say ${answer?.text ?? "nothing"}.`);
      },
    });
    const events = await collect(client.sendStreamingMessage({ message: userMessage("Go") }));
    const task = await client.getTask({ id: events[0]?.task?.id ?? "" });
    expect(reported).toEqual([]);
    expect(stateOf(task)).toBe("completed");
    expect(task.artifacts?.map(({ artifactId, parts }) => [artifactId, parts])).toEqual([
      ["weather-answer", [{ text: "Graz: sunny" }]],
      ["answer", [{ text: "They say Graz: sunny." }]],
    ]);
    expect(events.flatMap(({ statusUpdate }) => statusUpdate?.status.message?.parts ?? [])).toEqual([
      { text: "I look out of the window." },
    ]);
    expect(child.asked).toEqual(["Graz"]);
  },
);

test("a message is an answer too, and what is not wanted is not shown", async () => {
  const child = await startChild("Echo", async ({ text }) => `${text}!`);
  const other = await startChild("Weather", weather);
  const { client } = await start({
    async *execute(turn) {
      const options = { showArtifacts: false, showProgress: false };
      const echo = yield* delegate(turn, "echo", child.remote, { parts: [{ text: "Hi" }] }, options);
      const answer = yield* delegate(turn, "weather", other.remote, "Graz", options);
      yield textArtifact("answer", `${echo?.text ?? ""} ${answer?.text ?? ""}`);
    },
  });
  const task = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  expect(task.artifacts?.map(({ parts }) => parts)).toEqual([[{ text: "Hi! Graz: sunny" }]]);
  expect(task.history?.filter(({ role }) => role === "ROLE_AGENT")).toEqual([]);
});

test("the text of a task without artifacts is that of the message with which it was completed", async () => {
  const child = await startChild("Clock", async function* () {
    yield completed("It is noon.");
  });
  const { client } = await start({
    async *execute(turn) {
      const answer = yield* delegate(turn, "clock", child.remote, "What time is it?");
      yield textArtifact("answer", answer?.text ?? "nothing");
    },
  });
  const task = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  expect(task.artifacts?.map(({ parts }) => parts)).toEqual([[{ text: "It is noon." }]]);
});

test("an answer does not go to a remote task that another client has answered meanwhile", async () => {
  const child = await startChild("Hotel", hotel);
  const { client, reported } = await start({
    async *execute(turn) {
      const answer = yield* delegate(turn, "hotel", child.remote, "Graz");
      if (answer !== undefined) yield textArtifact("answer", answer.text);
    },
  });
  const asked = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  const { tasks } = await child.client.listTasks({});
  await child.client.sendMessage({ message: { ...userMessage("3"), taskId: tasks?.[0]?.id ?? "" } });
  const task = taskOf(await client.sendMessage({ message: { ...userMessage("2"), taskId: asked.id } }));
  expect(reported).toEqual([]);
  expect(task.artifacts?.find(({ artifactId }) => artifactId === "answer")?.parts).toEqual([
    { text: "3 nights" },
  ]);
  expect(child.asked).toEqual(["Graz", "3"]);
});

test("questions and approvals of several are asked one after the other, and each answer reaches its agent", async () => {
  const children = [
    await startChild("Hotel", hotel),
    await startChild("Trains", trains, "GRPC"),
    await startChild("Weather", weather),
  ] as const;
  const { client, reported } = await start({
    async *execute(turn) {
      const [nights, booking, sky] = yield* merge(
        delegate(turn, "hotel", children[0].remote, "Graz"),
        delegate(turn, "trains", children[1].remote, "Graz"),
        delegate(turn, "weather", children[2].remote, "Graz"),
      );
      if (nights === undefined || booking === undefined || sky === undefined) return;
      yield textArtifact("answer", [nights, booking, sky].map(({ text }) => text).join(", "));
    },
  });
  const first = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  expect(stateOf(first)).toBe("input-required");
  const isHotelFirst = first.status.message?.parts[0]?.text === "How many nights?";
  const answers = [
    () => [{ text: "3" }],
    (task: typeof first) => {
      const [approval] = approvalsIn(task.status);
      if (approval === undefined) throw new Error("expected an approval");
      expect(approval).toMatchObject({ id: "a-1", name: "book", input: { to: "Graz" } });
      return approve(approval);
    },
  ];
  let task = first;
  for (const answer of isHotelFirst ? answers : answers.toReversed()) {
    const message = { ...userMessage(""), parts: answer(task), taskId: task.id };
    task = taskOf(await client.sendMessage({ message }));
  }
  expect(reported).toEqual([]);
  expect(stateOf(task)).toBe("completed");
  expect(task.artifacts?.at(-1)?.parts).toEqual([{ text: "3 nights, booked, Graz: sunny" }]);
  // Each was begun once, whatever the number of turns; and asked nothing that was for another one.
  expect(children.map(({ asked }) => asked)).toEqual([["Graz", "3"], ["Graz", ""], ["Graz"]]);
});

test("credentials that a remote agent needs are asked for", async () => {
  const child = await startChild("Vault", async function* ({ task, text }) {
    if (task === undefined) yield authRequired("Sign in.");
    else yield textArtifact("answer", text);
  });
  const { client } = await start({
    async *execute(turn) {
      const answer = yield* delegate(turn, "vault", child.remote, "open");
      if (answer !== undefined) yield textArtifact("answer", `It says ${answer.text}.`);
    },
  });
  const task = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  expect(stateOf(task)).toBe("auth-required");
  expect(task.status.message?.parts).toEqual([{ text: "Sign in." }]);
  const ended = taskOf(await client.sendMessage({ message: userMessage("done", { taskId: task.id }) }));
  expect(ended.artifacts?.at(-1)?.parts).toEqual([{ text: "It says done." }]);
});

test("a remote task that fails is an error, which an author may catch, and the others are canceled", async () => {
  const stopped = createGate();
  const broken = await startChild("Broken", async function* () {
    yield failed("no paper");
  });
  const endless = await startChild("Endless", async function* ({ signal }) {
    yield working();
    signal.addEventListener("abort", () => stopped.open());
    await stopped.opened;
  });
  const { client } = await start({
    async *execute(turn) {
      try {
        yield* merge(
          delegate(turn, "endless", endless.remote, "go"),
          delegate(turn, "broken", broken.remote, "print"),
        );
      } catch (error) {
        if (!(error instanceof DelegateError)) throw error;
        yield textArtifact("answer", error.message.replace(error.task.id, "ID"));
      }
    },
  });
  const task = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  expect(task.artifacts?.at(-1)?.parts).toEqual([
    { text: 'the agent "Broken" ended the task ID as TASK_STATE_FAILED: no paper' },
  ]);
  await stopped.opened;
  const { tasks } = await endless.client.listTasks({});
  expect(tasks.map(stateOf)).toEqual(["canceled"]);
});

test("a remote task is canceled with the task", async () => {
  const child = await startChild("Endless", async function* ({ signal }) {
    yield working("I begin.");
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve());
    });
  });
  const { client, reported } = await start({
    async *execute(turn) {
      yield* delegate(turn, "endless", child.remote, "go");
    },
  });
  const configuration = { returnImmediately: true };
  const { id } = taskOf(await client.sendMessage({ message: userMessage("Go"), configuration }));
  await expect
    .poll(async () => (await client.getTask({ id })).status.message?.parts)
    .toEqual([{ text: "I begin." }]);
  await client.cancelTask({ id });
  await expect.poll(async () => (await child.client.listTasks({})).tasks.map(stateOf)).toEqual(["canceled"]);
  expect(reported).toEqual([]);
});

test("a remote task is canceled whose first answer has not come", async () => {
  const child = await start({
    async *execute({ signal }) {
      yield working();
      await aborted(signal);
    },
  });
  const begun = createGate();
  const sendStreamingMessage: typeof child.client.sendStreamingMessage = async function* (
    request,
    { signal } = {},
  ) {
    for await (const event of child.client.sendStreamingMessage(request)) {
      begun.open();
      if (signal !== undefined) await aborted(signal);
      signal?.throwIfAborted();
      yield event;
    }
  };
  const { client } = await start({
    async *execute(turn) {
      const remote = { client: { ...child.client, sendStreamingMessage }, card: { name: "Endless" } };
      yield* delegate(turn, "endless", remote, "go", { service: A2AService });
    },
  });
  const configuration = { returnImmediately: true };
  const { id } = taskOf(await client.sendMessage({ message: userMessage("Go"), configuration }));
  await begun.opened;
  await client.cancelTask({ id });
  expect((await child.client.listTasks({})).tasks.map(stateOf)).toEqual(["canceled"]);
});
