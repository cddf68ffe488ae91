import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createHelpers } from "@a2agen/generators/emit/template/helpers.ts";
import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { compileProject } from "@a2agen/generators/template/compile-project.ts";
import type { ProjectTemplate, TemplateHelper } from "@a2agen/generators/template/project-templates.ts";
import { readDirectory } from "@a2agen/generators/template/read-directory.ts";
import { TemplateError } from "@a2agen/generators/template/template-error.ts";
import { errorCode } from "@a2agen/runtime/internal";
import { findDependencyVersion } from "./dependency-versions.ts";
import {
  type Answers,
  isQuestionName,
  type Parsed,
  parseAnswer,
  type QuestionName,
  questions,
} from "./questions.ts";

/** A kind of project. */
export interface KindTemplate {
  readonly kind: string;
  readonly directory: string;
  readonly manifest: TemplateManifest;
}

/** The kinds of projects in a directory of templates, those of agents first; throws a TemplateError. */
export async function listKinds(directory: string): Promise<readonly KindTemplate[]> {
  const { parse } = await import("yaml");
  const names = (await readdir(directory, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map(({ name }) => name)
    .sort((a, b) => rankOf(a) - rankOf(b) || compareCodeUnits(a, b));
  const kinds: KindTemplate[] = [];
  for (const kind of names) {
    const place = join(directory, kind, "template.yaml");
    const text = await readFile(place, "utf8").catch((cause: unknown) => {
      throw new TemplateError(`${place}: expected a manifest of a project template`, { cause });
    });
    kinds.push({
      kind,
      directory: join(directory, kind),
      manifest: readTemplateManifest(parse(text), place),
    });
  }
  return kinds;
}

function rankOf(kind: string): number {
  const rank = ["minimal", "agent"].indexOf(kind);
  return rank === -1 ? 2 : rank;
}

/** Compiles the files of a kind; throws a TemplateError. `packed` files replace packages of npm. */
export async function loadTemplate(
  { directory }: KindTemplate,
  packed: ReadonlyMap<string, string>,
): Promise<readonly ProjectTemplate[]> {
  const shared = join(directory, "..", "_partials");
  const hasShared = await stat(shared).then(
    () => true,
    () => false,
  );
  const partials = hasShared ? await readDirectory(shared) : [];
  const files = await readDirectory(join(directory, "files"));
  const { default: handlebars } = await import("handlebars");
  return compileProject(
    handlebars,
    [...partials.map((file) => ({ ...file, path: `_partials/${file.path}` })), ...files],
    createProjectHelpers(packed),
  );
}

/** Reads the compiled protos of a kind; undefined if it has none. */
export async function readDescriptors({ directory }: KindTemplate): Promise<Uint8Array | undefined> {
  try {
    return await readFile(join(directory, descriptorsName));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The file with the compiled protos of a kind. */
export const descriptorsName = "protos.binpb";

/** What templates of projects can compute; `packed` are files that take the place of packages of npm. */
function createProjectHelpers(packed: ReadonlyMap<string, string>): Readonly<Record<string, TemplateHelper>> {
  const { camel, comment, eq, json, kebab, pascal, snake, string } = createHelpers({ importExtension: "js" });
  const own: Record<string, TemplateHelper> = {
    and: (args) => args.every(Boolean),
    or: (args) => args.some(Boolean),
    not: ([value]) => !value,
    includes: ([list, value]) => Array.isArray(list) && list.includes(value),
    dep: ([name]) => {
      const version = findDependencyVersion(String(name), packed);
      if (version === undefined)
        throw new TypeError(`there is no version of ${String(name)} in package.json of a2agen`);
      return version;
    },
  };
  const shared = Object.entries({ camel, comment, eq, json, kebab, pascal, snake, string }).filter(
    (entry): entry is [string, TemplateHelper] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(shared), ...own };
}

/** What a kind of project says of itself, in `template.yaml`. */
interface TemplateManifest {
  readonly title: string;
  /** One line without a full stop. */
  readonly summary: string;
  /** The questions that a conversation asks for it. */
  readonly asks: readonly QuestionName[];
  /** Further questions that flags answer; others keep their defaults. */
  readonly takes: readonly QuestionName[];
  /** Instead of those that every kind has. */
  readonly defaults: Partial<Answers>;
  /** Files and folders that are written only if the value of this name is true, or false for `not NAME`. */
  readonly only: Readonly<Record<string, readonly string[]>>;
  /** Commands that one does next, in the syntax of the templates. */
  readonly next: readonly string[];
}

/** Checks a parsed manifest; `place` names it in messages. Throws a TemplateError with all problems. */
function readTemplateManifest(value: unknown, place: string): TemplateManifest {
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
  const textsOf = (name: string, found: unknown): readonly string[] => {
    if (Array.isArray(found) && found.every((each) => typeof each === "string")) return found;
    report(name, "a list of texts", found);
    return [];
  };
  const texts = (name: string): readonly string[] => textsOf(name, entries.get(name) ?? []);
  const givenOnly: unknown = entries.get("only") ?? {};
  const only: Record<string, readonly string[]> = {};
  for (const [name, found] of Object.entries(givenOnly ?? {})) only[name] = textsOf(`only.${name}`, found);
  const questionsIn = (list: string): readonly QuestionName[] =>
    texts(list).filter((name): name is QuestionName => {
      if (isQuestionName(name)) return true;
      report(list, `some of ${Object.keys(questions).join(", ")}`, name);
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
    asks: questionsIn("asks"),
    takes: questionsIn("takes"),
    // Every value was read by the question of its name.
    defaults,
    only,
    next: texts("next"),
  };
  if (problems.length > 0) throw new TemplateError(problems.join("\n"));
  return manifest;
}

const known: readonly string[] = ["title", "summary", "asks", "takes", "defaults", "only", "next"];

/** As the value is written in a flag. */
function toText(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(",") : String(value);
}
