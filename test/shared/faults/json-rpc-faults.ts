import {
  answer,
  at,
  calls,
  header,
  instead,
  json,
  put,
  reading,
  refused,
  rpcError,
  set,
  status,
  text,
  unknownTask,
} from "./effects.ts";
import { bodyIs, type Faults, isUnknown, plainGet } from "./rows.ts";

const noTask = refused(calls("GetTask", (_, call) => isUnknown(call)));
export const rpcFaults: Faults = {
  "jsonrpc.envelope": {
    "jsonrpc is 1.0": answer(noTask, set("jsonrpc", "1.0")),
    "another id": answer(noTask, set("id", "other")),
    "no id": answer(plainGet, set("id", undefined)),
  },
  "answers.answered": {
    "neither result nor error": answer(plainGet, set("result", undefined)),
    HTML: answer(plainGet, text("<html>")),
    "no body": answer(plainGet, text("")),
    "a redirect": answer(plainGet, status(302)),
  },
  "jsonrpc.content-type": {
    "text/plain": answer(plainGet, header("content-type", "text/plain")),
    "no content type": answer(plainGet, header("content-type", undefined)),
  },
  "jsonrpc.status": { "a status of 500 with a result": answer(plainGet, status(500)) },
  "errors.form": {
    "the code of an error is a text": answer(noTask, set("error.code", "-32001")),
    "the details of an error are no list": answer(
      noTask,
      json((body) => put(body, "error.data", at(body, "error.data.0"))),
    ),
  },
  "errors.message": {
    "an error without a message": answer(noTask, set("error.message", undefined)),
    "an error with an empty message": answer(noTask, set("error.message", "")),
  },
  "get.unknown": {
    "an unknown task is an internal error": answer(noTask, rpcError(-32603)),
    "an unknown task is -32000": answer(noTask, rpcError(-32000)),
  },
  "errors.code": { "an error has another code": answer(noTask, set("error.code", -32000)) },
  "errors.info-jsonrpc": {
    "no ErrorInfo": answer(noTask, set("error.data", undefined)),
    "another reason": answer(noTask, set("error.data.0.reason", "NOT_THERE")),
    "another domain": answer(noTask, set("error.data.0.domain", "example.com")),
  },
  "jsonrpc.parse-error": {
    "a parse error is -32600": answer(bodyIs(/^\{"jsonrpc":"2.0",$/), set("error.code", -32600)),
  },
  "jsonrpc.id-null": {
    "a parse error has an id": answer(bodyIs(/^\{"jsonrpc":"2.0",$/), set("id", "probe")),
  },
  "jsonrpc.invalid-request": {
    "an invalid request is -32602": answer(bodyIs(/^\{\}$/), set("error.code", -32602)),
    "a request of JSON-RPC 1.0 is answered": answer(bodyIs(/"1\.0","id"/), rpcError(-32001)),
  },
  "jsonrpc.unknown-method": {
    "an unknown method is -32600": answer(calls("NoSuchMethod"), set("error.code", -32600)),
    "an unknown method is another one": instead(calls("NoSuchMethod"), (body) =>
      put(put(body, "method", "GetTask"), "params", { id: unknownTask }),
    ),
  },
  "jsonrpc.params": { "params can be a number": answer(bodyIs(/"params":5\}/), rpcError(-32001)) },
  "jsonrpc.no-params": {
    "params are needed": answer(
      ({ method, text: body }) => method === "GetExtendedAgentCard" && !body.includes("params"),
      rpcError(-32602),
    ),
  },
  "jsonrpc.id": {
    "a number as id becomes a text": answer(bodyIs(/"id":7,/), set("id", "7")),
    "the id 0 becomes null": answer(bodyIs(/"id":0,/), set("id", null)),
  },
  "jsonrpc.verb": { "DELETE is answered": answer(({ verb }) => verb === "DELETE", status(200)) },
  "jsonrpc.media-type": { "every media type is read": reading("content-type", () => "application/json") },
};
