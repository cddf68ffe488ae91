import * as draft from "@a2agen/a2a-1.0-draft";
import { DecodeError, type IssueCode } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import { codecOf } from "../../../shared/vectors/codec-of.ts";
import { invalidExamples, validExamples } from "../../../shared/vectors/draft-examples.ts";

/** What every invalid example is rejected with, sorted. */
const wantedIssues: Readonly<Record<string, readonly `${string} [${IssueCode}]`[]>> = {
  "s003-L1020": ["version [required]"],
  "s003-L1067": ["message.messageId [required]"],
  "s003-L1085": ["messageId [required]"],
  "s003-L1326": ["task.contextId [required]"],
  "s003-L1327": ["artifactUpdate.artifact.artifactId [required]", "artifactUpdate.contextId [required]"],
  "s003-L1328": ["statusUpdate.contextId [required]"],
  "s003-L1346": ["task.contextId [required]", "task.status.message.messageId [required]"],
  "s003-L1492": ["historyLength [range]", "pageSize [range]", "status [enum]"],
  "s003-L1582": ["message.parts[1].file.fileWithBytes [format]"],
  "s003-L1704": [
    "capabilities [required]",
    "defaultInputModes [required]",
    "defaultOutputModes [required]",
    "description [required]",
    "version [required]",
  ],
  "s003-L1861": ['securitySchemes["google"] [oneof-none]'],
  "s003-L2378": ["message.messageId [required]"],
};

test("there are 34 examples with a verdict, 22 of them valid", () => {
  expect([validExamples().length, invalidExamples().length]).toEqual([22, 12]);
});

describe("a valid example of the draft", () => {
  test.each(validExamples())("$id ($section) decodes as $type to itself", ({ type, json }) => {
    const given = structuredClone(json);
    expect(codecOf(draft, type).json.decode(json)).toBe(json);
    expect(json).toEqual(given);
  });

  test.each(validExamples())("$id ($section) survives decode, encode, decode", ({ type, json }) => {
    const { json: codec } = codecOf(draft, type);
    const given = structuredClone(json);
    const encoded = codec.encode(codec.decode(json));
    expect(encoded).toEqual(given);
    expect(codec.decode(encoded)).toEqual(given);
    expect(codec.parse(codec.stringify(codec.copy(given)))).toEqual(given);
  });

  test.each(validExamples())("$id ($section) survives JSON, binary, JSON", ({ type, json }) => {
    const { json: codec, encodeBinary, decodeBinary } = codecOf(draft, type);
    const given = structuredClone(json);
    expect(decodeBinary(encodeBinary(codec.decode(json)))).toEqual(given);
  });
});

describe("an invalid example of the draft", () => {
  test("has its issues in the table", () => {
    expect(Object.keys(wantedIssues)).toEqual(invalidExamples().map(({ id }) => id));
  });

  test.each(invalidExamples())("$id ($section) is rejected where the verdict says", (example) => {
    const { type, json, id, errors = [] } = example;
    const given = structuredClone(json);
    const issues = refusal(() => codecOf(draft, type).json.decode(json));
    expect(issues.map(({ path }) => path).sort()).toEqual(errors.map(pathOf).sort());
    expect(issues.map(({ path, code }) => `${path} [${code}]`).sort()).toEqual(wantedIssues[id]);
    expect(json).toEqual(given);
  });
});

/** What stands before the first ": " of an error. */
function pathOf(error: string): string {
  return error.slice(0, error.indexOf(": "));
}

function refusal(run: () => unknown): DecodeError["issues"] {
  try {
    run();
  } catch (error) {
    if (error instanceof DecodeError) return error.issues;
    throw error;
  }
  throw new Error("expected a DecodeError, but the value was accepted");
}
