import type { Issue } from "../../core/issue.ts";
import { describe } from "../../core/kind.ts";
import { errorMessage, isObject, own } from "../../core/object.ts";
import {
  findParameter,
  type ParameterSource,
  show,
  supportedVersions,
} from "../../service/service-parameters.ts";
import type { Loss } from "../translate/translator.ts";
import { framingError, type LayerError, paramsError } from "./layer-error.ts";
import { findSide, type LayerFacts, type LayerReading, namesOf, type Side } from "./layer-facts.ts";
import { readValue } from "./read-value.ts";

/** The identifier of a request, which its answer repeats; undefined for one that wants none. */
export type LayerId = string | number | null | undefined;

/** What a request came with. */
export interface LayerRequestOptions {
  /** `request.headers` of fetch or of Node. */
  readonly headers?: Pick<Headers, "get"> | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The path with its query, which may name the version too. */
  readonly path?: string;
  /** The name of the method, where the JSON is the value alone and not an envelope of JSON-RPC. */
  readonly method?: string;
}

/** A request in the newer version, or the error to answer with. */
export type LayerRequest<Requests, Version extends string> =
  | {
      readonly [Method in keyof Requests]: {
        readonly ok: true;
        /** In which the answer is to be written. */
        readonly version: Version;
        readonly id: LayerId;
        /** Its name in the newer version. */
        readonly method: Method;
        readonly value: Requests[Method];
        readonly losses: readonly Loss[];
      };
    }[keyof Requests]
  | { readonly ok: false; readonly version: Version; readonly id: LayerId; readonly error: LayerError };

/** Reads a JSON value, which it may change in place, or a JSON text. */
export type ReadLayerRequest<Requests, Version extends string> = (
  json: unknown,
  options?: LayerRequestOptions,
) => LayerRequest<Requests, Version>;

/** Longest identifier: every event of a stream repeats it. */
const longestId = 16_384;

/** Makes the reader of requests. `readings` has those of the methods, by their names in the newer version. */
export function createRequestReader<Requests, Version extends string>(
  facts: LayerFacts,
  readings: Readonly<Record<string, LayerReading>>,
): ReadLayerRequest<Requests, Version> {
  const read = (
    json: unknown,
    options: LayerRequestOptions,
  ): LayerRequest<Record<string, unknown>, string> => {
    const { newer } = facts;
    const source = sourceOf(options);
    const fail = (side: Side, id: LayerId, error: LayerError) =>
      ({ ok: false, version: facts[side].version, id, error }) as const;
    let body = json;
    try {
      if (typeof json === "string") body = JSON.parse(json);
    } catch (error) {
      return fail(
        chooseSide(facts, source) ?? "newer",
        null,
        framingError(newer, "parse", errorMessage(error)),
      );
    }
    const envelope =
      options.method === undefined ? openEnvelope(body) : { method: options.method, params: body };
    const { id, method, params, problem } = envelope;
    const side = chooseSide(facts, source, method);
    if (side === undefined) return fail("newer", id, versionError(facts, source));
    if (problem !== undefined || method === undefined) {
      const { kind = "request", detail = "", issues = [] } = problem ?? {};
      return fail(side, id, { ...framingError(facts[side], kind, detail), issues });
    }
    const methods = Object.keys(facts.methods);
    const found = methods.find((each) => namesOf(facts, side, each).includes(method));
    const reading = found === undefined ? undefined : readings[found];
    if (found === undefined || reading === undefined) {
      const other = side === "newer" ? "older" : "newer";
      const isOther = methods.some((each) => namesOf(facts, other, each).includes(method));
      const names = `a method of version ${facts[other].version}, and the request names version ${facts[side].version}`;
      const hint = isOther ? `; ${names}` : "";
      const error = framingError(facts[side], "method", `${show(method)}${hint}`);
      return fail(side, id, { ...error, metadata: { method: method.slice(0, 100) } });
    }
    const value = readValue(reading, params, side);
    if (!value.ok) return fail(side, id, paramsError(value.issues));
    return { ...value, version: facts[side].version, id, method: found };
  };
  return (json, options = {}) => read(json, options) as LayerRequest<Requests, Version>;
}

/** The version that a request names, or else that of its method, or else the newer; undefined for another. */
function chooseSide(facts: LayerFacts, source: ParameterSource, method?: string): Side | undefined {
  const { parameter } = facts;
  const sent = findParameter(source, parameter)?.trim() ?? "";
  if (sent !== "") return findSide(facts, sent);
  if (method === undefined) return "newer";
  const preferred = findSide(facts, parameter.emptyMeans) ?? "newer";
  const sides = [preferred, "newer", "older"] as const;
  const has = (side: Side, isIt: (names: readonly string[]) => boolean) =>
    Object.keys(facts.methods).some((each) => isIt(namesOf(facts, side, each)));
  return (
    sides.find((side) => has(side, ([name]) => name === method)) ??
    sides.find((side) => has(side, (names) => names.includes(method))) ??
    "newer"
  );
}

function versionError({ newer, older, parameter }: LayerFacts, source: ParameterSource): LayerError {
  const { name, error } = parameter;
  const known = [newer, older].flatMap(({ version, olderVersions = [] }) => [version, ...olderVersions]);
  const metadata = { [supportedVersions]: known.join(", ") };
  const sent = show(findParameter(source, parameter)?.trim() ?? "");
  const message = `the request names version ${sent}; supported: ${known.join(", ")}; send it as ${name}`;
  return { name: error, message, metadata };
}

function sourceOf({ headers = {}, path = "" }: LayerRequestOptions): ParameterSource {
  const header = (name: string): string | undefined => {
    if (isHeaders(headers)) return headers.get(name) ?? undefined;
    const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
    return typeof found === "object" ? found.join(", ") : found;
  };
  return { header, query: (name) => new URLSearchParams(path.split("?")[1]).get(name) ?? undefined };
}

function isHeaders(headers: object): headers is Pick<Headers, "get"> {
  return "get" in headers && typeof headers.get === "function";
}

interface Envelope {
  readonly id?: LayerId;
  readonly method?: string;
  readonly params?: unknown;
  readonly problem?: {
    readonly kind?: "request" | "params";
    readonly detail: string;
    readonly issues?: readonly Issue[];
  };
}

function openEnvelope(body: unknown): Envelope {
  if (Array.isArray(body)) {
    return { id: null, problem: { detail: "batches are not supported; send one request object" } };
  }
  if (!isObject(body)) {
    return { id: null, problem: { detail: `expected a request object, got ${describe(body)}` } };
  }
  const [jsonrpc, id, method, params] = ["jsonrpc", "id", "method", "params"].map((name) => own(body, name));
  const isId =
    id === undefined ||
    id === null ||
    Number.isSafeInteger(id) ||
    (typeof id === "string" && id.length <= longestId);
  const rules = [
    ["jsonrpc", jsonrpc === "2.0", '"2.0"'],
    ["id", isId, `a string of at most ${longestId} characters, an integer or null`],
    ["method", typeof method === "string", "a string"],
    ["params", params === undefined || isObject(params), "an object"],
  ] as const;
  const issues = rules.flatMap(([name, isMet, expected]): readonly Issue[] => {
    const found = own(body, name);
    const message = `expected ${expected}, got ${found === undefined ? "nothing" : describe(found)}`;
    return isMet
      ? []
      : [{ code: found === undefined ? "required" : "type", path: name, segments: [name], message }];
  });
  const [first] = issues;
  const known = { id: isId ? (id as LayerId) : null, ...(typeof method === "string" && { method }) };
  if (first === undefined) return { ...known, params: params ?? {} };
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  const detail = `${first.path}: ${first.message}${more}`;
  // JSON-RPC allows params in a list; no method here takes them.
  const kind = issues.length === 1 && Array.isArray(params) ? "params" : "request";
  // An answer to what may be no notification has an identifier.
  return { ...known, id: known.id ?? null, problem: { kind, detail, issues } };
}
