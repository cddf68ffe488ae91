import { expect, test } from "vitest";
import { codecOf } from "../../../shared/a2a-0.3/codecs.ts";

const parts = 'message.parts[0].kind: required: one of "text", "file", "data"';
const say = (part: unknown) => ({ message: { messageId: "m", role: "user", parts: [part] } });
const status = { state: "working" };

test.each([
  { type: "MessageSendParams", given: say({ text: "hi" }), want: `${parts}; with text it is "text"` },
  {
    type: "MessageSendParams",
    given: say({ type: "text", text: "hi" }),
    want: `${parts}; with text it is "text"`,
  },
  {
    type: "MessageSendParams",
    given: say({ file: { uri: "https://x.example" } }),
    want: `${parts}; with file it is "file"`,
  },
  { type: "MessageSendParams", given: say({ data: {} }), want: `${parts}; with data it is "data"` },
  { type: "MessageSendParams", given: say({}), want: parts },
  { type: "MessageSendParams", given: say({ text: "hi", data: {} }), want: parts },
  {
    type: "SendMessageResult",
    given: { id: "t", contextId: "c", status },
    want: 'kind: required: one of "task", "message"; with id, contextId, status it is "task"',
  },
  {
    type: "SendStreamingMessageResult",
    given: { taskId: "t", contextId: "c", status, final: true },
    want: 'kind: required: one of "task", "message", "status-update", "artifact-update"; with taskId, contextId, status, final it is "status-update"',
  },
])("a missing kind is named where the members tell it: $given", ({ type, given, want }) => {
  const result = codecOf(type).tryDecode(given);
  expect(result.ok ? "read" : result.issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    want,
  ]);
});
