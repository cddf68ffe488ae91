import { again, answer, at, calls, header, reading, refused, rpcError, set } from "./effects.ts";
import type { CallTest } from "./fault.ts";
import { bodyIs, type Row } from "./rows.ts";

export const versionFaults: readonly Row[] = [
  ["any version", "versions.unsupported", reading("a2a-version", () => "1.0")],
  [
    "a version that is not spoken is another error",
    "versions.unsupported",
    answer((call) => call.header("a2a-version") === "99.0", rpcError(-32001)),
  ],
  [
    "the patch number counts",
    "versions.patch",
    answer((call) => /^\d+\.\d+\.\d/.test(call.header("a2a-version") ?? ""), rpcError(-32009)),
  ],
  ["no version is 1.0", "versions.empty", reading("a2a-version", (value) => value ?? "1.0")],
  [
    "names of parameters have to be in small letters",
    "versions.case",
    {
      kind: "sent",
      change: (request) => {
        request.headers = (request.headers ?? []).filter(({ name }) => !/^[A-Z0-9-]+$/.test(name));
      },
    },
  ],
  [
    "the query is not read",
    "versions.query",
    { kind: "target", read: (target) => target.replace(/[?&]A2A-Version=[^&]*/, "") },
  ],
  [
    "a version that is none",
    "versions.malformed",
    reading("a2a-version", (value) => (/^\d+\.\d+/.test(value ?? "") || value === undefined ? value : "1.0")),
  ],
  [
    "unknown extensions are refused",
    "extensions.unknown",
    answer((call) => call.header("a2a-extensions")?.includes("a2agen-probe") === true, rpcError(-32008)),
  ],
];

const wrongLength = refused(calls("GetTask", ({ historyLength }) => typeof historyLength === "string"));
const idIs = (start: string): CallTest => calls("GetTask", ({ id }) => String(id).startsWith(start));
export const requestFaults: readonly Row[] = [
  [
    "no role is needed",
    "requests.validated",
    answer(
      refused(calls("SendMessage", (params) => at(params, "message.role") === undefined)),
      rpcError(-32001),
    ),
  ],
  [
    "any text is base64",
    "requests.validated",
    answer(
      refused(calls("SendMessage", (params) => typeof at(params, "message.parts.0.raw") === "string")),
      rpcError(-32001),
    ),
  ],
  ["numbers can be texts", "requests.validated", answer(wrongLength, rpcError(-32001))],
  ["a wrong request is an internal error", "requests.validation-code", answer(wrongLength, rpcError(-32603))],
  ["a wrong request without a field", "requests.names-field", answer(wrongLength, rpcError(-32602))],
  [
    "unknown fields are refused",
    "requests.accepts",
    answer(
      calls("GetTask", (params) =>
        Object.keys(params).some((name) => !["id", "historyLength", "tenant"].includes(name)),
      ),
      rpcError(-32602),
    ),
  ],
  ["nesting ends the agent", "requests.survives", answer(bodyIs(/\}{30}|\]{30}/), rpcError(-32603))],
  [
    "a refused request makes a task",
    "requests.unchanged",
    answer(
      again(
        calls("ListTasks", ({ pageSize, contextId }) => pageSize === 1 && contextId === undefined),
        () => "",
      ),
      set("result.totalSize", 7777),
    ),
  ],
  [
    "a stack trace",
    "security.traces",
    answer(idIs("../../etc"), set("error.message", "at x (/app/node_modules/a.js:1:1)")),
  ],
  [
    "a header from an identifier",
    "security.injection",
    answer(idIs("a\r\n"), header("x-a2agen-probe", "injected")),
  ],
  ["an identifier is an internal error", "requests.survives", answer(idIs("%2e%2e"), rpcError(-32603))],
];
