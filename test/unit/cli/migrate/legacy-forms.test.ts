import { expect, test } from "vitest";
import { migrate } from "./migrate.ts";

const legacy = {
  text: { kind: "TextPart", text: "hi" },
  file: { kind: "FilePart", mimeType: "image/png", name: "diagram.png", fileWithBytes: "aGk=" },
  uri: { kind: "FilePart", mimeType: "image/png", fileWithUri: "https://example.com/a.png" },
  data: { kind: "DataPart", data: { kind: "TextPart", a: 1 } },
};
const status = { state: "working" };

/** The forms of A.2.1, and what the draft and 1.0 write instead. */
test.each([
  { name: "a text", value: legacy.text, draft: { text: "hi" }, newer: { text: "hi" } },
  {
    name: "a file with bytes",
    value: legacy.file,
    draft: { file: { mediaType: "image/png", name: "diagram.png", fileWithBytes: "aGk=" } },
    newer: { raw: "aGk=", mediaType: "image/png", filename: "diagram.png" },
  },
  {
    name: "a file with a URI",
    value: legacy.uri,
    draft: { file: { mediaType: "image/png", fileWithUri: "https://example.com/a.png" } },
    newer: { url: "https://example.com/a.png", mediaType: "image/png" },
  },
  {
    name: "data, whose content stays as it is",
    value: legacy.data,
    draft: { data: { data: { kind: "TextPart", a: 1 } } },
    newer: { data: { kind: "TextPart", a: 1 } },
  },
  {
    name: "a message with all of them",
    value: { kind: "message", messageId: "m", role: "user", parts: Object.values(legacy) },
    draft: { messageId: "m", role: "user" },
    newer: { messageId: "m", role: "ROLE_USER" },
  },
  {
    name: "a change of state",
    value: { kind: "TaskStatusUpdateEvent", taskId: "t", contextId: "c", status, final: false },
    draft: { taskId: "t", contextId: "c", status, final: false },
    newer: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } },
  },
  {
    name: "an artifact",
    value: {
      kind: "TaskArtifactUpdateEvent",
      taskId: "t",
      contextId: "c",
      artifact: { artifactId: "a", parts: [legacy.text] },
    },
    draft: { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [{ text: "hi" }] } },
    newer: { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [{ text: "hi" }] } },
  },
])("$name in the form of before 0.3 is migrated", ({ value, draft, newer }) => {
  expect(migrate(value, "draft")).toMatchObject({ kind: "changed", from: "a2a-0.3", value: draft });
  expect(migrate(value, "1.0")).toMatchObject({ kind: "changed", from: "a2a-0.3", value: newer });
});

test("what was rewritten is told, and a value in another form is not touched", () => {
  const message = { kind: "message", messageId: "m", role: "user", parts: [legacy.text, legacy.file] };
  expect(migrate(message, "1.0")).toMatchObject({
    notes: [{ path: "parts[0], parts[1]", message: "read in the form of before 0.3 (draft A.2.1)" }],
  });
  expect(migrate(message, "0.3")).toMatchObject({
    kind: "changed",
    value: {
      kind: "message",
      parts: [
        { kind: "text", text: "hi" },
        { kind: "file", file: { bytes: "aGk=" } },
      ],
    },
  });
  expect(migrate({ kind: "TextPart", nothing: 1 }, "1.0")).toMatchObject({ kind: "unknown" });
});
