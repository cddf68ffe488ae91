import { TemplateError } from "../../generators/template/template-error.ts";
import {
  type Answers,
  isQuestionName,
  type Parsed,
  parseAnswer,
  type QuestionName,
  questions,
} from "./questions.ts";

/** What a kind of project says of itself, in `template.yaml`. */
export interface TemplateManifest {
  readonly title: string;
  /** One line without a full stop. */
  readonly summary: string;
  /** The questions that matter to it; others keep their defaults. */
  readonly asks: readonly QuestionName[];
  /** Instead of those that every kind has. */
  readonly defaults: Partial<Answers>;
  /** Commands that one does next. */
  readonly next: readonly string[];
  /** A command, rendered, that shows that it works. */
  readonly try: string | undefined;
}

/** Checks what was read from a manifest; `place` names it in messages. Throws a TemplateError with all problems. */
export function readTemplateManifest(value: unknown, place: string): TemplateManifest {
  const problems: string[] = [];
  const report = (path: string, expected: string, found: unknown): void => {
    problems.push(`${place}: ${path}: expected ${expected}; found ${JSON.stringify(found) ?? "nothing"}`);
  };
  const entries: ReadonlyMap<string, unknown> = new Map(
    typeof value === "object" && value !== null ? Object.entries(value) : [],
  );
  if (entries.size === 0) report("", "an object", value);
  for (const name of entries.keys()) {
    if (!known.includes(name)) problems.push(`${place}: ${name}: expected one of ${known.join(", ")}`);
  }
  const text = (name: string): string => {
    const found = entries.get(name);
    if (typeof found === "string" && found !== "") return found;
    report(name, "a text", found);
    return "";
  };
  const texts = (name: string): readonly string[] => {
    const found = entries.get(name) ?? [];
    if (Array.isArray(found) && found.every((each) => typeof each === "string")) return found;
    report(name, "a list of texts", found);
    return [];
  };
  const asks = texts("asks").filter((name): name is QuestionName => {
    if (isQuestionName(name)) return true;
    report("asks", `some of ${Object.keys(questions).join(", ")}`, name);
    return false;
  });
  const given: unknown = entries.get("defaults") ?? {};
  const defaults: Record<string, Answers[QuestionName]> = {};
  for (const [name, found] of Object.entries(given ?? {})) {
    const parsed: Parsed<Answers[QuestionName]> = isQuestionName(name)
      ? parseAnswer(questions[name], toText(found))
      : { ok: false, problem: `expected some of ${Object.keys(questions).join(", ")}` };
    if (parsed.ok) defaults[name] = parsed.value;
    else problems.push(`${place}: defaults.${name}: ${parsed.problem}`);
  }
  const manifest: TemplateManifest = {
    title: text("title"),
    summary: text("summary"),
    asks,
    // Every value was read by the question of its name.
    defaults,
    next: texts("next"),
    try: entries.has("try") ? text("try") : undefined,
  };
  if (problems.length > 0) throw new TemplateError(problems.join("\n"));
  return manifest;
}

const known: readonly string[] = ["title", "summary", "asks", "defaults", "next", "try"];

/** As the value is written in a flag. */
function toText(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(",") : String(value);
}
