import { faults } from "@a2agen/exchange/faults/faults.ts";
import { counting, current } from "../../core/named-versions.ts";
import type { Behaviour, Call, ScriptedFailure } from "../behaviour.ts";
import { page, poison, task } from "../script.ts";
import { row } from "./rows.ts";

const mustRefuse = row("MUST", "refused");
const refuse = row("SHOULD", "refused");
const end = row("SHOULD", "ended");

const fails = (failure: ScriptedFailure) => ({ answer: () => ({ failure }) });

function http(status: number, headers: Readonly<Record<string, string>> = {}, body = "") {
  return { answer: () => ({ http: { status, headers, pieces: body === "" ? [] : [body] } }) };
}

const json = ["JSONRPC", "HTTP+JSON"];
const section: Readonly<Record<string, string>> = {
  TaskNotFoundError: "3.3.2",
  UnsupportedOperationError: "3.3.2",
  ContentTypeNotSupportedError: "3.3.2",
  [faults["wrong-version"].error]: "3.6.2",
  ExtensionSupportRequiredError: "3.3.4",
  InvalidAgentResponseError: "3.3.2",
  TaskGenerationMismatchError: "3.2.2",
};

/** "content-type-not-supported" of "ContentTypeNotSupportedError". */
function toSlug(name: string): string {
  return name
    .replace(/Error$/, "")
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();
}

const named: readonly Behaviour[] = Object.entries(section).map(([name, place]) =>
  mustRefuse(`client-errors.${toSlug(name)}`, place, `${name} is reported`, `answers with ${name}`, {
    ...fails({ name }),
    ...(name.startsWith("Version") || name.startsWith("ExtensionSupport") ? { only: [current] } : {}),
    ...(name.startsWith("TaskGeneration") ? { only: counting } : {}),
  }),
);

function messageIdsOf(calls: readonly Call[]): readonly string[] {
  return calls
    .filter(({ member }) => member === "sendMessage")
    .flatMap(({ exchange }) => /"messageId":\s*"([^"]*)"/.exec(exchange.request.body?.text ?? "")?.[1] ?? []);
}

/** Errors of the protocol, of the binding, of HTTP, and errors that are none. */
export const errorBehaviours: readonly Behaviour[] = [
  ...named,
  mustRefuse(
    "client-errors.internal",
    "3.3.2",
    "An internal error is reported",
    "answers with an internal error",
    fails({ jsonRpc: -32603, http: 500, grpc: 13 }),
  ),
  mustRefuse(
    "client-errors.invalid",
    "3.3.2",
    "A refusal of the request is reported",
    "answers that the request is invalid",
    fails({ jsonRpc: -32602, http: 400, grpc: 3 }),
  ),
  mustRefuse(
    "client-errors.unknown-code",
    "5.4",
    "An error with an unknown code is reported",
    "answers with a code that no error has",
    fails({ jsonRpc: -32098, http: 418, grpc: 99 }),
  ),
  mustRefuse(
    "client-errors.bare",
    "3.3.2",
    "An error without details is reported",
    "leaves the details out, and the message empty",
    fails({ name: "TaskNotFoundError", isBare: true, message: "" }),
  ),
  mustRefuse(
    "client-errors.http-status",
    "9.5",
    "An error of JSON-RPC with an HTTP status of its own is reported",
    "answers with an error of JSON-RPC and HTTP status 400",
    {
      only: ["JSONRPC"],
      ...fails({ name: "UnsupportedOperationError", jsonRpcStatus: 400 }),
    },
  ),
  mustRefuse(
    "client-errors.id-null",
    "9.3",
    "An error of JSON-RPC with the id null is reported",
    "answers with an error that has the id null",
    {
      only: ["JSONRPC"],
      answer: () => ({ failure: { jsonRpc: -32700 }, envelope: (body) => ({ ...body, id: null }) }),
    },
  ),
  refuse(
    "client-errors.code-text",
    "9.5",
    "An error whose code is a string is reported",
    "writes the code of an error as a string",
    {
      only: ["JSONRPC"],
      ...fails({ jsonRpc: "oops" }),
    },
  ),
  refuse(
    "client-errors.text",
    "9.3",
    "An error that is a string is reported",
    "answers with an error that is a string",
    {
      only: ["JSONRPC"],
      answer: () => ({
        failure: {},
        envelope: ({ jsonrpc, id }) => ({ jsonrpc, id, error: "Internal error" }),
      }),
    },
  ),
  mustRefuse(
    "client-errors.old-status",
    "5.4",
    "An error with the status that 1.0.0 gave it is reported",
    "answers ContentTypeNotSupportedError with status 415, as 1.0.0 had it",
    {
      only: [current, "HTTP+JSON"],
      ...fails({ name: "ContentTypeNotSupportedError", http: 415 }),
    },
  ),
  mustRefuse(
    "client-errors.old-conflict",
    "5.4",
    "An error with another old status is reported",
    "answers UnsupportedOperationError with status 409",
    {
      only: [current, "HTTP+JSON"],
      ...fails({ name: "UnsupportedOperationError", http: 409 }),
    },
  ),
  mustRefuse(
    "client-errors.problem-details",
    "11.6",
    "An error in the form of problem details is reported",
    "answers with problem details, as versions before 1.0.1 had them",
    {
      only: [current, "HTTP+JSON"],
      ...http(
        404,
        { "content-type": "application/problem+json" },
        JSON.stringify({
          type: "https://a2a-protocol.org/errors/task-not-found",
          title: "Task not found",
          status: 404,
        }),
      ),
    },
  ),
  mustRefuse(
    "client-errors.page",
    "3.3.2",
    "An error with a page of HTML is reported",
    "answers 500 with a page of HTML",
    {
      only: json,
      ...http(500, { "content-type": "text/html" }, page),
    },
  ),
  mustRefuse(
    "client-errors.empty",
    "3.3.2",
    "An error without a body is reported",
    "answers 502 without a body",
    { only: json, ...http(502) },
  ),
  mustRefuse(
    "client-errors.gateway",
    "10.1",
    "An answer of a gateway instead of gRPC is reported",
    "answers 502 with a page of HTML instead of gRPC",
    {
      only: ["GRPC"],
      ...http(502, { "content-type": "text/html" }, page),
    },
  ),
  mustRefuse(
    "client-errors.challenge",
    "7.4",
    "A call without credentials that is refused is reported",
    "answers 401 with a challenge",
    {
      only: json,
      ...http(401, { "www-authenticate": 'Bearer realm="agents"', "content-type": "application/json" }, "{}"),
    },
  ),
  mustRefuse(
    "client-errors.unauthenticated",
    "7.4",
    "A call without credentials that is refused is reported",
    "answers UNAUTHENTICATED",
    {
      only: ["GRPC"],
      ...fails({ grpc: 16 }),
    },
  ),
  mustRefuse("client-errors.forbidden", "7.5", "A call that is forbidden is reported", "answers 403", {
    only: json,
    ...http(403, { "content-type": "application/json" }, "{}"),
  }),
  end(
    "client-errors.retry-after",
    "3.3.2",
    "Retry-After is respected",
    "answers 429 with Retry-After: 2 at first",
    {
      only: json,
      answer: ({ count }) =>
        count > 0 ? undefined : { http: { status: 429, headers: { "retry-after": "2" } } },
      judge: (calls) => {
        const [first, second] = calls.filter(({ member }) => member === "sendMessage");
        if (first === undefined || second === undefined || second.atMs - first.atMs > 1900) return undefined;
        return `the next request after ${Math.round(second.atMs - first.atMs)} ms`;
      },
    },
  ),
  end(
    "client-errors.unavailable",
    "3.3.2",
    "A message that is sent again has its messageId",
    "answers 503 at first",
    {
      answer: ({ count }) =>
        count > 0 ? undefined : { failure: { jsonRpc: -32603, jsonRpcStatus: 503, http: 503, grpc: 14 } },
      judge: (calls) => {
        const ids = messageIdsOf(calls);
        return new Set(ids).size > 1 ? `messages with the identifiers ${ids.join(", ")}` : undefined;
      },
    },
  ),
  end(
    "client-errors.not-repeated",
    "3.3.1",
    "A message that was refused is not sent again and again",
    "answers each message with an internal error",
    {
      ...fails({ jsonRpc: -32603, http: 500, grpc: 13 }),
      judge: (calls) => {
        const count = calls.filter(({ member }) => member === "sendMessage").length;
        return count > 10 ? `${count} requests` : undefined;
      },
    },
  ),
  refuse(
    "client-errors.status-with-answer",
    "11.6",
    "An answer with an error status is an error",
    "answers with a task and status 500",
    {
      only: ["HTTP+JSON"],
      answer: () => ({ values: [{ task: task("TASK_STATE_COMPLETED", poison) }], status: 500 }),
    },
  ),
  refuse(
    "client-errors.redirect",
    "11.3",
    "A redirect of a call to another origin is not followed with the message",
    "redirects calls to another origin",
    {
      only: json,
      ...http(307, { location: "http://127.0.0.1:2/elsewhere" }),
    },
  ),
  refuse(
    "client-errors.redirect-loop",
    "11.3",
    "Endless redirects of a call are given up",
    "redirects calls to themselves",
    {
      only: json,
      answer: ({ exchange }) => ({
        http: { status: 307, headers: { location: new URL(exchange.request.url).pathname } },
      }),
      judge: (calls) => (calls.length > 60 ? `${calls.length} requests` : undefined),
    },
  ),
];
