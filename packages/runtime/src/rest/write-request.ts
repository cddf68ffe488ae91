import { isObject } from "../core/object.ts";
import { type CallError, clientError } from "../service/call-error.ts";
import { valueAt } from "../service/field-path.ts";
import type { ClientMethod, HttpBinding } from "../service/method.ts";
import type { ClientProtocol } from "../service/protocol.ts";
import { buildPath, pathFields } from "./path.ts";
import { writeQuery } from "./query.ts";
import { withoutField } from "./request-field.ts";

/** A request as a rule of google.api.http has it. */
export interface WrittenRequest {
  readonly binding: HttpBinding;
  readonly verb: string;
  /** Path and query, to be put behind the URL of the interface. */
  readonly target: string;
  readonly body?: string;
}

/**
 * Writes a request by the rules that can carry it, the best one first: the rule that has the tenant
 * in its path when the request names one, else the first. Throws a CallError, INVALID_ARGUMENT with the
 * field, when no rule can.
 */
export function* writeRequests(
  method: ClientMethod,
  request: unknown,
  protocol: ClientProtocol,
): Generator<WrittenRequest, void, undefined> {
  const rules = method.http;
  if (rules.length === 0) {
    throw clientError("UNIMPLEMENTED", `${method.name}: HTTP+JSON has no such method`);
  }
  let isWritten = false;
  let problem: CallError | undefined;
  for (const binding of inOrder(rules, request, protocol.tenantField)) {
    const result = writeByRule(method, binding, request);
    if (result instanceof Error) problem ??= result;
    else {
      isWritten = true;
      yield result;
    }
  }
  if (!isWritten && problem !== undefined) throw problem;
}

function inOrder(
  rules: readonly HttpBinding[],
  request: unknown,
  tenantField: string | undefined,
): readonly HttpBinding[] {
  const tenant = tenantField === undefined ? undefined : valueAt(request, [tenantField]);
  const hasTenant = (rule: HttpBinding): boolean =>
    tenantField !== undefined && pathFields(rule).includes(tenantField);
  const isNamed = tenant !== undefined && tenant !== null && tenant !== "";
  const others = rules.filter((rule) => !hasTenant(rule));
  if (isNamed) return [...rules.filter(hasTenant), ...others];
  return others.length > 0 ? others : rules;
}

function writeByRule(
  method: ClientMethod,
  binding: HttpBinding,
  request: unknown,
): WrittenRequest | CallError {
  const built = buildPath(binding, request);
  if (!built.ok) return refuse(method, built.field, built.problem);
  const { verb, body } = binding;
  const inPath = pathFields(binding);
  if (body === "*" && inPath.length === 0) {
    return { binding, verb, target: built.path, body: method.input.stringify(request) };
  }
  const encoded = method.input.encode(request);
  if (!isObject(encoded)) return refuse(method, "", "only an object can be in a path or query");
  let rest: Readonly<Record<string, unknown>> = encoded;
  for (const field of inPath) rest = withoutField(rest, field.split("."));
  if (body === "*") return { binding, verb, target: built.path, body: JSON.stringify(rest) };
  const field = body === undefined ? undefined : rest[body];
  if (body !== undefined) rest = withoutField(rest, [body]);
  const query = writeQuery(rest, method.parameters ?? {});
  if (!query.ok) return refuse(method, query.field, query.problem);
  return {
    binding,
    verb,
    target: query.query === "" ? built.path : `${built.path}?${query.query}`,
    ...(field === undefined ? {} : { body: JSON.stringify(field) }),
  };
}

function refuse(method: ClientMethod, field: string, problem: string): CallError {
  const place = field === "" ? method.name : `${method.name}: ${field}`;
  return clientError("INVALID_ARGUMENT", `${place}: ${problem}`, {
    violations: [{ field, description: problem }],
  });
}
