import { AgentCardCodec, AgentSkillCodec, ListTasksResponseCodec } from "@a2agen/a2a-1.0";
import {
  APIKeySecuritySchemeCodec,
  ListTasksRequestCodec,
  MessageCodec,
  PartCodec,
  TaskStatusCodec,
  TaskStatusUpdateEventCodec,
} from "@a2agen/a2a-1.0-draft";
import { type Codec, formatIssue, type Issue } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import { issuesOf } from "./issues-of.ts";

const utc = "expected a timestamp of RFC 3339 in UTC, such as 2025-10-28T10:30:00.000Z";
const states =
  "one of the values of TaskState (submitted, working, completed, failed, cancelled, input-required, rejected, auth-required)";

interface Row {
  readonly name: string;
  readonly codec: Codec<unknown>;
  readonly given: object;
  /** What the lenient mode makes of it, unless it refuses too. */
  readonly mended?: unknown;
  /** The issues of the strict mode, the warnings of the lenient one. */
  readonly issues: readonly string[];
}

const mended: readonly Row[] = [
  {
    name: "a REQUIRED string that is missing is empty",
    codec: MessageCodec,
    given: { role: "user", parts: [{ text: "a" }] },
    mended: { messageId: "", role: "user", parts: [{ text: "a" }] },
    issues: ["messageId: required [required]"],
  },
  {
    name: "a REQUIRED boolean that is missing is false",
    codec: TaskStatusUpdateEventCodec,
    given: { taskId: "a", contextId: "b", status: { state: "working" } },
    mended: { taskId: "a", contextId: "b", status: { state: "working" }, final: false },
    issues: ["final: required [required]"],
  },
  {
    name: "REQUIRED lists and numbers that are missing are empty and 0",
    codec: ListTasksResponseCodec,
    given: {},
    mended: { tasks: [], nextPageToken: "", pageSize: 0, totalSize: 0 },
    issues: [
      "tasks: required [required]",
      "nextPageToken: required [required]",
      "pageSize: required [required]",
      "totalSize: required [required]",
    ],
  },
  {
    name: "a REQUIRED list may be empty",
    codec: AgentSkillCodec,
    given: { id: "a", name: "b", description: "c", tags: [] },
    mended: { id: "a", name: "b", description: "c", tags: [] },
    issues: ["tags: expected at least one element [empty]"],
  },
  {
    name: "null in a REQUIRED field is its default",
    codec: AgentSkillCodec,
    given: { id: null, name: "b", description: "c", tags: ["d"] },
    mended: { id: "", name: "b", description: "c", tags: ["d"] },
    issues: ["id: required [required]"],
  },
  {
    name: "a timestamp with an offset is turned to UTC",
    codec: TaskStatusCodec,
    given: { state: "working", timestamp: "2025-10-28T12:30:00.5+02:00" },
    mended: { state: "working", timestamp: "2025-10-28T10:30:00.5Z" },
    issues: [`timestamp: ${utc}, got "2025-10-28T12:30:00.5+02:00" [format]`],
  },
  {
    name: "an unknown value of an enum is kept",
    codec: TaskStatusCodec,
    given: { state: "paused" },
    mended: { state: "paused" },
    issues: [`state: expected ${states}, got "paused" [enum]`],
  },
  {
    name: "problems in problems are all mended",
    codec: MessageCodec,
    given: { role: "robot", parts: [] },
    mended: { messageId: "", role: "robot", parts: [] },
    issues: [
      'role: expected one of the values of Role (user, agent), got "robot" [enum]',
      "parts: expected at least one element [empty]",
      "messageId: required [required]",
    ],
  },
];

const refused: readonly Row[] = [
  {
    name: "a wrong type",
    codec: MessageCodec,
    given: { messageId: 1, role: "user", parts: [{ text: "a" }] },
    issues: ["messageId: expected a string, got 1 [type]"],
  },
  {
    name: "a oneof without a member",
    codec: PartCodec,
    given: {},
    issues: ["set exactly one of text, file, data; found none [oneof-none]"],
  },
  {
    name: "a REQUIRED message that is missing",
    codec: TaskStatusUpdateEventCodec,
    given: { taskId: "a", contextId: "b", final: true },
    issues: ["status: required [required]"],
  },
  {
    name: "a REQUIRED enum that is missing",
    codec: TaskStatusCodec,
    given: {},
    issues: ["state: required [required]"],
  },
  {
    name: "a number out of range",
    codec: ListTasksRequestCodec,
    given: { pageSize: 1000 },
    issues: ["pageSize: expected a 32-bit integer from 1 to 100, got 1000 [range]"],
  },
  {
    name: "a string that is none of those allowed",
    codec: APIKeySecuritySchemeCodec,
    given: { location: "body", name: "a" },
    issues: ['location: expected one of "query", "header", "cookie", got "body" [enum]'],
  },
  {
    name: "a timestamp that is none",
    codec: TaskStatusCodec,
    given: { state: "working", timestamp: "yesterday" },
    issues: [`timestamp: ${utc}, got "yesterday" [format]`],
  },
];

describe("the lenient mode mends and warns of what the strict one refuses", () => {
  test.each(mended)("$name", ({ codec, given, mended: want, issues }) => {
    expect(issuesOf(codec, structuredClone(given))).toEqual(issues);
    const told: Issue[] = [];
    const value = structuredClone(given);
    const result = codec.tryDecode(value, { lenient: true, onWarning: (issue) => told.push(issue) });
    expect(result).toEqual({ ok: true, value: want, warnings: told });
    expect(result.ok && result.value).toBe(value);
    expect(told.map(formatIssue)).toEqual(issues);
    expect(codec.decode(structuredClone(given), { lenient: true })).toEqual(want);
    expect(codec.parse(JSON.stringify(given), { lenient: true })).toEqual(want);
  });

  test.each(mended)("$name, in a copy that leaves the value alone", ({ codec, given, mended: want }) => {
    const value = structuredClone(given);
    expect(codec.copy(value, { lenient: true })).toEqual(want);
    expect(value).toEqual(given);
  });
});

describe("the lenient mode refuses too", () => {
  test.each(refused)("$name", ({ codec, given, issues }) => {
    const told: Issue[] = [];
    const value = structuredClone(given);
    expect(issuesOf(codec, value)).toEqual(issues);
    expect(issuesOf(codec, value, { lenient: true, onWarning: (issue) => told.push(issue) })).toEqual(issues);
    expect(value).toEqual(given);
    expect(told).toEqual([]);
  });

  test("and changes nothing then, though it could mend a part", () => {
    const value = { role: "robot", parts: [{}] };
    expect(issuesOf(MessageCodec, value, { lenient: true })).toEqual([
      "parts[0]: set exactly one of text, file, data; found none [oneof-none]",
    ]);
    expect(value).toEqual({ role: "robot", parts: [{}] });
  });
});

test("a card of another party is read with what it leaves out", () => {
  const warnings: string[] = [];
  const card = AgentCardCodec.decode(
    {
      name: "a",
      supportedInterfaces: [{ url: "b", protocolBinding: "GRPC" }],
      capabilities: {},
      skills: [{ id: "c" }],
    },
    { lenient: true, onWarning: ({ path }) => warnings.push(path) },
  );
  expect(card).toEqual({
    name: "a",
    description: "",
    supportedInterfaces: [{ url: "b", protocolBinding: "GRPC", protocolVersion: "" }],
    version: "",
    capabilities: {},
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [{ id: "c", name: "", description: "", tags: [] }],
  });
  expect(warnings.sort()).toEqual([
    "defaultInputModes",
    "defaultOutputModes",
    "description",
    "skills[0].description",
    "skills[0].name",
    "skills[0].tags",
    "supportedInterfaces[0].protocolVersion",
    "version",
  ]);
});

test("what the lenient mode puts in the place of a required field is a value of its type", () => {
  const warnings: Issue[] = [];
  const decoded = APIKeySecuritySchemeCodec.decode(
    { name: "key" },
    { lenient: true, onWarning: (issue) => warnings.push(issue) },
  );
  expect(decoded).toEqual({ name: "key", location: "header" });
  expect(warnings).toEqual([
    { code: "required", path: "location", segments: ["location"], message: "required" },
  ]);
  expect(APIKeySecuritySchemeCodec.is(decoded)).toBe(true);
});
