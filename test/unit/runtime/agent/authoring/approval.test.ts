import type { Message, Part, Task } from "@a2agen/a2a-1.0";
import {
  type ApprovalAnswer,
  approvalIn,
  askApproval,
  completed,
  type Execute,
  inputRequired,
} from "@a2agen/runtime/agent";
import { approvalsIn, approve, refuse } from "@a2agen/runtime/client";
import { expect, test } from "vitest";
import {
  card,
  createGate,
  failureOf,
  start,
  stateOf,
  taskOf,
  userMessage,
} from "../../../../shared/agent/start-agent.ts";

const pay = { id: "call-1", name: "pay", input: { cents: 1250, to: undefined } };
const mail = { id: "call-2", name: "mail", input: "all", text: "Send mails to all?" };

test("an approval is a question with a text and its data", () => {
  expect(askApproval(pay, mail)).toEqual({
    status: {
      state: "TASK_STATE_INPUT_REQUIRED",
      message: {
        parts: [
          { text: "Allow pay?" },
          { data: { approvalId: "call-1", toolName: "pay", input: { cents: 1250 } } },
          { text: "Send mails to all?" },
          { data: { approvalId: "call-2", toolName: "mail", input: "all" } },
        ],
      },
    },
  });
});

/** An agent that asks what `first` asks, and what it reads in the message after it. */
async function askAndAnswer(
  first: ReturnType<typeof askApproval>,
  makeParts: (task: Task) => Part[],
  id?: string,
) {
  const read: (ApprovalAnswer | undefined)[] = [];
  const execute: Execute = async function* (turn) {
    if (turn.task === undefined) {
      // No answer to anything, even if its data say so.
      expect(approvalIn(turn)).toBeUndefined();
      yield first;
      return;
    }
    read.push(approvalIn(turn, id));
    yield completed();
  };
  const { client } = await start({ execute });
  const begin = userMessage("yes");
  begin.parts.push(...approve({ ...pay, input: {}, form: "a2agen" }));
  const task = taskOf(await client.sendMessage({ message: begin }));
  const message = userMessage("", { taskId: task.id, parts: makeParts(task) });
  expect(stateOf(taskOf(await client.sendMessage({ message })))).toBe("completed");
  return read;
}

test.each([
  ["approves", approve, undefined, { approved: true }],
  ["approves with a reason", approve, "cheap", { approved: true, reason: "cheap" }],
  ["refuses", refuse, undefined, { approved: false }],
  ["refuses with a reason", refuse, "dear", { approved: false, reason: "dear" }],
] as const)("a client %s", async (_, answer, reason, expected) => {
  const read = await askAndAnswer(askApproval(pay), ({ status }) => {
    const [approval, ...others] = approvalsIn(status);
    expect(approval).toEqual({
      id: "call-1",
      name: "pay",
      input: { cents: 1250 },
      text: "Allow pay?",
      form: "a2agen",
    });
    expect(others).toEqual([]);
    return approval === undefined ? [] : answer(approval, reason);
  });
  expect(read).toEqual([{ id: "call-1", ...expected }]);
});

test("one message answers several approvals", async () => {
  const answerAll = ({ status }: Task): Part[] => {
    const [first, second] = approvalsIn(status);
    if (first === undefined || second === undefined) throw new Error("expected two approvals");
    return [...approve(first), ...refuse(second, "too many")];
  };
  const asked = askApproval(pay, mail);
  expect(await askAndAnswer(asked, answerAll)).toEqual([{ id: "call-1", approved: true }]);
  expect(await askAndAnswer(asked, answerAll, "call-2")).toEqual([
    { id: "call-2", approved: false, reason: "too many" },
  ]);
  expect(await askAndAnswer(asked, answerAll, "call-3")).toEqual([undefined]);
});

test.each([
  ["yes", true],
  [" Yes! ", true],
  ["OK", true],
  ["approve", true],
  ["no", false],
  ["No.", false],
  ["rejected", false],
])("the text %j is an answer where one approval is open", async (text, approved) => {
  expect(await askAndAnswer(askApproval(pay), () => [{ text }])).toEqual([{ id: "call-1", approved }]);
});

test.each([
  ["a text that says more", [{ text: "yes, but later" }]],
  ["an answer to something else", [{ data: { approvalId: "call-9", approved: true } }, { text: "yes" }]],
  ["an answer that is none", [{ data: { approvalId: "call-1", approved: "true" } }]],
  ["data of another kind", [{ data: ["call-1"] }]],
])("%s is no answer", async (_, parts) => {
  expect(await askAndAnswer(askApproval(pay), () => parts)).toEqual([undefined]);
});

test("a text is no answer where two approvals are open, or none", async () => {
  expect(await askAndAnswer(askApproval(pay, mail), () => [{ text: "yes" }])).toEqual([undefined]);
  expect(await askAndAnswer(inputRequired("Which?"), () => [{ text: "yes" }])).toEqual([undefined]);
});

test("what was asked before the last question is not open any more", async () => {
  const read: (ApprovalAnswer | undefined)[] = [];
  const { client } = await start({
    async *execute(turn) {
      read.push(approvalIn(turn));
      yield turn.text === "pay" ? askApproval(pay) : inputRequired("What else?");
    },
  });
  const { id: taskId } = taskOf(await client.sendMessage({ message: userMessage("pay") }));
  await client.sendMessage({ message: userMessage("wait", { taskId }) });
  await client.sendMessage({ message: userMessage("yes", { taskId }) });
  expect(read).toEqual([undefined, undefined, undefined]);
});

test("the answer to an approval that was asked again is read, after replies in between", async () => {
  const read: (ApprovalAnswer | undefined)[] = [];
  const { client } = await start({
    async execute(turn) {
      if (turn.text === "hello") return "hello";
      read.push(approvalIn(turn));
      return (async function* () {
        yield read.at(-1) === undefined ? askApproval(pay) : completed();
      })();
    },
  });
  const { id: taskId } = taskOf(await client.sendMessage({ message: userMessage("pay") }));
  await client.sendMessage({ message: userMessage("what?", { taskId }) });
  await client.sendMessage({ message: userMessage("hello", { taskId }) });
  await client.sendMessage({ message: userMessage("yes", { taskId }) });
  expect(read).toEqual([undefined, undefined, { id: "call-1", approved: true }]);
});

test("an agent that takes text only takes the answers to what it asks, and no other data", async () => {
  const execute: Execute = async function* (turn) {
    yield approvalIn(turn)?.approved === true ? completed() : askApproval(pay);
  };
  const { client } = await start({ execute, card });
  const { id: taskId, status } = taskOf(await client.sendMessage({ message: userMessage("pay") }));
  const parts = approvalsIn(status).flatMap((approval) => approve(approval));
  const send = (message: Partial<Message>) => client.sendMessage({ message: userMessage("", message) });
  for (const refused of [{ parts }, { taskId, parts: [...parts, { data: { n: 1 } }] }]) {
    expect(await failureOf(send(refused))).toMatchObject({ name: "ContentTypeNotSupportedError" });
  }
  expect(stateOf(taskOf(await send({ taskId, parts })))).toBe("completed");
});

test("of two answers that come one after the other the second is to nothing", async () => {
  const read: (ApprovalAnswer | undefined)[] = [];
  const begun = createGate();
  const goOn = createGate();
  const over = createGate();
  const { client } = await start({
    async *execute(turn) {
      if (turn.task === undefined) {
        yield askApproval(pay);
        return;
      }
      read.push(approvalIn(turn));
      begun.open();
      await goOn.opened;
      if (read.length === 2) over.open();
    },
  });
  const { id: taskId } = taskOf(await client.sendMessage({ message: userMessage("pay") }));
  const configuration = { returnImmediately: true };
  const parts = approve({ ...pay, input: {}, form: "a2agen" });
  await client.sendMessage({ message: userMessage("", { taskId, parts }), configuration });
  await begun.opened;
  await client.sendMessage({ message: userMessage("", { taskId, parts }), configuration });
  goOn.open();
  await over.opened;
  expect(read).toEqual([{ id: "call-1", approved: true }, undefined]);
});

test("answers in a message alone are those that name an approval", () => {
  const message = (parts: Part[]) => userMessage("", { parts });
  expect(approvalIn(message(approve({ ...pay, input: {}, form: "a2agen" })))).toEqual({
    id: "call-1",
    approved: true,
  });
  expect(approvalIn(message([{ text: "yes" }]))).toBeUndefined();
  expect(approvalIn(message([{ data: { approved: true } }]))).toBeUndefined();
});

test("what ADK asks is answered in its form, and read in ours", async () => {
  const asked = {
    status: {
      state: "TASK_STATE_INPUT_REQUIRED" as const,
      message: {
        parts: [
          {
            data: {
              id: "adk-1",
              name: "adk_request_confirmation",
              args: {
                originalFunctionCall: { id: "call-1", name: "pay", args: { cents: 1250 } },
                toolConfirmation: { hint: "Really pay?", confirmed: false },
              },
            },
            metadata: { adk_type: "function_call", adk_is_long_running: true },
          },
        ],
      },
    },
  };
  const read = await askAndAnswer(asked, ({ status }) => {
    const approvals = approvalsIn(status);
    expect(approvals).toEqual([
      { id: "adk-1", name: "pay", input: { cents: 1250 }, text: "Really pay?", form: "adk" },
    ]);
    const parts = approvals.flatMap((approval) => refuse(approval, "too dear"));
    expect(parts).toEqual([
      {
        data: { id: "adk-1", name: "adk_request_confirmation", response: { confirmed: false } },
        metadata: { adk_type: "function_response" },
      },
      { text: "too dear" },
    ]);
    return parts;
  });
  expect(read).toEqual([{ id: "adk-1", approved: false }]);
});

test("what Mastra asks and what it resumes with are read", async () => {
  const chunk = {
    type: "tool-call-approval",
    payload: { toolCallId: "call-1", toolName: "pay", args: { cents: 1250 }, resumeSchema: "{}" },
  };
  const parts = [{ text: "May I?" }, { data: chunk }];
  const asked = inputRequired({ parts });
  expect(approvalsIn({ message: { parts: [{ data: chunk.payload }] } })).toEqual([
    { id: "call-1", name: "pay", input: { cents: 1250 }, form: "mastra" },
  ]);
  const answer = ({ status }: Task): Part[] =>
    approvalsIn(status).flatMap((approval) => approve(approval, "cheap"));
  expect(await askAndAnswer(asked, answer)).toEqual([{ id: "call-1", approved: true, reason: "cheap" }]);
  // Of several, each answer names its call.
  const more = { toolCallId: "call-2", toolName: "mail", args: {} };
  const both = inputRequired({ parts: [...parts, { data: more }] });
  expect(await askAndAnswer(both, answer, "call-2")).toEqual([
    { id: "call-2", approved: true, reason: "cheap" },
  ]);
  // Its client sends what it resumes with, as text too.
  const resume = [{ text: '{\n  "approved": true\n}' }, { data: { approved: true } }];
  expect(await askAndAnswer(asked, () => resume)).toEqual([{ id: "call-1", approved: true }]);
  expect(await askAndAnswer(askApproval(pay), () => resume)).toEqual([{ id: "call-1", approved: true }]);
  expect(await askAndAnswer(askApproval(pay, mail), () => resume)).toEqual([undefined]);
});

test.each([
  ["no message", {}],
  [
    "no approval",
    {
      message: { parts: [{ text: "Which?" }, { data: { approvalId: 1, toolName: "pay" } }, { data: null }] },
    },
  ],
  [
    "a call of another function",
    {
      message: {
        parts: [{ data: { id: "1", name: "pay", args: {} }, metadata: { adk_type: "function_call" } }],
      },
    },
  ],
])("a status with %s has no approvals", (_, status) => {
  expect(approvalsIn(status)).toEqual([]);
});
