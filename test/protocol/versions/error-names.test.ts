import { A2AService } from "@a2agen/a2a-1.0";
import { createAgent, textArtifact } from "@a2agen/runtime/agent";
import { implement } from "@a2agen/runtime/host";
import { expect, test } from "vitest";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { callRaw, startFamily } from "../../shared/versions/start-family.ts";

/** An agent whose tasks are complete at once, in 1.0, 0.3 and the draft. */
async function serve(): Promise<string> {
  const agent = createAgent({
    service: A2AService,
    card: { ...fullCard, defaultInputModes: ["text/plain"] },
    async *execute() {
      yield textArtifact("report", "done");
    },
  });
  const { origin } = await startFamily({ options: { services: [implement(A2AService, agent)] } });
  return origin;
}

/** The error of a call: its text, and its violations and facts wherever the version has them. */
async function errorOf(url: string, method: string, params: object): Promise<object> {
  const answer = await callRaw(url, method, params);
  const [{ error }] = [answer].flat() as [{ error: { message: string; data?: unknown } }];
  const data = [error.data ?? []].flat() as Readonly<Record<string, unknown>>[];
  const violations = data.flatMap(({ fieldViolations, violations: draft }) => fieldViolations ?? draft ?? []);
  const state = data.flatMap(({ metadata, state: own }) => {
    const facts = { state: own, ...(metadata as object | undefined) };
    return facts.state ?? [];
  });
  return { message: error.message, violations, state };
}

const versions = {
  "1.0": { path: "/rpc", send: "SendMessage", cancel: "CancelTask" },
  "0.3": { path: "/rpc", send: "message/send", cancel: "tasks/cancel" },
  draft: { path: "/draft/rpc", send: "SendMessage", cancel: "CancelTask" },
} as const;

test.each([
  { version: "1.0", role: "ROLE_USER", state: "TASK_STATE_COMPLETED" },
  { version: "0.3", role: "user", state: "completed" },
  { version: "draft", role: "user", state: "completed" },
] as const)(
  "an error about a task that has ended tells its state as $version writes it",
  async ({ version, role, state }) => {
    const origin = await serve();
    const { path, send, cancel } = versions[version];
    const older = version === "0.3";
    const message = {
      messageId: "m",
      role,
      parts: [{ text: "hi", ...(older && { kind: "text" }) }],
      ...(older && { kind: "message" }),
    };
    const url = origin + path;
    const answer = (await callRaw(url, send, { message })) as { id: string; task: { id: string } };
    const id = older ? answer.id : answer.task.id;
    expect(await errorOf(url, send, { message: { ...message, messageId: "m2", taskId: id } })).toEqual({
      message: `the task is in the state ${state}, in which it takes no more messages; leave taskId out to begin another one`,
      violations: [],
      state: [state],
    });
    expect(await errorOf(url, cancel, version === "draft" ? { name: `tasks/${id}` } : { id })).toMatchObject({
      message: `the task is in the state ${state} and cannot be canceled any more`,
      state: [state],
    });
  },
);

const file = { bytes: "aGk=", mimeType: "image/png" };
const say = (part: object, more: object = {}): object => ({
  message: {
    kind: "message",
    messageId: "m",
    role: "user",
    parts: [{ kind: "text", text: "hi" }, part],
    ...more,
  },
});
const draftSay = (part: object, more: object = {}): object => ({
  message: { messageId: "m", role: "user", parts: [{ text: "hi" }, part], ...more },
});

test.each([
  {
    name: "a file of 0.3",
    path: "/rpc",
    method: "message/send",
    params: say({ kind: "file", file }),
    field: "message.parts[1].file.mimeType",
    text: "expected text/plain, found image/png",
  },
  {
    name: "a file of 0.3 in a stream",
    path: "/rpc",
    method: "message/stream",
    params: say({ kind: "file", file }),
    field: "message.parts[1].file.mimeType",
    text: "expected text/plain, found image/png",
  },
  {
    name: "a file of the draft",
    path: "/draft/rpc",
    method: "SendMessage",
    params: draftSay({ file: { fileWithBytes: "aGk=", mediaType: "image/png" } }),
    field: "message.parts[1].file.mediaType",
    text: "expected text/plain, found image/png",
  },
  {
    name: "a role of 0.3",
    path: "/rpc",
    method: "message/send",
    params: say({ kind: "text", text: "hi" }, { role: "agent" }),
    field: "message.role",
    text: "expected user, for clients send messages, found agent",
  },
  {
    name: "a role of the draft",
    path: "/draft/rpc",
    method: "SendMessage",
    params: draftSay({ text: "hi" }, { role: "agent" }),
    field: "message.role",
    text: "expected user, for clients send messages, found agent",
  },
])("an error names $name as the client wrote it", async ({ path, method, params, field, text }) => {
  const origin = await serve();
  expect(await errorOf(origin + path, method, params)).toEqual({
    message: `${field}: ${text}`,
    violations: [{ field, description: text }],
    state: [],
  });
});
