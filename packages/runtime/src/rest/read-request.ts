import { DecodeError } from "../core/decode-error.ts";
import type { Issue } from "../core/issue.ts";
import { errorMessage, isObject } from "../core/object.ts";
import { mayEscapeSurrogate } from "../core/well-formed.ts";
import type { Limits } from "../host/limits.ts";
import type { HttpRequest } from "../http/http-message.ts";
import { queryOf } from "../http/incoming.ts";
import { readJsonBody } from "../http/json-body.ts";
import { hasOtherCharset, mediaTypeOf } from "../http/media-type.ts";
import { CallError, protocolError } from "../service/call-error.ts";
import type { Protocol } from "../service/protocol.ts";
import { show } from "../service/service-parameters.ts";
import { type QueryParameters, readQuery, toIssue, toJson } from "./query.ts";
import { setField } from "./request-field.ts";
import { type Route, type RouteVariable, variableText } from "./router.ts";

/** The route of a request and its parameters. */
export interface ReadInit {
  readonly route: Route;
  /** The segments of the path, as they were sent. */
  readonly segments: readonly string[];
  readonly parameters: QueryParameters;
  readonly limits: Limits;
  readonly protocol: Protocol;
}

/**
 * Puts the request of a call together from path, query and body; a promise where there can be a body.
 * Throws a DecodeError with every problem, or a CallError for a body of another type.
 */
export function readRequest(request: HttpRequest, init: ReadInit): unknown {
  if (init.route.binding.body === undefined) return mergeRequest(request, undefined, init);
  return readWithBody(request, init);
}

function mergeRequest(request: HttpRequest, bytes: Uint8Array | undefined, init: ReadInit): unknown {
  const { route, parameters } = init;
  const { binding, hosted, variables } = route;
  const codec = hosted.method.input;
  if (binding.body === "*" && variables.length === 0 && bytes !== undefined) return codec.parse(bytes);

  const text = bytes === undefined ? undefined : readUtf8(bytes, codec.typeName);
  const body = text === undefined ? undefined : readJson(text, codec.typeName);
  const whole = binding.body === "*" && text !== undefined ? body : {};
  const issues: Issue[] = [];
  if (isObject(whole)) {
    const message: Record<string, unknown> = whole;
    if (binding.body !== undefined && binding.body !== "*" && body !== undefined)
      message[binding.body] = body;
    for (const variable of variables) readVariable(variable, { segments: init.segments, message, issues });
    if (parameters.size > 0 && request.target.includes("?")) {
      issues.push(...readQuery(queryOf(request.target), parameters, message));
    }
  }
  if (issues.length > 0) {
    const result = codec.tryDecode(whole);
    // Each problem once: a field that could not be read is not missing as well.
    const reported = new Set(issues.map(({ path }) => path));
    const others = result.ok ? [] : result.issues.filter(({ path }) => !reported.has(path));
    throw new DecodeError(codec.typeName, [...issues, ...others]);
  }
  return codec.decodeParsed(whole, { wellFormed: text === undefined || !mayEscapeSurrogate(text) });
}

/** The parameters that the query of a rule can carry: what the body does not have. */
export function queryParameters({ hosted, binding }: Route): QueryParameters {
  if (binding.body === "*") return new Map();
  const { body } = binding;
  return new Map(
    Object.entries(hosted.method.parameters ?? {}).filter(
      ([name]) => body === undefined || (name !== body && !name.startsWith(`${body}.`)),
    ),
  );
}

async function readWithBody(request: HttpRequest, init: ReadInit): Promise<unknown> {
  const { limits, protocol } = init;
  const header = request.header("content-type");
  const { accept } = protocol.contentTypes.http;
  const isKnown =
    header !== undefined &&
    (header === protocol.contentTypes.http.send ||
      (accept.includes(mediaTypeOf(header)) && !hasOtherCharset(header)));
  if (header !== undefined && !isKnown) throw unsupportedType(show(header), protocol);
  const bytes = await readJsonBody(request, limits);
  if (bytes.length === 0) return mergeRequest(request, undefined, init);
  if (!isKnown) throw unsupportedType("no content type", protocol);
  return mergeRequest(request, bytes, init);
}

function unsupportedType(found: string, protocol: Protocol): CallError {
  const { http, refusal } = protocol.contentTypes;
  const message = `content-type: expected ${http.accept.join(" or ")}, got ${found}`;
  const headers = { accept: http.accept.join(", ") };
  return refusal === undefined
    ? new CallError("INVALID_ARGUMENT", message, { http: 415, headers })
    : protocolError(protocol, refusal, { message, headers });
}

const utf8 = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

function readUtf8(bytes: Uint8Array, typeName: string): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw syntaxError(typeName, cause);
  }
}

function readJson(text: string, typeName: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw syntaxError(typeName, cause);
  }
}

function syntaxError(typeName: string, cause: unknown): DecodeError {
  const message = errorMessage(cause);
  return new DecodeError(typeName, [{ code: "syntax", path: "", segments: [], message }], { cause });
}

interface VariableInit {
  readonly segments: readonly string[];
  readonly message: Record<string, unknown>;
  readonly issues: Issue[];
}

function readVariable(variable: RouteVariable, { segments, message, issues }: VariableInit): void {
  const { name, field, type } = variable;
  const text = variableText(variable, segments);
  if (text === undefined) {
    const sent = segments.slice(variable.start, variable.end).join("/");
    issues.push(toIssue(name, "format", `expected percent-encoded UTF-8, got ${show(sent)}`));
    return;
  }
  const value = toJson(text, type);
  takeProtoName(message, variable, value);
  if (!setField(message, field, value)) {
    issues.push(toIssue(name, "duplicate", "the path and the rest of the request have different values"));
  }
}

/** A body may have the field under its proto name, where the codec accepts that, with the same value. */
function takeProtoName(message: Record<string, unknown>, { protoName }: RouteVariable, value: unknown): void {
  if (protoName === undefined || !Object.hasOwn(message, protoName)) return;
  if (message[protoName] === value) Reflect.deleteProperty(message, protoName);
}
