import { again, answer, at, calls, header, reading, refused, rpcError, set } from "./effects.ts";
import type { CallTest } from "./fault.ts";
import { bodyIs, type Faults } from "./rows.ts";

export const versionFaults: Faults = {
  "versions.unsupported": {
    "any version": reading("a2a-version", () => "1.0"),
    "any minor version": reading("a2a-version", (value) =>
      value?.startsWith("1.") === true ? "1.0" : value,
    ),
    "a version that is not spoken is another error": answer(
      (call) => call.header("a2a-version") === "99.0",
      rpcError(-32001),
    ),
  },
  "versions.patch": {
    "the patch number counts": answer(
      (call) => /^\d+\.\d+\.\d/.test(call.header("a2a-version") ?? ""),
      rpcError(-32009),
    ),
  },
  "versions.empty": { "no version is 1.0": reading("a2a-version", (value) => value ?? "1.0") },
  "versions.case": {
    "names of parameters have to be in small letters": {
      kind: "sent",
      change: (request) => {
        request.headers = (request.headers ?? []).filter(({ name }) => !/^[A-Z0-9-]+$/.test(name));
      },
    },
  },
  "versions.query": {
    "the query is not read": {
      kind: "target",
      read: (target) => target.replace(/[?&]A2A-Version=[^&]*/, ""),
    },
  },
  "versions.malformed": {
    "a version that is none": reading("a2a-version", (value) =>
      /^\d+\.\d+/.test(value ?? "") || value === undefined ? value : "1.0",
    ),
  },
  "extensions.unknown": {
    "unknown extensions are refused": answer(
      (call) => call.header("a2a-extensions")?.includes("a2agen-probe") === true,
      rpcError(-32008),
    ),
  },
};

const wrongLength = refused(calls("GetTask", ({ historyLength }) => typeof historyLength === "string"));
const idIs = (start: string): CallTest => calls("GetTask", ({ id }) => String(id).startsWith(start));
export const requestFaults: Faults = {
  "requests.validated": {
    "no role is needed": answer(
      refused(calls("SendMessage", (params) => at(params, "message.role") === undefined)),
      rpcError(-32001),
    ),
    "any text is base64": answer(
      refused(calls("SendMessage", (params) => typeof at(params, "message.parts.0.raw") === "string")),
      rpcError(-32001),
    ),
    "numbers can be texts": answer(wrongLength, rpcError(-32001)),
  },
  "requests.validation-code": {
    "a wrong request is an internal error": answer(wrongLength, rpcError(-32603)),
  },
  "requests.names-field": { "a wrong request without a field": answer(wrongLength, rpcError(-32602)) },
  "requests.accepts": {
    "unknown fields are refused": answer(
      calls("GetTask", (params) =>
        Object.keys(params).some((name) => !["id", "historyLength", "tenant"].includes(name)),
      ),
      rpcError(-32602),
    ),
  },
  "requests.survives": {
    "nesting ends the agent": answer(bodyIs(/\}{30}|\]{30}/), rpcError(-32603)),
    "an identifier is an internal error": answer(idIs("%2e%2e"), rpcError(-32603)),
  },
  "requests.unchanged": {
    "a refused request makes a task": answer(
      again(
        calls("ListTasks", ({ pageSize, contextId }) => pageSize === 1 && contextId === undefined),
        () => "",
      ),
      set("result.totalSize", 7777),
    ),
  },
  "security.traces": {
    "a stack trace": answer(idIs("../../etc"), set("error.message", "at x (/app/node_modules/a.js:1:1)")),
  },
  "security.injection": {
    "a header from an identifier": answer(idIs("a\r\n"), header("x-a2agen-probe", "injected")),
  },
};
