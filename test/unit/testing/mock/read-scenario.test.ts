import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseScenario } from "../../../../packages/testing/src/mock/read-scenario.ts";
import { stateNames } from "../../../../packages/testing/src/mock/state-names.ts";

const repository = join(import.meta.dirname, "../../../..");
const read = (path: string) => readFile(join(repository, "packages/testing", path), "utf8");

test("the schema has the states of 1.0", async () => {
  const schema = JSON.parse(await read("scenario.schema.json")) as {
    readonly $defs: { readonly state: { readonly enum: readonly string[] } };
  };
  expect(schema.$defs.state.enum).toEqual(stateNames);
});

test.each([
  {
    name: "no rules",
    text: "card: {}\n",
    want: ["s.yaml:1:1: rules: expected a list, found nothing [missing-key]"],
  },
  {
    name: "an unknown step",
    text: "rules:\n  - answer:\n      - mesage: hi\n",
    want: [
      's.yaml:3:9: rules[0].answer[0].mesage: expected one of the keys message, task, artifact, question, error, delay, cut, malformed, found "mesage" [unknown-key]',
    ],
  },
  {
    name: "an unknown state",
    text: "rules:\n  - answer: [{task: done}]\n",
    want: [
      's.yaml:2:21: rules[0].answer[0].task: expected "submitted", "working", "completed", "failed", "canceled", "input-required", "rejected" or "auth-required", found "done" [not-allowed]',
    ],
  },
  {
    name: "an unknown error",
    text: "rules:\n  - answer: [{error: TaskNotFound}]\n",
    want: [
      "s.yaml:2:22: rules[0].answer[0].error: expected an error of A2A: TaskNotFoundError, TaskNotCancelableError, PushNotificationNotSupportedError, UnsupportedOperationError, ContentTypeNotSupportedError, InvalidAgentResponseError, ExtendedAgentCardNotConfiguredError, ExtensionSupportRequiredError, VersionNotSupportedError, found TaskNotFound [contradiction]",
    ],
  },
  {
    name: "a step behind the end",
    text: "rules:\n  - answer:\n      - question: which?\n      - artifact: x\n",
    want: [
      "s.yaml:4:9: rules[0].answer[1]: expected no step behind question, which ends the turn, found artifact [contradiction]",
    ],
  },
  {
    name: "two steps in one",
    text: "rules:\n  - answer: [{task: working, delay: 1}]\n",
    want: ["s.yaml:2:14: rules[0].answer[0]: expected at most 1 key, found an object [wrong-format]"],
  },
  {
    name: "a part that is none",
    text: "rules:\n  - answer: [{message: {parts: [{txt: x}]}}]\n",
    want: [
      "s.yaml:2:33: rules[0].answer[0].message.parts[0]: expected exactly one of text, raw, url, data, found an object [contradiction]",
    ],
  },
  {
    name: "a regular expression that is none",
    text: "rules:\n  - match: {regex: '('}\n    answer: [{message: hi}]\n",
    want: ['s.yaml:2:20: rules[0].match.regex: expected a regular expression, found "(" [wrong-format]'],
  },
  {
    name: "a card that is none",
    text: "card: {name: 1}\nrules:\n  - answer: [{message: hi}]\n",
    want: ["s.yaml:1:14: card.name: expected a string, found 1; put it in quotes [contradiction]"],
  },
  { name: "no YAML", text: "rules: [\n", want: [expect.stringContaining("s.yaml:2:1: expected YAML, but")] },
])("a scenario with $name is refused at its place", ({ text, want }) => {
  let said = "";
  try {
    parseScenario(text, "s.yaml");
  } catch (error) {
    said = (error as Error).message;
  }
  expect(said.split("\n")).toEqual(want);
});
