import { tryDecode } from "../../core/codec.ts";
import type { Issue } from "../../core/issue.ts";
import { isDecodeError } from "../../service/request-error.ts";
import { runTranslation } from "../translate/define-translator.ts";
import { Trace } from "../translate/trace.ts";
import type { Loss } from "../translate/translator.ts";
import {
  type LayerFacts,
  type LayerReading,
  type LayerTranslation,
  type Side,
  sideOf,
} from "./layer-facts.ts";

/** A value in the newer version, or what is wrong with it. */
export type LayerValue<Value = unknown> =
  | { readonly ok: true; readonly value: Value; readonly losses: readonly Loss[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** A JSON value of a version, and what of the newer one it cannot say. */
export interface LayerJson {
  readonly json: unknown;
  readonly losses: readonly Loss[];
}

/** Checks a JSON value, which it brings into the declared spelling, and makes it one of the newer version. */
export function readValue({ newer, older, upgrade }: LayerReading, json: unknown, side: Side): LayerValue {
  const isOlder = side === "older" && older !== undefined && upgrade !== undefined;
  const own = tryDecode(isOlder ? older : newer, json);
  if (!own.ok || !isOlder) return own.ok ? { ok: true, value: own.value, losses: [] } : own;
  try {
    const { value, losses } = runTranslation(new Trace(upgrade[0]), own.value as never, upgrade[1]);
    const invalid = losses.filter(({ kind }) => kind === "invalid");
    if (invalid.length > 0) {
      return { ok: false, issues: invalid.map(toIssue) };
    }
    // A value may be valid in one version only.
    const checked = tryDecode(newer, value);
    return checked.ok ? { ok: true, value: checked.value, losses } : checked;
  } catch (error) {
    if (!isDecodeError(error)) throw error;
    return { ok: false, issues: error.issues };
  }
}

function toIssue({ path, segments, message }: Loss): Issue {
  return { code: "format", path, segments, message };
}

/** Reads a value of a version that nothing names: the newer one if it is valid there. */
export function readEither(reading: LayerReading, json: unknown): LayerValue & { readonly side: Side } {
  const newer = readValue(reading, json, "newer");
  if (newer.ok) return { ...newer, side: "newer" };
  const older = readValue(reading, json, "older");
  if (older.ok || isNearer(older.issues, newer.issues)) return { ...older, side: "older" };
  return { ...newer, side: "newer" };
}

/** Whether problems are deeper in the value, or else fewer: it is then of the type that has them. */
function isNearer(issues: readonly Issue[], others: readonly Issue[]): boolean {
  const depthOf = (list: readonly Issue[]): number =>
    Math.min(...list.map(({ segments }) => segments.length));
  const deeper = depthOf(issues) - depthOf(others);
  return deeper > 0 || (deeper === 0 && issues.length < others.length);
}

/** Makes a writer of values of one type. Throws an UntranslatableError for one that nothing can stand for. */
export function writeValue(
  facts: LayerFacts,
  writing: LayerTranslation | undefined,
  { version, value }: { readonly version: string; readonly value: unknown },
): LayerJson {
  if (sideOf(facts, version) === "newer") return { json: value, losses: [] };
  if (writing === undefined) throw new TypeError(`version ${version} has no such method`);
  const { value: json, losses } = runTranslation(new Trace(writing[0]), value as never, writing[1]);
  return { json, losses };
}
