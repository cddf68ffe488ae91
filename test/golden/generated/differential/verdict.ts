import { type DescMessage, fromJson, type JsonValue, type Message, toJson } from "@bufbuild/protobuf";
import type { GeneratedCodec } from "./codecs.ts";
import { findDifferences } from "./differences.ts";
import { attempt, Disagreement, type Outcome, showError } from "./failure.ts";
import { isSameJson, showJson } from "./json.ts";

/** What both sides made of JSON that may be invalid. */
export type Verdict = "both accept" | "both reject" | "only theirs accepts" | "only ours accepts";

const lenient = { ignoreUnknownFields: true } as const;

/**
 * Both sides accept the JSON as the same message, or both reject it; else an intended difference
 * must apply to the JSON.
 */
export function checkVerdict(codec: GeneratedCodec, desc: DescMessage, json: JsonValue): Verdict {
  const theirs = attempt(() => fromJson(desc, structuredClone(json), lenient));
  const ours = attempt(() => codec.decode(structuredClone(json)));
  if ("error" in ours) checkError(ours.error, json);
  if (codec.is(structuredClone(json)) && "error" in ours) {
    throw new Disagreement("is(json) is true although decode(json) throws", {
      json: showJson(json),
      ours: showError(ours.error),
    });
  }
  if ("error" in theirs && "error" in ours) return "both reject";
  if ("error" in theirs) {
    explain("looser", "protobuf-es rejects the JSON, ours accepts it", desc, json, {
      ours: showJson(ours.value),
      theirs: showError(theirs.error),
    });
    return "only ours accepts";
  }
  if ("error" in ours) {
    explain("stricter", "protobuf-es accepts the JSON, ours rejects it", desc, json, {
      ours: showError(ours.error),
      theirs: showOutcome(attempt(() => toJson(desc, theirs.value as Message))),
    });
    return "only theirs accepts";
  }
  checkSameMessage(codec, desc, json, ours.value, theirs.value as Message);
  return "both accept";
}

/** Generated decoders reject with a list of issues; anything else is a crash. */
function checkError(error: unknown, json: JsonValue): void {
  const issues: unknown = error instanceof Error && "issues" in error ? error.issues : undefined;
  if (Array.isArray(issues) && issues.length > 0 && issues.every(isIssue)) return;
  throw new Disagreement("decode throws something else than a DecodeError with issues", {
    json: showJson(json),
    ours: error instanceof Error ? (error.stack ?? showError(error)) : showError(error),
  });
}

function isIssue(issue: unknown): boolean {
  return (
    typeof issue === "object" &&
    issue !== null &&
    ["path", "code", "message"].every((key) => typeof Reflect.get(issue, key) === "string")
  );
}

function checkSameMessage(
  codec: GeneratedCodec,
  desc: DescMessage,
  json: JsonValue,
  decoded: unknown,
  message: Message,
): void {
  // A message that lacks a field required by proto2 can be read but not written.
  const theirs = attempt(() => toJson(desc, message));
  if ("error" in theirs) return;
  const ours = attempt(() => codec.encode(decoded));
  if ("error" in ours) {
    throw new Disagreement("encode(decode(json)) throws", {
      json: showJson(json),
      ours: showError(ours.error),
    });
  }
  const tolerant = { signOfZero: "ignored" } as const;
  if (isSameJson(ours.value, theirs.value, tolerant)) return;
  const details = { ours: showJson(ours.value), theirs: showJson(theirs.value) };
  explain("respelled", "both accept the JSON, but write it in two ways", desc, json, details);
  // Read again by protobuf-es, another spelling must be the same message.
  const reread = attempt(() => toJson(desc, fromJson(desc, ours.value as JsonValue, lenient)));
  if ("error" in reread || !isSameJson(roundFloats(reread.value), roundFloats(theirs.value), tolerant)) {
    throw new Disagreement("both accept the JSON, but as two messages", { json: showJson(json), ...details });
  }
}

/** Numbers as 32 bits hold them, for a float that one side has rounded already. */
function roundFloats(value: unknown): unknown {
  if (typeof value === "number") return Math.fround(value);
  if (Array.isArray(value)) return value.map(roundFloats);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, roundFloats(item)]));
  }
  return value;
}

function explain(
  effect: "looser" | "stricter" | "respelled",
  check: string,
  desc: DescMessage,
  json: JsonValue,
  details: Readonly<Record<string, string>>,
): void {
  if (findDifferences(effect, desc, json).length > 0) return;
  throw new Disagreement(`${check}, and no intended difference of the kind "${effect}" applies`, {
    json: showJson(json),
    ...details,
  });
}

function showOutcome(outcome: Outcome<unknown>): string {
  return "error" in outcome ? showError(outcome.error) : showJson(outcome.value);
}
