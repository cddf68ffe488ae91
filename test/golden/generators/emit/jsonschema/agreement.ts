import { DecodeError, type Issue } from "@a2agen/runtime";
import { arbitraryOf } from "@a2agen/runtime/arbitraries";
import { createRandom, type Fake } from "@a2agen/runtime/fakes";
import type { DescMessage, JsonValue } from "@bufbuild/protobuf";
import type { ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { isSameJson, showJson } from "../../../generated/differential/json.ts";
import { mutateJson } from "../../../generated/differential/mutate.ts";
import { findReason, type Reason } from "./known-differences.ts";

/** A message with what judges its JSON. */
export interface Judged {
  readonly desc: DescMessage;
  readonly open: ValidateFunction;
  readonly strict: ValidateFunction;
  readonly decode: (value: unknown) => unknown;
  readonly encode: (value: unknown) => unknown;
  readonly fake: Fake<unknown> | undefined;
}

export type Verdict = "both accept" | "both reject" | Reason;

/**
 * What the open schema and the decoder say of a value; throws where they disagree for no known
 * reason, and where the strict schema refuses what the encoder makes of a value that was accepted.
 */
export function judge(judged: Judged, json: JsonValue): Verdict {
  const { open, decode } = judged;
  const accepted = open(json);
  const outcome = attempt(() => decode(structuredClone(json)));
  if ("value" in outcome) {
    checkStrict(judged, { json, decoded: outcome.value });
    if (accepted) return "both accept";
    if (!isSameJson(outcome.value, json, { signOfZero: "ignored" }) && open(outcome.value))
      return "other spelling";
    open(json);
    throw new Error(
      `the decoder accepts, the schema rejects ${showJson(json)}: ${JSON.stringify(open.errors)}`,
    );
  }
  if (!accepted) return "both reject";
  const reasons = outcome.issues.map((issue) => findReason(issue, { desc: judged.desc, json }));
  const unknown = outcome.issues.filter((_, i) => reasons[i] === undefined);
  const [reason] = reasons;
  if (unknown.length > 0 || reason === undefined) {
    throw new Error(`the schema accepts, the decoder rejects ${showJson(json)}: ${JSON.stringify(unknown)}`);
  }
  return reason;
}

function checkStrict(
  { strict, encode }: Judged,
  { json, decoded }: { readonly json: JsonValue; readonly decoded: unknown },
): void {
  const encoded = encode(decoded);
  if (strict(encoded)) return;
  throw new Error(
    `the strict schema rejects ${showJson(encoded)}, encoded from ${showJson(json)}: ${JSON.stringify(strict.errors)}`,
  );
}

type Outcome = { readonly value: unknown } | { readonly issues: readonly Issue[] };

function attempt(run: () => unknown): Outcome {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof DecodeError) return { issues: error.issues };
    throw error;
  }
}

export interface RandomInit {
  readonly seed: string;
  readonly count: number;
}

export interface Tally {
  readonly failures: readonly string[];
  readonly verdicts: ReadonlyMap<Verdict, number>;
}

/** Judges random values of a message: every second one as it is, the others changed a little. */
export function judgeRandom(judged: Judged, { seed, count }: RandomInit): Tally {
  const failures: string[] = [];
  const verdicts = new Map<Verdict, number>();
  const { fake } = judged;
  const values =
    fake === undefined ? [] : fc.sample(arbitraryOf(fake), { seed: Number(seed), numRuns: count });
  for (const [i, value] of values.entries()) {
    const name = `${seed}/schema/${judged.desc.typeName}/${i}`;
    const random = createRandom(name);
    const valid = value as JsonValue;
    const mutated = i % 2 === 0 ? valid : mutateJson(judged.desc, valid, random);
    try {
      // Values that JSON has no spelling for are no matter of a schema.
      const verdict = judge(judged, JSON.parse(JSON.stringify(mutated)) as JsonValue);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    } catch (error) {
      failures.push(`${name}: ${String(error)}`);
    }
  }
  return { failures, verdicts };
}
