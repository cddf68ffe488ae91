import { A2AService } from "@a2agen/a2a-1.0";
import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { describe, expect, test } from "vitest";
import { fromErrorObject, toErrorObject } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { protocolError } from "../../../../packages/runtime/src/service/call-error.ts";
import {
  CallError,
  type CallErrorInit,
  type Protocol,
} from "../../../../packages/runtime/src/service/index.ts";

const current = A2AService.protocol;
const draft = DraftService.protocol;
const profiles = [
  { name: "in details", protocol: current },
  { name: "in an object", protocol: draft },
] as const;

/** What programs see of an error. */
function fields(error: CallError): object {
  const { name, message, status, reason, metadata, violations, details, retryAfterMs, jsonRpc, http } = error;
  return { name, message, status, reason, metadata, violations, details, retryAfterMs, jsonRpc, http };
}

function read(value: unknown, protocol: Protocol = current, http = 200): object {
  return fields(fromErrorObject(value, { http }, protocol));
}

const everything: CallErrorInit = {
  metadata: { taskId: "a", reason: "b", details: "c", code: "NOT_FOUND", "@type": "d", __proto: "e" },
  violations: [{ field: "message.parts[0]", description: "wrong" }],
  details: [{ "@type": "type.googleapis.com/google.rpc.Help", links: [{ url: "https://a.example" }] }],
  retryAfterMs: 1500,
};

describe.each(profiles)("an error with its data $name comes back as it was", ({ protocol }) => {
  test.each(Object.keys(protocol.errors))("%s", (name) => {
    const error = protocolError(protocol, name, { ...everything, message: "text" });
    expect(read(JSON.parse(JSON.stringify(toErrorObject(error, protocol))), protocol)).toEqual(fields(error));
  });

  const others: { name: string; error: CallError }[] = [
    { name: "a status", error: new CallError("NOT_FOUND", "text", everything) },
    { name: "invalid parameters", error: new CallError("INVALID_ARGUMENT", "text", everything) },
    { name: "an internal error", error: new CallError("INTERNAL", "text") },
    {
      name: "a reason of its own",
      error: new CallError("ABORTED", "text", { ...everything, reason: "TOO_LATE" }),
    },
    {
      name: "a reason with a code",
      error: new CallError("INVALID_ARGUMENT", "text", { reason: "TOO_LONG" }),
    },
    { name: "a code of JSON-RPC", error: new CallError("INVALID_ARGUMENT", "text", { jsonRpc: -32700 }) },
  ];

  test.each(others)("$name", ({ error }) => {
    expect(read(JSON.parse(JSON.stringify(toErrorObject(error, protocol))), protocol)).toEqual(fields(error));
  });
});

test("data is a list of details where the profile says so, and nothing that is empty", () => {
  const error = protocolError(current, "TaskNotFoundError", { message: "text", metadata: { taskId: "a" } });
  expect(toErrorObject(error, current)).toEqual({
    code: -32001,
    message: "text",
    data: [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "TASK_NOT_FOUND",
        domain: "a2a-protocol.org",
        metadata: { taskId: "a" },
      },
    ],
  });
});

test("data is an object where the profile says so", () => {
  const error = protocolError(draft, "TaskNotFoundError", { message: "text", ...everything });
  expect(toErrorObject(error, draft)).toEqual({
    code: -32001,
    message: "text",
    data: {
      taskId: "a",
      __proto: "e",
      reason: "TASK_NOT_FOUND",
      fieldViolations: [{ field: "message.parts[0]", description: "wrong" }],
      retryDelay: "1.5s",
      details: [{ "@type": "type.googleapis.com/google.rpc.Help", links: [{ url: "https://a.example" }] }],
      metadata: { reason: "b", details: "c", code: "NOT_FOUND", "@type": "d" },
    },
  });
});

test("an error without text has that of its code", () => {
  const texts = [-32603, -32000].map(
    (jsonRpc) => toErrorObject(new CallError("INTERNAL", "", { jsonRpc }), current).message,
  );
  expect(texts).toEqual(["Internal error", "the server answered with an error"]);
});

describe("the error of a peer", () => {
  const none = { metadata: {}, violations: [], details: [], retryAfterMs: undefined };
  const notFound = {
    ...none,
    name: "TaskNotFoundError",
    message: "text",
    status: "NOT_FOUND",
    reason: "TASK_NOT_FOUND",
    jsonRpc: -32001,
    http: 404,
  };
  const plain = { ...none, name: "CallError", message: "text" };

  const cases: { name: string; given: unknown; http?: number; want: object }[] = [
    { name: "with the code alone", given: { code: -32001, message: "text" }, want: notFound },
    { name: "with null for data", given: { code: -32001, message: "text", data: null }, want: notFound },
    {
      name: "with a reason and another code",
      given: {
        code: -32000,
        message: "text",
        data: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "TASK_NOT_FOUND" }],
      },
      want: notFound,
    },
    {
      name: "with a reason that is none of the protocol, and its code",
      given: { code: -32001, message: "text", data: { reason: "no such task" } },
      want: notFound,
    },
    {
      name: "with free data",
      given: { code: -32001, message: "text", data: { taskId: "a", timestamp: 1, nested: { a: [] } } },
      want: { ...notFound, metadata: { taskId: "a", timestamp: "1", nested: '{"a":[]}' } },
    },
    {
      name: "with text for data",
      given: { code: -32001, message: "text", data: "more" },
      want: { ...notFound, metadata: { data: "more" } },
    },
    {
      name: "with a list of something else",
      given: { code: -32602, message: "text", data: [{ loc: ["a"], msg: "b" }] },
      want: {
        ...plain,
        status: "INVALID_ARGUMENT",
        reason: "INVALID_ARGUMENT",
        jsonRpc: -32602,
        http: 400,
        metadata: { data: '[{"loc":["a"],"msg":"b"}]' },
      },
    },
    {
      name: "with one detail",
      given: {
        code: -32602,
        message: "text",
        data: {
          "@type": "type.googleapis.com/google.rpc.BadRequest",
          fieldViolations: [{ field: "a", description: "b" }, { field: "c" }, 1, {}],
        },
      },
      want: {
        ...plain,
        status: "INVALID_ARGUMENT",
        reason: "INVALID_ARGUMENT",
        jsonRpc: -32602,
        http: 400,
        violations: [
          { field: "a", description: "b" },
          { field: "c", description: "" },
        ],
      },
    },
    ...[
      { code: -32700, status: "INVALID_ARGUMENT", http: 400 },
      { code: -32600, status: "INVALID_ARGUMENT", http: 400 },
      { code: -32601, status: "UNIMPLEMENTED", http: 501 },
      { code: -32603, status: "INTERNAL", http: 500 },
      { code: -32000, status: "UNKNOWN", http: 500 },
      { code: 42, status: "UNKNOWN", http: 500 },
    ].map(({ code, status, http }) => ({
      name: `with the code ${code}`,
      given: { code, message: "text" },
      want: { ...plain, status, reason: status, jsonRpc: code, http },
    })),
    {
      name: "with no code of its own, by the HTTP status",
      given: { code: -32000, message: "text" },
      http: 403,
      want: {
        ...plain,
        status: "PERMISSION_DENIED",
        reason: "PERMISSION_DENIED",
        jsonRpc: -32000,
        http: 403,
      },
    },
    {
      name: "without text",
      given: { code: -32601 },
      want: {
        ...plain,
        message: "Method not found",
        status: "UNIMPLEMENTED",
        reason: "UNIMPLEMENTED",
        jsonRpc: -32601,
        http: 501,
      },
    },
    {
      name: "that is a text",
      given: "text",
      want: { ...plain, status: "UNKNOWN", reason: "UNKNOWN", jsonRpc: -32000, http: 500 },
    },
    {
      name: "that says nothing",
      given: {},
      want: {
        ...plain,
        message: "the server answered with an error",
        status: "UNKNOWN",
        reason: "UNKNOWN",
        jsonRpc: -32000,
        http: 500,
      },
    },
  ];

  test.each(cases)("$name", ({ given, http, want }) => {
    expect(read(given, current, http)).toEqual(want);
  });

  test("has from the headers what its details do not say", () => {
    const transport = { http: 503, retryAfterMs: 2000, challenges: ["Bearer"] };
    const bare = fromErrorObject({ code: -32000, message: "text" }, transport, current);
    const told = fromErrorObject(
      { code: -32000, message: "text", data: { retryDelay: "0.5s" } },
      transport,
      current,
    );
    expect([bare.retryAfterMs, bare.challenges, told.retryAfterMs]).toEqual([2000, ["Bearer"], 500]);
  });
});
