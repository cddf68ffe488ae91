import { formatIssue, type Issue } from "@a2agen/runtime";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codecOf, definitionNames, schema } from "../../../shared/a2a-0.3/codecs.ts";
import { mutatedValue, validValue } from "../../../shared/a2a-0.3/values.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";

const seed = Number(chooseSeed());
const ajv = new Ajv({
  strict: true,
  allowUnionTypes: true,
  schemas: [{ ...schema, $id: "https://example.com/a2a-0.3.json" }],
});

function fits(name: string, value: unknown): boolean {
  const validate = ajv.getSchema(`https://example.com/a2a-0.3.json#/definitions/${name}`);
  if (validate === undefined) throw new Error(`no definition ${name}`);
  return validate(value) === true;
}

interface Difference {
  readonly reason: string;
  /** Whether an issue is told only by the decoder. */
  readonly explains: (issue: Issue, name: string) => boolean;
}

/** What the decoder refuses and the schema allows. */
const stricter: readonly Difference[] = [
  {
    reason: "a file has bytes or a URI, an answer a result or an error: the schema forgets to say not both",
    explains: ({ code }) => code === "oneof-many",
  },
  {
    reason: "an integer beyond 2^53 has lost digits when JSON.parse has read it",
    explains: ({ code, message }) => code === "range" && message.includes("2^53"),
  },
  {
    reason: "half of a surrogate pair has no form in UTF-8",
    explains: ({ code }) => code === "text",
  },
  {
    reason: "a file with bytes that are no string and a URI beside is none of the two, as one with both",
    explains: ({ segments }) => segments.includes("file"),
  },
  {
    reason:
      "of TaskIdParams and what adds an optional pushNotificationConfigId to it, the one that adds is checked",
    explains: ({ segments }) => segments.at(-1) === "pushNotificationConfigId",
  },
  {
    reason: "a known error code decides that the error is that error, whose members have the same types",
    explains: ({ segments }) => segments.includes("code"),
  },
];

/** The value as the schema would have to get it: the decoder takes null in an optional member for none. */
function withoutNulls(name: string, value: unknown): unknown {
  const copy = structuredClone(value);
  return codecOf(name).decode(copy);
}

function disagreement(name: string, value: unknown): string | undefined {
  const result = codecOf(name).tryDecode(structuredClone(value));
  const isValid = fits(name, value);
  if (result.ok) {
    if (isValid || fits(name, withoutNulls(name, value))) return undefined;
    return `the decoder accepts, the schema refuses: ${JSON.stringify(value)}`;
  }
  if (!isValid) return undefined;
  const unexplained = result.issues.filter(
    (issue) => !stricter.some(({ explains }) => explains(issue, name)),
  );
  return unexplained.length === 0
    ? undefined
    : `the schema accepts, the decoder refuses: ${unexplained.map(formatIssue).join("; ")}`;
}

describe(`ajv and the decoder agree (A2AGEN_SEED=${seed})`, () => {
  test.each(definitionNames)("%s", { tags: "thorough" }, (name) => {
    fc.assert(
      fc.property(validValue(name), (value) => {
        expect(fits(name, value)).toBe(true);
        expect(disagreement(name, value)).toBeUndefined();
      }),
      { seed, numRuns: runs(8), endOnFailure: true },
    );
    fc.assert(
      fc.property(mutatedValue(name), (value) => {
        expect(disagreement(name, value)).toBeUndefined();
      }),
      { seed, numRuns: runs(30), endOnFailure: true },
    );
  });

  test.each(definitionNames)("what %s is sent as is what was decoded", { tags: "thorough" }, (name) => {
    fc.assert(
      fc.property(validValue(name), (value) => {
        const codec = codecOf(name);
        const result = codec.tryDecode(structuredClone(value));
        if (!result.ok) return;
        const decoded = structuredClone(result.value);
        expect(JSON.parse(codec.stringify(result.value))).toEqual(JSON.parse(JSON.stringify(decoded)));
        if (typeof decoded !== "object") return;
        expect(codec.copy({ ...decoded, unknown: 1 })).toEqual(codec.copy(decoded));
      }),
      { seed, numRuns: runs(6), endOnFailure: true },
    );
  });
});
