import { DecodeError, formatIssue } from "@a2agen/runtime";
import { a2a03ToA2a10Types, detect } from "@a2agen/translate";
import { expect, test } from "vitest";
import { codecOf } from "../../../shared/a2a-0.3/codecs.ts";

const status = { state: "working" };
const event = { taskId: "t", contextId: "c" };
const artifact = { artifactId: "a", parts: [{ kind: "TextPart", text: "hi" }] };

/** The forms of before 0.3 (draft A.2.1), and how 0.3 has them. */
const forms = [
  {
    name: "a text",
    type: "Part",
    given: { kind: "TextPart", text: "hi" },
    want: { kind: "text", text: "hi" },
  },
  {
    name: "a file with bytes",
    type: "Part",
    given: { kind: "FilePart", mimeType: "image/png", name: "a.png", fileWithBytes: "aGk=" },
    want: { kind: "file", file: { mimeType: "image/png", name: "a.png", bytes: "aGk=" } },
  },
  {
    name: "a file with a URI and metadata",
    type: "FilePart",
    given: {
      kind: "FilePart",
      mediaType: "image/png",
      fileWithUri: "https://x.example/a",
      metadata: { a: 1 },
    },
    want: {
      kind: "file",
      metadata: { a: 1 },
      file: { mimeType: "image/png", uri: "https://x.example/a" },
    },
  },
  {
    name: "a file that stands in its part",
    type: "Part",
    given: { kind: "FilePart", file: { uri: "https://x.example/a" } },
    want: { kind: "file", file: { uri: "https://x.example/a" } },
  },
  {
    name: "data, whose content is left alone",
    type: "Part",
    given: { kind: "DataPart", data: { kind: "TextPart", a: 1 } },
    want: { kind: "data", data: { kind: "TextPart", a: 1 } },
  },
  {
    name: "a message",
    type: "Message",
    given: { kind: "Message", messageId: "m", role: "user", parts: [{ kind: "TextPart", text: "hi" }] },
    want: { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] },
  },
  {
    name: "a task",
    type: "SendMessageResult",
    given: { kind: "Task", id: "t", contextId: "c", status },
    want: { kind: "task", id: "t", contextId: "c", status },
  },
  {
    name: "a change of state",
    type: "SendStreamingMessageResult",
    given: { kind: "TaskStatusUpdateEvent", ...event, status, final: false },
    want: { kind: "status-update", ...event, status, final: false },
  },
  {
    name: "an artifact",
    type: "SendStreamingMessageResult",
    given: { kind: "TaskArtifactUpdateEvent", ...event, artifact },
    want: {
      kind: "artifact-update",
      ...event,
      artifact: { artifactId: "a", parts: [{ kind: "text", text: "hi" }] },
    },
  },
];

test.each(forms)("$name in the form of before 0.3 is read as 0.3 has it", ({ type, given, want }) => {
  const codec = codecOf(type);
  expect(codec.decode(structuredClone(given))).toEqual(want);
  expect(codec.is(given)).toBe(false);
  expect(detect(given).candidates[0]).toMatchObject({ dialect: "a2a-0.3", unknownFields: [] });
});

test("what cannot be read is told by the names that were sent, and nothing is changed", () => {
  const given = { kind: "FilePart", mimeType: 5, fileWithBytes: 1, fileWithUri: 2 };
  const copy = structuredClone(given);
  const result = codecOf("Part").tryDecode(given);
  expect(result.ok ? [] : result.issues.map((issue) => formatIssue(issue))).toEqual([
    "file: set exactly one of bytes, uri; found bytes, uri [oneof-many]",
  ]);
  expect(given).toEqual(copy);
  expect(() => codecOf("Part").decode({ kind: "FilePart", name: "a", fileWithBytes: 1 })).toThrow(
    DecodeError,
  );
  expect(() => codecOf("Part").decode({ kind: "FilePart", fileWithBytes: 1 })).toThrow(/fileWithBytes/);
  expect(() => codecOf("Part").decode({ kind: "ImagePart", text: "a" })).toThrow(/kind/);
});

test("what was read is translated", () => {
  const parts = forms.flatMap(({ type, given }) => (type.endsWith("Part") ? [structuredClone(given)] : []));
  const message = codecOf("Message").decode({ kind: "Message", messageId: "m", role: "user", parts });
  expect(a2a03ToA2a10Types.Message.upgrade(message as never)).toEqual({
    losses: [],
    value: {
      messageId: "m",
      role: "ROLE_USER",
      parts: [
        { text: "hi" },
        { raw: "aGk=", filename: "a.png", mediaType: "image/png" },
        { url: "https://x.example/a", mediaType: "image/png", metadata: { a: 1 } },
        { url: "https://x.example/a" },
        { data: { kind: "TextPart", a: 1 } },
      ],
    },
  });
});
