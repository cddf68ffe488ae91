import type { Codec } from "../../core/codec.ts";
import { own } from "../../core/object.ts";
import { isRecord } from "../../core/trust.ts";
import type { Method } from "../../service/method.ts";
import { completeNames } from "../translate/complete-names.ts";
import { type DetectInput, isWanted } from "./detect-message.ts";
import { type Dialect, type Finding, methodsOf } from "./detection.ts";
import { countRequired, probeRoot } from "./probe-root.ts";
import type { Fit, Found, Miss } from "./rank-fits.ts";
import { tryType } from "./try-type.ts";

type Envelope = Readonly<Record<string, unknown>>;

/** Whether an object is a JSON-RPC request or response, even one without `jsonrpc`. */
export function isEnvelope(value: Envelope, methods: ReadonlySet<string>): boolean {
  const method = own(value, "method");
  return (
    Object.hasOwn(value, "jsonrpc") ||
    (typeof method === "string" && methods.has(method)) ||
    (Object.hasOwn(value, "id") && (Object.hasOwn(value, "result") || isRecord(own(value, "error"))))
  );
}

/** Finds the method of an envelope, and the type of its params or result. */
export function detectEnvelope(value: Envelope, input: DetectInput): Found {
  const method = own(value, "method");
  if (typeof method === "string") return detectRequest(value, method, input);
  if (isRecord(own(value, "error"))) return detectError(own(value, "error"), input);
  if (Object.hasOwn(value, "result")) return detectResponse(own(value, "result"), input);
  return {
    fits: [],
    misses: [],
    reason: "expected method, result or error in a JSON-RPC envelope, found none",
  };
}

interface NamedMethod {
  readonly dialect: Dialect;
  readonly method: Method;
}

/** The methods of a name; where it is the name of none, those that it is an older name of. */
function findMethods(name: string, dialects: readonly Dialect[]): readonly NamedMethod[] {
  const all = dialects.flatMap((dialect) => methodsOf(dialect).map((method) => ({ dialect, method })));
  const named = all.filter(({ method }) => method.name === name);
  return named.length > 0 ? named : all.filter(({ method }) => method.aliases?.includes(name) === true);
}

function detectRequest(value: Envelope, name: string, { dialects, hints }: DetectInput): Found {
  const methods = findMethods(name, dialects);
  const params = own(value, "params") ?? {};
  const trials = methods
    .filter(({ method }) => isWanted(method.input, hints.typeName))
    .flatMap(({ dialect, method }) => {
      const finding: Finding = {
        dialect: dialect.name,
        what: "request",
        typeName: method.input.typeName,
        at: ["params"],
        methods: [method.name],
      };
      return tryPlain(method.input, params, finding, method);
    });
  const known = [...new Set(dialects.flatMap((dialect) => methodsOf(dialect).map((m) => m.name)))];
  const shown = name.length > 60 ? `${name.slice(0, 60)}...` : name;
  const reason =
    methods.length > 0
      ? `the params are not those of ${shown}`
      : `no known version has the method ${JSON.stringify(shown)}; the methods are ${known.sort().join(", ")}`;
  return { ...split(trials), reason };
}

function detectResponse(result: unknown, { dialects, hints }: DetectInput): Found {
  const chosen = hints.method === undefined ? undefined : findMethods(hints.method, dialects);
  const trials = dialects.flatMap((dialect) => {
    const methods = methodsOf(dialect).filter(
      (method) => chosen === undefined || chosen.some((found) => found.method === method),
    );
    const outputs = new Map(methods.map(({ output }) => [output.typeName, output]));
    return [...outputs.values()]
      .filter((output) => isWanted(output, hints.typeName))
      .filter((output) => !isRecord(result) || isNear(output, result))
      .flatMap((output) =>
        tryPlain(output, result, {
          dialect: dialect.name,
          what: "response",
          typeName: output.typeName,
          at: ["result"],
          methods: methods.filter((method) => method.output === output).map(({ name }) => name),
        }),
      );
  });
  return { ...split(trials), reason: "no known method returns such a result" };
}

/** Whether it is worth decoding: an object with few keys fits everything that an empty one does. */
function isNear(output: Codec<unknown>, result: Envelope): boolean {
  if (Object.keys(result).length === 0) return true;
  const { known, unknown } = probeRoot(output, result);
  return known > unknown;
}

function detectError(error: unknown, { dialects }: DetectInput): Found {
  const code = isRecord(error) ? own(error, "code") : undefined;
  if (typeof code !== "number") {
    return { fits: [], misses: [], reason: "expected a number in error.code of a JSON-RPC response" };
  }
  const isDetails = isRecord(error) && Array.isArray(own(error, "data"));
  const fits = dialects.map(({ name, service: { protocol } }): Fit => {
    const row = Object.entries(protocol.errors).find(([, { jsonRpc }]) => jsonRpc === code)?.[0];
    const isReserved = Object.hasOwn(protocol.jsonRpcMessages, code);
    return {
      finding: {
        dialect: name,
        what: "error",
        typeName: "",
        at: ["error"],
        methods: [],
        ...(row === undefined || isReserved ? {} : { error: row }),
      },
      unknownFields: [],
      required: row === undefined ? 0 : 1,
      isBent:
        isRecord(error) &&
        Object.hasOwn(error, "data") &&
        isDetails !== (protocol.jsonRpcErrorData === "details"),
    };
  });
  return { fits, misses: [], reason: "" };
}

type Tried = { readonly fit: Fit } | { readonly miss: Miss };

/** Tries a type, then with the resource names made that a request gives in parts. */
function tryPlain(
  codec: Codec<unknown>,
  value: unknown,
  finding: Finding,
  method?: Method,
): readonly Tried[] {
  const required = countRequired(codec);
  const completed = method === undefined || !isRecord(value) ? value : completeNames(value, method);
  const trial = tryType(codec, completed, finding.at);
  if (trial.ok) {
    const isBent = completed !== value;
    return [
      { fit: { finding, unknownFields: trial.unknownFields, required, ...(isBent ? { isBent } : {}) } },
    ];
  }
  const unknown = isRecord(value) ? probeRoot(codec, value).unknown : 0;
  const { issues, isReadLeniently } = trial;
  return [{ miss: { miss: { ...finding, issues, isReadLeniently }, required, unknown } }];
}

function split(tried: readonly Tried[]): Pick<Found, "fits" | "misses"> {
  return {
    fits: tried.flatMap((each) => ("fit" in each ? [each.fit] : [])),
    misses: tried.flatMap((each) => ("miss" in each ? [each.miss] : [])),
  };
}
