import { AgentCardCodec, MessageCodec, PartCodec, TaskCodec } from "@a2agen/a2a-1.0";
import type { Issue } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import { issuesOf } from "./issues-of.ts";

function task(): Record<string, unknown> {
  return {
    unknown: { kept: [1] },
    status: { state: "TASK_STATE_WORKING", future: true },
    id: "a",
    history: [{ role: "ROLE_USER", parts: [{ text: "b", unknown: 1 }], messageId: "c" }],
  };
}

describe("decoding works in place", () => {
  test("and returns the value that it was given, with everything in it", () => {
    const given = task();
    const { status, history } = given;
    const decoded: unknown = TaskCodec.decode(given);
    expect(decoded).toBe(given);
    expect(given).toEqual(task());
    expect(given["status"]).toBe(status);
    expect(given["history"]).toBe(history);
  });

  test("and takes a frozen value in which nothing is to be changed", () => {
    const given = Object.freeze({ text: "a", metadata: Object.freeze({ b: Object.freeze([]) }) });
    expect(PartCodec.decode(given)).toBe(given);
  });

  test("and keeps unknown fields, which encoding drops", () => {
    const decoded = TaskCodec.decode(task());
    expect(Object.hasOwn(decoded, "unknown")).toBe(true);
    expect(TaskCodec.stringify(decoded)).toBe(
      '{"id":"a","status":{"state":"TASK_STATE_WORKING"},"history":[{"messageId":"c","role":"ROLE_USER","parts":[{"text":"b"}]}]}',
    );
  });

  test("and puts other spellings right in the objects that are there", () => {
    const status = { state: 2 };
    const parts = [{ text: "b", media_type: "text/plain" }];
    const [part] = parts;
    const given = { id: "a", status, history: [{ message_id: "c", role: 1, parts }] };
    expect(TaskCodec.decode(given)).toBe(given);
    expect(given).toEqual({
      id: "a",
      status: { state: "TASK_STATE_WORKING" },
      history: [{ messageId: "c", role: "ROLE_USER", parts: [{ text: "b", mediaType: "text/plain" }] }],
    });
    expect(given.status).toBe(status);
    expect(parts[0]).toBe(part);
  });

  test("and changes nothing in a value that it refuses", () => {
    const given = { id: "a", context_id: "b", status: { state: 2 }, history: [{ role: 1, parts: null }] };
    const before = structuredClone(given);
    expect(issuesOf(TaskCodec, given)).toEqual([
      "history[0].messageId: required [required]",
      "history[0].parts: required [required]",
    ]);
    expect(given).toEqual(before);
    expect(TaskCodec.tryDecode(given).ok).toBe(false);
    expect(given).toEqual(before);
  });

  test("and nothing, nor the order of fields, where one of its objects cannot be changed", () => {
    const frozen = Object.freeze({ message_id: "c", role: 1, parts: [] });
    const given = { id: "a", context_id: "b", status: { state: 2 }, history: [frozen] };
    const before = JSON.stringify(given);
    expect(issuesOf(TaskCodec, given)).toEqual(["history[0].parts: expected at least one element [empty]"]);
    expect(JSON.stringify(given)).toBe(before);
  });

  const respelled = (): Record<string, unknown> => ({
    id: "a",
    context_id: "b",
    status: { state: 2, message: null },
    history: [{ message_id: "c", role: 1, parts: [{ text: "d", media_type: null }] }],
    metadata: JSON.parse('{"__proto__":{"e":1}}'),
  });

  test.each([
    { name: "frozen", keep: (value: object) => Object.freeze(value) },
    { name: "sealed", keep: (value: object) => Object.seal(value) },
    {
      name: "that has a field which cannot be deleted",
      keep: (value: object) =>
        Object.defineProperty(value, "context_id", { configurable: false, writable: false }),
    },
  ])("or gives a copy of a value $name that would have to be changed", ({ keep }) => {
    const given = keep(respelled());
    expect(TaskCodec.decode(given)).toEqual(TaskCodec.decode(respelled()));
    expect(TaskCodec.tryDecode(keep({ ...respelled(), id: 1 }))).toMatchObject({
      ok: false,
      issues: [{ path: "id", message: "expected a string, got 1" }],
    });
    expect(given).toEqual(respelled());
    expect(Object.keys(given)).toEqual(Object.keys(respelled()));
  });

  test("or gives a copy where a frozen object has a null or an enum by its number", () => {
    const status = { state: "TASK_STATE_WORKING" };
    for (const wrong of [{ metadata: null }, { status: Object.freeze({ state: 2 }) }]) {
      const given = Object.freeze({ id: "a", status, ...wrong });
      const before = JSON.stringify(given);
      const decoded = TaskCodec.decode(given);
      expect(decoded).toEqual({ id: "a", status });
      expect(decoded).not.toBe(given);
      expect(JSON.stringify(given)).toBe(before);
    }
  });

  test("or warns once of what the lenient mode mends in a copy", () => {
    const warnings: string[] = [];
    const status = Object.freeze({ state: "TASK_STATE_WORKING", timestamp: "2025-10-28T10:30:00+01:00" });
    const onWarning = ({ path }: Issue): unknown => warnings.push(path);
    expect(TaskCodec.decode({ id: "a", status }, { lenient: true, onWarning }).status.timestamp).toBe(
      "2025-10-28T09:30:00Z",
    );
    expect(warnings).toEqual(["status.timestamp"]);
  });

  test("and within a decoding that reads a property which decodes another value", () => {
    const given = {
      id: "a",
      get contextId(): string {
        return TaskCodec.decode({ id: "b", context_id: "c", status: { state: 2 } }).contextId ?? "";
      },
      status: { state: 2 },
      history: [{ message_id: "d", role: 1, parts: [{ text: "e" }] }],
    };
    expect(TaskCodec.decode(given)).toMatchObject({ contextId: "c", history: [{ messageId: "d" }] });
  });

  test("and asking whether a value is a message changes nothing", () => {
    const given = { id: "a", context_id: "b", status: { state: 2 }, metadata: null };
    const before = structuredClone(given);
    expect(TaskCodec.is(given)).toBe(false);
    expect(given).toEqual(before);
  });
});

describe("null is the same as absent", () => {
  test("and is taken out", () => {
    const given = {
      id: "a",
      status: { state: "TASK_STATE_WORKING", message: null },
      history: null,
      metadata: null,
    };
    expect(TaskCodec.decode(given)).toEqual({ id: "a", status: { state: "TASK_STATE_WORKING" } });
    expect(Object.keys(given)).toEqual(["id", "status"]);
  });

  test("so that a REQUIRED field is missing", () => {
    expect(issuesOf(TaskCodec, { id: null, status: { state: null } })).toEqual([
      "status.state: required [required]",
      "id: required [required]",
    ]);
  });

  test("so that it sets no member of a oneof", () => {
    expect(PartCodec.decode({ text: "a", raw: null, url: null })).toEqual({ text: "a" });
    expect(issuesOf(PartCodec, { text: null })).toEqual([
      "set exactly one of text, raw, url, data; found none [oneof-none]",
    ]);
  });

  test("except where null is a value", () => {
    expect(PartCodec.decode({ data: null })).toEqual({ data: null });
    expect(PartCodec.decode({ text: "a", metadata: { b: null } })).toEqual({
      text: "a",
      metadata: { b: null },
    });
    expect(issuesOf(PartCodec, { text: "a", data: null })).toEqual([
      "set exactly one of text, raw, url, data; found text, data [oneof-many]",
    ]);
  });

  test("but not as an element of a list or a value of a map", () => {
    expect(
      issuesOf(MessageCodec, { messageId: "a", role: "ROLE_USER", parts: [null], extensions: [null] }),
    ).toEqual([
      "parts[0]: expected an object, got null [type]",
      "extensions[0]: expected a string, got null [type]",
    ]);
    const schemes = { securitySchemes: { a: null } };
    const [first] = issuesOf(AgentCardCodec, schemes);
    expect(first).toBe('securitySchemes["a"]: expected an object, got null [type]');
  });
});

describe("a copy", () => {
  test("has known fields only, in the order of the proto, and leaves the value alone", () => {
    const given = { ...task(), context_id: "d", metadata: { b: [1] } };
    const before = structuredClone(given);
    const copy = TaskCodec.copy(given);
    expect(JSON.stringify(copy)).toBe(
      '{"id":"a","contextId":"d","status":{"state":"TASK_STATE_WORKING"},"history":[{"messageId":"c","role":"ROLE_USER","parts":[{"text":"b"}]}],"metadata":{"b":[1]}}',
    );
    expect(given).toEqual(before);
  });

  test("shares nothing with the value", () => {
    const given = { text: "a", metadata: { b: [1] } };
    const copy = PartCodec.copy(given);
    expect(copy).not.toBe(given);
    expect(copy.metadata).not.toBe(given.metadata);
    expect(copy.metadata?.["b"]).not.toBe(given.metadata.b);
  });

  test("of a value that is refused throws and leaves the value alone", () => {
    const given = { id: "a", context_id: "b" };
    expect(() => TaskCodec.copy(given)).toThrow("invalid lf.a2a.v1.Task:\n  status: required [required]");
    expect(given).toEqual({ id: "a", context_id: "b" });
  });
});

describe("encoding", () => {
  test("returns the value itself when it has the form that is sent", () => {
    const value = TaskCodec.decode({ id: "a", status: { state: "TASK_STATE_WORKING" } });
    expect(TaskCodec.encode(value)).toBe(value);
  });

  test("leaves the value alone when it has not", () => {
    const value = TaskCodec.decode({ ...task(), contextId: "" });
    const before = structuredClone(value);
    expect(JSON.stringify(TaskCodec.encode(value))).toBe(
      '{"id":"a","status":{"state":"TASK_STATE_WORKING"},"history":[{"messageId":"c","role":"ROLE_USER","parts":[{"text":"b"}]}]}',
    );
    expect(value).toEqual(before);
  });

  test("writes REQUIRED fields always, optional ones when set, others unless they hold their default", () => {
    const card = AgentCardCodec.decode({
      name: "",
      description: "",
      supportedInterfaces: [{ url: "", protocolBinding: "", protocolVersion: "", tenant: "" }],
      version: "",
      documentationUrl: "",
      capabilities: { streaming: false, extensions: [] },
      securitySchemes: {},
      defaultInputModes: [""],
      defaultOutputModes: [""],
      skills: [],
    });
    expect(AgentCardCodec.stringify(card)).toBe(
      '{"name":"","description":"","supportedInterfaces":[{"url":"","protocolBinding":"","protocolVersion":""}],"version":"","documentationUrl":"","capabilities":{"streaming":false},"defaultInputModes":[""],"defaultOutputModes":[""],"skills":[]}',
    );
  });
});

test("a result without throwing has the value or all issues", () => {
  const given = { text: "a" };
  const good = PartCodec.tryDecode(given);
  expect(good).toEqual({ ok: true, value: { text: "a" }, warnings: [] });
  expect(good.ok && good.value).toBe(given);
  expect(PartCodec.tryDecode({ text: 1, metadata: [] })).toEqual({
    ok: false,
    issues: [
      { code: "type", path: "text", segments: ["text"], message: "expected a string, got 1" },
      { code: "type", path: "metadata", segments: ["metadata"], message: "expected an object, got an array" },
    ],
  });
});
