import { formatIssue, type JsonValue } from "@a2agen/runtime";
import { afterEach, describe, expect, test } from "vitest";
import {
  A2AErrorCodec,
  AgentCardCodec,
  JSONRPCErrorResponseCodec,
  JSONRPCRequestCodec,
  JSONRPCResponseCodec,
  MessageCodec,
  PartCodec,
  SecuritySchemeCodec,
  SendMessageResponseCodec,
  TaskCodec,
  TaskStateCodec,
} from "../../../../generated/a2a-0.3/src/index.ts";
import { codecOf, definitionNames } from "../../../shared/a2a-0.3/codecs.ts";

function issuesOf(name: string, value: unknown, lenient = false): readonly string[] {
  const result = codecOf(name).tryDecode(value, { lenient });
  return result.ok ? [] : result.issues.map(formatIssue);
}

const message = { kind: "message", messageId: "1", role: "user", parts: [{ kind: "text", text: "a" }] };

describe("what tells the arms of a union apart", () => {
  test.each([
    {
      name: "an unknown kind is one problem that names the kinds",
      type: "Part",
      given: { kind: "image", text: 5 },
      want: ['kind: expected one of "text", "file", "data", got "image" [enum]'],
    },
    {
      name: "a kind of another type is one problem too",
      type: "Part",
      given: { kind: ["text"], text: "a" },
      want: ['kind: expected one of "text", "file", "data", got an array [type]'],
    },
    {
      name: "a missing kind is one problem",
      type: "Part",
      given: { text: "a" },
      want: ['kind: required: one of "text", "file", "data"; with text it is "text" [required]'],
    },
    {
      name: "null is no kind",
      type: "Part",
      given: { kind: null },
      want: ['kind: required: one of "text", "file", "data" [required]'],
    },
    {
      name: "the names of inherited properties are no kinds",
      type: "Part",
      given: { kind: "constructor" },
      want: ['kind: expected one of "text", "file", "data", got "constructor" [enum]'],
    },
    {
      name: "every problem of the arm is told",
      type: "Part",
      given: { kind: "text", metadata: [], text: 1 },
      want: ["metadata: expected an object, got an array [type]", "text: expected a string, got 1 [type]"],
    },
    {
      name: "codes are told apart by number",
      type: "A2AError",
      given: { code: "-32001", message: "a" },
      want: [
        'code: expected one of -32700, -32600, -32601, -32602, -32603, -32001, -32002, -32003, -32004, -32005, -32006, -32007, got "-32001" [type]',
      ],
    },
    {
      name: "a file is told by what it has",
      type: "FilePart",
      given: { kind: "file", file: { name: "a" } },
      want: ["file: set exactly one of bytes, uri; found none [oneof-none]"],
    },
    {
      name: "a file has only one of them",
      type: "FilePart",
      given: { kind: "file", file: { bytes: "", uri: "a" } },
      want: ["file: set exactly one of bytes, uri; found bytes, uri [oneof-many]"],
    },
    {
      name: "an answer is a result or an error",
      type: "SendMessageResponse",
      given: { jsonrpc: "2.0", id: 1, result: message, error: { code: 1, message: "" } },
      want: ["set exactly one of error, result; found error, result [oneof-many]"],
    },
    {
      name: "an unknown enum value is told with the known ones",
      type: "TaskState",
      given: "cancelled",
      want: [
        'expected one of the values of TaskState (submitted, working, input-required, completed, canceled, failed, rejected, auth-required, unknown), got "cancelled" [enum]',
      ],
    },
    {
      name: "an id is a string, an integer or null",
      type: "JSONRPCErrorResponse",
      given: { jsonrpc: "2.0", id: 1.5, error: { code: 1, message: "a" } },
      want: ["id: expected a string or an integer from -(2^53 - 1) to 2^53 - 1 or null, got 1.5 [range]"],
    },
  ])("$name", ({ type, given, want }) => {
    const told = issuesOf(type, given);
    expect(told).toEqual(want);
    expect(codecOf(type).is(given)).toBe(false);
  });

  test("an error of any other code is taken where any code may stand", () => {
    const response = { jsonrpc: "2.0", id: null, error: { code: -1, message: "a", data: null } };
    expect(JSONRPCErrorResponseCodec.decode(structuredClone(response))).toEqual(response);
    expect(A2AErrorCodec.is(response.error)).toBe(false);
    expect(JSONRPCResponseCodec.is(response)).toBe(true);
  });

  test("every form of a result is taken where any answer may stand", () => {
    const status = { state: "canceled" };
    const results: readonly JsonValue[] = [
      null,
      [],
      [{ taskId: "1", pushNotificationConfig: { url: "a" } }],
      { taskId: "1", pushNotificationConfig: { url: "a" } },
      { kind: "task", id: "1", contextId: "2", status },
      { kind: "status-update", taskId: "1", contextId: "2", status, final: true },
      message,
    ];
    for (const result of results) {
      const response = { jsonrpc: "2.0", id: 1, result };
      expect(JSONRPCResponseCodec.decode(structuredClone(response))).toEqual(response);
      expect(JSON.parse(JSONRPCResponseCodec.stringify(JSONRPCResponseCodec.decode(response)))).toEqual(
        response,
      );
    }
    expect(issuesOf("JSONRPCResponse", { jsonrpc: "2.0", id: 1, result: 5 })).toEqual([
      "result: expected null, an array or an object, got 5 [type]",
    ]);
  });
});

describe("null", () => {
  test("in an optional member is the same as none", () => {
    expect(MessageCodec.decode({ ...message, taskId: null, metadata: null, extensions: null })).toEqual(
      message,
    );
  });

  test("stays where it is a value", () => {
    expect(JSONRPCRequestCodec.decode({ jsonrpc: "2.0", method: "a", id: null })).toEqual({
      jsonrpc: "2.0",
      method: "a",
      id: null,
    });
    const part = { kind: "data", data: { a: null } };
    expect(PartCodec.decode(structuredClone(part))).toEqual(part);
  });

  test("beside what tells an arm is taken out, so that `in` tells it too", () => {
    const decoded = SendMessageResponseCodec.decode({ jsonrpc: "2.0", id: 1, result: message, error: null });
    expect(decoded).toEqual({ jsonrpc: "2.0", id: 1, result: message });
    expect(PartCodec.decode({ kind: "file", file: { uri: "a", bytes: null } })).toEqual({
      kind: "file",
      file: { uri: "a" },
    });
  });
});

describe("the lenient mode", () => {
  test("sets the kind where the members tell it, and mends what is below", () => {
    const warnings: string[] = [];
    const decoded = SendMessageResponseCodec.decode(
      {
        jsonrpc: "2.0",
        id: 1,
        result: { id: "1", contextId: "2", status: { state: "paused" }, metadata: null },
      },
      { lenient: true, onWarning: (issue) => warnings.push(formatIssue(issue)) },
    );
    expect(decoded).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { kind: "task", id: "1", contextId: "2", status: { state: "paused" } },
    });
    expect(warnings).toEqual([
      'result.status.state: expected one of the values of TaskState (submitted, working, input-required, completed, canceled, failed, rejected, auth-required, unknown), got "paused" [enum]',
      'result.kind: required: one of "task", "message"; with id, contextId, status it is "task" [required]',
    ]);
  });

  test("refuses what could be several things, or nothing", () => {
    const want = ['kind: required: one of "text", "file", "data" [required]'];
    expect(issuesOf("Part", { text: "a", data: {} }, true)).toEqual(want);
    expect(issuesOf("Part", { metadata: {} }, true)).toEqual(want);
  });

  test("leaves the value alone when it refuses", () => {
    const value = { text: "a", metadata: 5 };
    expect(issuesOf("Part", value, true)).toEqual(["metadata: expected an object, got 5 [type]"]);
    expect(value).toEqual({ text: "a", metadata: 5 });
  });
});

describe("hostile values", () => {
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, "kind");
    Reflect.deleteProperty(Object.prototype, "text");
  });

  test.each(definitionNames)("%s refuses what is no JSON", (name) => {
    const codec = codecOf(name);
    for (const value of [undefined, () => 1, Symbol("a"), 1n, new Date(), new Map(), Number.NaN]) {
      expect(codec.tryDecode(value).ok).toBe(false);
    }
    expect(() => codec.parse("{")).toThrow(expect.objectContaining({ name: "DecodeError" }));
  });

  test("a kind is not read from the prototype, enumerable or not", () => {
    for (const enumerable of [true, false]) {
      Object.defineProperty(Object.prototype, "kind", {
        value: "text",
        enumerable,
        configurable: true,
        writable: true,
      });
      expect(PartCodec.is({ text: "a" })).toBe(false);
      expect(PartCodec.is(Object.create({ kind: "text", text: "a" }))).toBe(false);
      Reflect.deleteProperty(Object.prototype, "kind");
    }
  });

  test("a member __proto__ is unknown and sets nothing", () => {
    const decoded = TaskCodec.parse(
      '{"kind":"task","id":"1","contextId":"2","status":{"state":"unknown"},"__proto__":{"a":1},"metadata":{"__proto__":{"b":1}}}',
    );
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
    expect(TaskCodec.stringify(decoded)).toBe(
      '{"kind":"task","id":"1","contextId":"2","status":{"state":"unknown"},"metadata":{"__proto__":{"b":1}}}',
    );
    expect(Reflect.get({}, "b")).toBeUndefined();
  });

  test("a security scheme called __proto__ is one like others", () => {
    const card = AgentCardCodec.parse(
      '{"name":"","description":"","url":"","protocolVersion":"0.3.0","version":"","capabilities":{},"skills":[],"defaultInputModes":[],"defaultOutputModes":[],"securitySchemes":{"__proto__":{"type":"mutualTLS","x":1}}}',
    );
    expect(Object.keys(card.securitySchemes ?? {})).toEqual(["__proto__"]);
    expect(AgentCardCodec.stringify(card)).toContain('"securitySchemes":{"__proto__":{"type":"mutualTLS"}}');
    expect(SecuritySchemeCodec.is({ type: "__proto__" })).toBe(false);
  });

  test("free-form values are not nested deeper than a hundred levels", () => {
    let data: JsonValue = {};
    for (let i = 0; i < 100_000; i++) data = { a: data };
    const told = issuesOf("Part", { kind: "data", data });
    expect(told.length).toBe(1);
    expect(told[0]).toMatch(/expected at most 100 levels of objects and arrays, got more \[depth\]$/);
  });

  test("half a surrogate pair is refused", () => {
    expect(() => MessageCodec.parse(JSON.stringify({ ...message, messageId: "\ud800" }))).toThrow(/\[text\]/);
  });

  test("no more than a thousand problems are told", () => {
    const parts = Array.from({ length: 100_000 }, () => ({ kind: "x" }));
    expect(issuesOf("Message", { ...message, parts }).length).toBe(1001);
  });

  test("the states are those of 0.3", () => {
    expect(TaskStateCodec.decode("canceled")).toBe("canceled");
    expect(TaskStateCodec.decode("unknown")).toBe("unknown");
    expect(TaskStateCodec.decode("paused", { lenient: true })).toBe("paused");
  });
});
