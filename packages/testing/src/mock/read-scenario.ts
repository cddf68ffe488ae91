import { AgentCardCodec, PartCodec, TaskState } from "@a2agen/a2a-1.0";
import { current } from "@a2agen/exchange/versions.ts";
import { createDocumentReader } from "@a2agen/generators/source/profile/document-reader.ts";
import type { ProfileFinding } from "@a2agen/generators/source/profile/profile-finding.ts";
import type { Issue } from "@a2agen/runtime";
import schema from "../../scenario.schema.json" with { type: "json" };
import { completeCard } from "./complete-card.ts";
import type { Scenario, Step, Steps } from "./scenario.ts";
import { stateOf } from "./state-names.ts";

type Keys = readonly (string | number)[];

/** Reads a scenario in YAML; `source` is its file. Throws an error with a line for each problem. */
export const parseScenario: (text: string, source: string) => Scenario = createDocumentReader<Scenario>({
  schema,
  findContradictions: ({ card = {}, rules }) => [
    ...check(["card"], AgentCardCodec.tryDecode(completeCard(card))),
    ...rules.flatMap(({ answer, next = [] }, rule) => [
      ...checkSteps(answer, ["rules", rule, "answer"]),
      ...next.flatMap((steps, turn) => checkSteps(steps, ["rules", rule, "next", turn])),
    ]),
  ],
});

function checkSteps(steps: Steps, path: Keys): readonly ProfileFinding[] {
  const done = steps.findIndex((step) => endOf(step) !== undefined);
  const next = steps.findIndex((step, at) => at > done && !isBreak(step) && step.delay === undefined);
  const end = steps[done] && endOf(steps[done]);
  return [
    ...steps.flatMap((step, at) => checkStep(step, [...path, at])),
    ...(end === undefined || next < 0
      ? []
      : [
          wrong(
            [...path, next],
            `no step behind ${end}, which ends the turn`,
            Object.keys(steps[next] ?? {})[0],
          ),
        ]),
  ];
}

/** What ends the work on a message; undefined for other steps. */
function endOf({ task, question, error }: Step): string | undefined {
  if (question !== undefined) return "question";
  if (error !== undefined) return "error";
  const { terminalStates = [] } = current.service.protocol.tasks ?? {};
  const waiting: readonly string[] = [TaskState.InputRequired, TaskState.AuthRequired];
  const ends = task !== undefined && [...terminalStates, ...waiting].includes(stateOf(task));
  return ends ? `task: ${task}` : undefined;
}

function isBreak({ cut, malformed, error }: Step): boolean {
  return cut !== undefined || malformed !== undefined || error !== undefined;
}

function checkStep({ message, question, artifact, error }: Step, path: Keys): readonly ProfileFinding[] {
  const contents = Object.entries({ message, question, artifact }).flatMap(([name, content]) =>
    typeof content === "object"
      ? (content.parts ?? []).flatMap((part, at) =>
          check([...path, name, "parts", at], PartCodec.tryDecode(structuredClone(part))),
        )
      : [],
  );
  const name = typeof error === "object" ? error.name : error;
  const names = Object.keys(current.service.protocol.errors);
  if (name === undefined || names.includes(name)) return contents;
  const place = typeof error === "object" ? [...path, "error", "name"] : [...path, "error"];
  return [...contents, wrong(place, `an error of A2A: ${names.join(", ")}`, name)];
}

function check(
  path: Keys,
  result: { readonly ok: true } | { readonly ok: false; readonly issues: readonly Issue[] },
): readonly ProfileFinding[] {
  if (result.ok) return [];
  return result.issues.map((issue) => {
    const keys = issue.path.match(/[^.[\]]+/g) ?? [];
    const place = keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const [, expected = issue.message] =
      /^(?:expected|set) (.*?)(?:(?:, got|; found) .*)?$/.exec(issue.message) ?? [];
    return wrong([...path, ...place], expected);
  });
}

function wrong(path: Keys, expected: string, found?: string): ProfileFinding {
  return { code: "contradiction", path, at: "value", expected, ...(found !== undefined && { found }) };
}
