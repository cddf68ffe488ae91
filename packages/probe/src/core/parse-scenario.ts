import { didYouMean } from "@a2agen/generators/naming/did-you-mean.ts";
import schema from "../../../../templates/probe/scenario.schema.json" with { type: "json" };
import type { Scenario } from "./scenario.ts";

/** The texts of a scenario, by what they lead to. */
export type ScenarioTexts = Partial<Omit<Scenario, "nonce">>;

const names: readonly string[] = Object.keys(schema.properties);

/** A scenario that is not as its schema says; the message says where. */
export class ScenarioError extends Error {
  override readonly name = "ScenarioError";
}

/** Reads a scenario in YAML; `place` is its file, for errors. Throws a ScenarioError. */
export async function parseScenario(text: string, place: string): Promise<ScenarioTexts> {
  const { isMap, isScalar, LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const fail = (offset: number, message: string): never => {
    const { line, col } = lines.linePos(offset);
    throw new ScenarioError(`${place}:${line}:${col}: ${message}`);
  };
  const [problem] = document.errors;
  if (problem !== undefined) fail(problem.pos[0], `expected YAML; ${problem.message}`);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return {};
  if (!isMap(contents))
    return fail(contents.range?.[0] ?? 0, `expected texts by their names: ${listNames()}`);
  const texts: Record<string, string> = {};
  for (const { key, value } of contents.items) {
    const name = isScalar(key) ? String(key.value) : "";
    const at = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
    if (!names.includes(name)) {
      fail(
        at,
        `unknown name ${JSON.stringify(name)}${didYouMean(name, names) || `; expected ${listNames()}`}`,
      );
    }
    if (isScalar(value) && typeof value.value === "string" && value.value !== "") {
      texts[name] = value.value;
      continue;
    }
    const got = isScalar(value) ? JSON.stringify(value.value) : "a list or a map";
    const advice = isScalar(value) && typeof value.value !== "string" ? "; write it in quotes" : "";
    fail(isScalar(value) ? (value.range?.[0] ?? at) : at, `${name}: expected a text; got ${got}${advice}`);
  }
  return texts;
}

/** Checks a scenario that is given as an object. Throws a ScenarioError. */
export function checkScenario(texts: ScenarioTexts, place: string): ScenarioTexts {
  for (const [name, text] of Object.entries(texts)) {
    if (!names.includes(name)) {
      throw new ScenarioError(
        `${place}: unknown name ${JSON.stringify(name)}${didYouMean(name, names) || `; expected ${listNames()}`}`,
      );
    }
    if (text === undefined || text === "") throw new ScenarioError(`${place}.${name}: expected a text`);
  }
  return texts;
}

function listNames(): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}
