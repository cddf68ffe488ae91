import { isObject } from "@a2agen/runtime/internal";
import type { Method, ServiceDefinition } from "@a2agen/runtime/service";
import type { Bytes, Meaning, Problem, Request } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { meaningOf, type Reader, readJson, readMessage } from "./reader.ts";

/** Reads an exchange over JSON-RPC (A2A 9). */
export function readJsonRpc({ body }: Request, service: ServiceDefinition): Reader {
  const parsed = readJson(body);
  if ("wrong" in parsed)
    return { request: parsed.wrong, frame: (bytes) => readAnswer(bytes, undefined, unreadable) };
  const envelope = isObject(parsed.value) ? parsed.value : {};
  const { method: name, params = {}, id } = envelope;
  const method = findMethod(service, name);
  const problems = checkEnvelope(envelope, service);
  const message =
    method === undefined
      ? meaningOf({ value: parsed.value, problems: [] })
      : readMessage(method.input, params);
  return {
    ...(method === undefined ? {} : { method: method.name }),
    request: join(message, problems),
    frame: (bytes) => readAnswer(bytes, method, id),
  };
}

/** In the place of the identifier of a request that cannot be read: its answer may have any, or null. */
const unreadable = Symbol("unreadable");

function findMethod(service: ServiceDefinition, name: unknown): Method | undefined {
  return Object.values<Method>(service.methods).find(
    (method) => method.name === name || (typeof name === "string" && method.aliases?.includes(name) === true),
  );
}

/** What is wrong with the envelope of a request, beside its params. */
export function checkEnvelope(
  { jsonrpc, method: name, id }: Readonly<Record<string, unknown>>,
  service: ServiceDefinition,
): readonly Problem[] {
  const method = findMethod(service, name);
  return [
    ...(jsonrpc === "2.0" ? [] : [problem("jsonrpc", `expected "2.0", got ${JSON.stringify(jsonrpc)}`)]),
    ...(method === undefined ? [problem("method", `no method of the service: ${JSON.stringify(name)}`)] : []),
    ...(id === undefined ? [problem("id", "expected an identifier; a call without one has no answer")] : []),
  ];
}

function readAnswer(bytes: Bytes, method: Method | undefined, id: unknown): Meaning {
  const parsed = readJson(bytes);
  if ("wrong" in parsed) return parsed.wrong;
  const { value } = parsed;
  if (!isObject(value)) return meaningOf({ value, problems: [problem("", "expected a response object")] });
  const problems = [
    ...(value["jsonrpc"] === "2.0"
      ? []
      : [problem("jsonrpc", `expected "2.0", got ${JSON.stringify(value["jsonrpc"])}`)]),
    ...(id === unreadable || value["id"] === id || (value["id"] === null && "error" in value)
      ? []
      : [
          problem(
            "id",
            `expected ${JSON.stringify(id)}, that of the request, got ${JSON.stringify(value["id"])}`,
          ),
        ]),
  ];
  if ("error" in value)
    return meaningOf({ value: value["error"], problems: [...problems, ...checkError(value["error"])] });
  if (!("result" in value)) {
    return meaningOf({ value, problems: [...problems, problem("", "expected result or error")] });
  }
  const { result } = value;
  if (method === undefined) return meaningOf({ value: result, problems });
  const isEmpty = result === null && method.output.typeName === "google.protobuf.Empty";
  return join(
    isEmpty
      ? meaningOf({ type: method.output.typeName, value: result, problems: [] })
      : readMessage(method.output, result),
    problems,
  );
}

/** What is wrong with the error of a response. */
export function checkError(error: unknown): readonly Problem[] {
  if (!isObject(error)) return [problem("error", "expected an object")];
  return [
    ...(Number.isInteger(error["code"]) ? [] : [problem("error.code", "expected an integer")]),
    ...(typeof error["message"] === "string" ? [] : [problem("error.message", "expected a string")]),
  ];
}

function join(meaning: Meaning, problems: readonly Problem[]): Meaning {
  if (problems.length === 0) return meaning;
  return { ...meaning, problems: [...problems, ...(meaning.problems ?? [])] };
}

function problem(path: string, message: string): Problem {
  return { path, message, rule: "json-rpc" };
}
