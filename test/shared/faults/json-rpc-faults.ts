import {
  answer,
  calls,
  header,
  instead,
  put,
  reading,
  refused,
  rpcError,
  set,
  status,
  text,
  unknownTask,
} from "./effects.ts";
import { bodyIs, isUnknown, plainGet, type Row } from "./rows.ts";

const noTask = refused(calls("GetTask", (_, call) => isUnknown(call)));
export const rpcFaults: readonly Row[] = [
  ["jsonrpc is 1.0", "jsonrpc.envelope", answer(noTask, set("jsonrpc", "1.0"))],
  ["another id", "jsonrpc.envelope", answer(noTask, set("id", "other"))],
  ["no id", "jsonrpc.envelope", answer(plainGet, set("id", undefined))],
  ["neither result nor error", "answers.answered", answer(plainGet, set("result", undefined))],
  ["text/plain", "jsonrpc.content-type", answer(plainGet, header("content-type", "text/plain"))],
  ["no content type", "jsonrpc.content-type", answer(plainGet, header("content-type", undefined))],
  ["HTML", "answers.answered", answer(plainGet, text("<html>"))],
  ["no body", "answers.answered", answer(plainGet, text(""))],
  ["a status of 500 with a result", "jsonrpc.status", answer(plainGet, status(500))],
  ["a redirect", "answers.answered", answer(plainGet, status(302))],
  ["the code of an error is a text", "errors.form", answer(noTask, set("error.code", "-32001"))],
  ["an error without a message", "errors.message", answer(noTask, set("error.message", undefined))],
  ["an error with an empty message", "errors.message", answer(noTask, set("error.message", ""))],
  ["an unknown task is an internal error", "get.unknown", answer(noTask, rpcError(-32603))],
  ["an unknown task is -32000", "get.unknown", answer(noTask, rpcError(-32000))],
  ["an error has another code", "errors.code", answer(noTask, set("error.code", -32000))],
  ["no ErrorInfo", "errors.info-jsonrpc", answer(noTask, set("error.data", undefined))],
  ["another reason", "errors.info-jsonrpc", answer(noTask, set("error.data.0.reason", "NOT_THERE"))],
  ["another domain", "errors.info-jsonrpc", answer(noTask, set("error.data.0.domain", "example.com"))],
  [
    "a parse error is -32600",
    "jsonrpc.parse-error",
    answer(bodyIs(/^\{"jsonrpc":"2.0",$/), set("error.code", -32600)),
  ],
  ["a parse error has an id", "jsonrpc.id-null", answer(bodyIs(/^\{"jsonrpc":"2.0",$/), set("id", "probe"))],
  [
    "an invalid request is -32602",
    "jsonrpc.invalid-request",
    answer(bodyIs(/^\{\}$/), set("error.code", -32602)),
  ],
  [
    "a request of JSON-RPC 1.0 is answered",
    "jsonrpc.invalid-request",
    answer(bodyIs(/"1\.0","id"/), rpcError(-32001)),
  ],
  [
    "an unknown method is -32600",
    "jsonrpc.unknown-method",
    answer(calls("NoSuchMethod"), set("error.code", -32600)),
  ],
  [
    "an unknown method is another one",
    "jsonrpc.unknown-method",
    instead(calls("NoSuchMethod"), (body) =>
      put(put(body, "method", "GetTask"), "params", { id: unknownTask }),
    ),
  ],
  ["params can be a number", "jsonrpc.params", answer(bodyIs(/"params":5\}/), rpcError(-32001))],
  [
    "params are needed",
    "jsonrpc.no-params",
    answer(
      ({ method, text: body }) => method === "GetExtendedAgentCard" && !body.includes("params"),
      rpcError(-32602),
    ),
  ],
  ["a number as id becomes a text", "jsonrpc.id", answer(bodyIs(/"id":7,/), set("id", "7"))],
  ["the id 0 becomes null", "jsonrpc.id", answer(bodyIs(/"id":0,/), set("id", null))],
  ["DELETE is answered", "jsonrpc.verb", answer(({ verb }) => verb === "DELETE", status(200))],
  ["every media type is read", "jsonrpc.media-type", reading("content-type", () => "application/json")],
];
