import type { Check } from "../../core/problems.ts";
import type { ErrorCodes, Protocol, VersionParameter } from "../../service/protocol.ts";
import type { Translate } from "../translate/trace.ts";

/** Of two versions, the one that callers of the layer write in, or the one that is translated. */
export type Side = "newer" | "older";

/** What the layer has to know of a version: a part of its `Protocol`. */
export interface LayerVersion
  extends Pick<Protocol, "jsonRpcMessages" | "jsonRpcErrorData" | "errorDomain" | "olderVersions"> {
  readonly version: string;
  readonly errors: Readonly<Record<string, Pick<ErrorCodes, "jsonRpc" | "reason">>>;
}

/** Emitted from two profiles and the manifest of their translation. */
export interface LayerFacts {
  /** How requests of both name their version. */
  readonly parameter: VersionParameter;
  readonly newer: LayerVersion;
  readonly older: LayerVersion;
  /** By the names of the newer version, those of the older one, the current one first. */
  readonly methods: Readonly<Record<string, readonly string[]>>;
  /** Further names in the newer version. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  /** The errors whose names differ. */
  readonly errors: readonly { readonly [side in Side]: string }[];
}

/** The full name of the type that is translated, and how. */
export type LayerTranslation = readonly [typeName: string, translate: Translate<never, unknown>];

/** How a value is read in the newer version; one that only this version has lacks the other two. */
export interface LayerReading {
  readonly newer: Check;
  readonly older?: Check;
  readonly upgrade?: LayerTranslation;
}

/** What a version calls a method of the newer one, the current name first; none where it lacks it. */
export function namesOf({ methods, aliases }: LayerFacts, side: Side, method: string): readonly string[] {
  return (side === "older" ? methods[method] : [method, ...(aliases[method] ?? [])]) ?? [];
}

/** The side of a version by its number. */
export function sideOf(facts: LayerFacts, version: string): Side {
  const side = findSide(facts, version);
  if (side !== undefined) return side;
  const known = `${facts.older.version} and ${facts.newer.version}`;
  throw new TypeError(`expected one of the versions ${known}, found ${JSON.stringify(version)}`);
}

/** The same of any text, "1.0.1" or "0.2" as well; undefined for a version that is not spoken. */
export function findSide(facts: LayerFacts, text: string): Side | undefined {
  return (["newer", "older"] as const).find((side) => {
    const { version, olderVersions = [] } = facts[side];
    const { pattern, comparedNumbers } = facts.parameter;
    const short = text.split(".").slice(0, comparedNumbers).join(".");
    return new RegExp(pattern, "u").test(text) && [version, ...olderVersions].includes(short);
  });
}
