import type { Issue } from "../../core/issue.ts";
import { formatIssue } from "../../core/issue.ts";
import { badRequestType, errorInfoType } from "../../service/error-details.ts";
import { type LayerFacts, type LayerVersion, sideOf } from "./layer-facts.ts";

/** An error in the names of the newer version. */
export interface LayerError {
  /** "TaskNotFoundError"; absent for errors of JSON-RPC itself. */
  readonly name?: string;
  /** In JSON-RPC; that of an internal error when neither this nor the name says it. */
  readonly code?: number;
  /** In UPPER_SNAKE_CASE; that of the error's name when absent. */
  readonly reason?: string;
  readonly message?: string;
  /** What is wrong with a request, by code and path. */
  readonly issues?: readonly Issue[];
  /** Context for programs. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The error object of JSON-RPC 2.0. */
export interface LayerErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

/** Most issues that an error carries. */
const maximumIssues = 100;

/** Codes of JSON-RPC 2.0, with the reasons that go with them. */
export const rpcErrors = {
  parse: { code: -32700, reason: "INVALID_ARGUMENT" },
  request: { code: -32600, reason: "INVALID_ARGUMENT" },
  method: { code: -32601, reason: "UNIMPLEMENTED" },
  params: { code: -32602, reason: "INVALID_ARGUMENT" },
  internal: { code: -32603, reason: "INTERNAL" },
} as const;

/** The error of a request that is not of its type. */
export function paramsError(issues: readonly Issue[]): LayerError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  const message = first && `invalid parameters: ${formatIssue(first)}${more}`;
  return { ...rpcErrors.params, ...(message && { message }), issues };
}

/** An error of JSON-RPC itself: the profile's text for the code, and what is wrong here. */
export function framingError(
  version: LayerVersion,
  kind: keyof typeof rpcErrors,
  detail: string,
): LayerError {
  const text = version.jsonRpcMessages[rpcErrors[kind].code];
  return { ...rpcErrors[kind], message: text === undefined ? detail : `${text}: ${detail}` };
}

/** Makes the writer of errors: with the names, the codes and the form of a version. */
export function createErrorWriter(
  facts: LayerFacts,
): (version: string, error: LayerError) => LayerErrorObject {
  return (version, error) => {
    const side = sideOf(facts, version);
    const { errors, jsonRpcMessages, jsonRpcErrorData, errorDomain } = facts[side];
    const row = facts.errors.find(({ newer }) => newer === error.name);
    const name = row?.[side] ?? error.name ?? "";
    // An error that the version has not keeps its code and its reason.
    const known = [errors, facts.newer.errors].find((each) => Object.hasOwn(each, name))?.[name];
    const code = known?.jsonRpc ?? error.code ?? rpcErrors.internal.code;
    const reason = error.reason ?? known?.reason ?? rpcErrors.internal.reason;
    const message = error.message ?? jsonRpcMessages[code] ?? name;
    const violations = (error.issues ?? [])
      .slice(0, maximumIssues)
      .map(({ path, message: description }) => ({ field: path, description }));
    const { metadata } = error;
    if (jsonRpcErrorData === "object") {
      const found = violations.length > 0 && { fieldViolations: violations };
      return { code, message, data: { ...metadata, reason, ...found } };
    }
    const info = { "@type": errorInfoType, reason, domain: errorDomain, ...(metadata && { metadata }) };
    const request = { "@type": badRequestType, fieldViolations: violations };
    return { code, message, data: violations.length > 0 ? [info, request] : [info] };
  };
}
