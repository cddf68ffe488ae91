import { callHook } from "../core/call-hook.ts";

/** A name of an older version that a client used. */
export interface Deprecation {
  /** As in the manifest of earlier names: "endpoint" is a verb and a path. */
  readonly kind: "jsonRpcMethod" | "endpoint" | "header" | "wellKnownPath";
  readonly name: string;
  /** The name of the newest version that the server speaks. */
  readonly use: string;
  /** The profile that has the older name, "a2a-0.3"; undefined where it is not known. */
  readonly profile: string | undefined;
}

/** Called once for each older name that clients use. */
export type OnDeprecated = (deprecation: Deprecation) => void;

/**
 * Reports each older name once. Only names that the server knows are reported and remembered, so that
 * clients cannot make it remember more.
 */
export function createDeprecationLog(onDeprecated: OnDeprecated = warn): OnDeprecated {
  const reported = new Set<string>();
  return (deprecation) => {
    const key = `${deprecation.kind} ${deprecation.name}`;
    if (reported.has(key)) return;
    reported.add(key);
    callHook("onDeprecated", () => onDeprecated(deprecation));
  };
}

function warn({ kind, name, use, profile }: Deprecation): void {
  const of = profile === undefined ? "an earlier version" : profile;
  console.warn(`a2agen: a client uses the ${words[kind]} ${name} of ${of}, which is ${use} now`);
}

const words = {
  jsonRpcMethod: "JSON-RPC method",
  endpoint: "endpoint",
  header: "header",
  wellKnownPath: "well-known path",
} as const satisfies Record<Deprecation["kind"], string>;
