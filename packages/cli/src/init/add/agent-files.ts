import { existsSync } from "node:fs";
import { join } from "node:path";
import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { rewriteJson } from "../../migrate/json-text.ts";
import { type JsonObject, objectAt } from "../../package/package-file.ts";
import { overridesOf } from "../dependency-versions.ts";
import type { ProjectFile } from "../render-project.ts";
import type { ExistingProject } from "./existing-project.ts";

/** Where the files of an agent are in a project, and how they import each other. */
export interface AgentPlace {
  /** What the project's own code is in: "src/" or "". */
  readonly source: string;
  /** "agent.ts", say: a folder, the extension of its files, and that of imports. */
  readonly name: string;
  readonly extension: string;
  readonly importExtension: string;
}

/** `.mts` and `.mjs` where `.js` is CommonJS: the packages are modules of ECMAScript. */
export function placeAgent(project: ExistingProject, name: string): AgentPlace {
  const { directory, isEsm, hasTypeScript, compilerOptions } = project;
  const letter = isEsm ? "" : "m";
  const extension = `${letter}${hasTypeScript ? "ts" : "js"}`;
  const importsSource = /"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/;
  return {
    source: existsSync(join(directory, "src")) ? "src/" : "",
    name,
    extension,
    importExtension: importsSource.test(compilerOptions) ? extension : `${letter}js`,
  };
}

/** The sources of a template, at their place. */
export async function placeSources(
  files: readonly ProjectFile[],
  { source, name, extension, importExtension }: AgentPlace,
): Promise<readonly ProjectFile[]> {
  const convert = extension.endsWith("js") ? await loadRemoveTypes() : (text: string): string => text;
  return files.flatMap(({ path, text }) => {
    const [, file] = /^src\/(.*)\.ts$/.exec(path) ?? [];
    if (file === undefined) return [];
    const imported = text.replaceAll(/(?<= from "\.\/[^"]*\.)ts(?=";)/g, importExtension);
    return [{ path: `${source}${name}/${file}.${extension}`, text: convert(imported) }];
  });
}

/** Templates of projects have simple types, which leave commas and spaces at most. */
async function loadRemoveTypes(): Promise<(text: string) => string> {
  const { transform } = await import("sucrase");
  return (text) => {
    const { code } = transform(text, {
      keepUnusedImports: true,
      disableESTransforms: true,
      transforms: ["typescript"],
    });
    return code.replaceAll(/,? *\} from /g, " } from ");
  };
}

export interface ManifestInit {
  readonly place: AgentPlace;
  /** The package.json of the template. */
  readonly template: JsonObject;
  readonly packed: ReadonlyMap<string, string>;
}

/** Of new projects; others have one already. */
const linter = "@biomejs/biome";

/**
 * The text of a project's package.json with the agent's dependencies and its script; the rest stays as it is.
 */
export function addToManifest(project: ExistingProject, init: ManifestInit): string {
  const { manifest, installed } = project;
  const { place, template, packed } = init;
  const { source, name, extension } = place;
  const isTypeScript = extension.endsWith("ts");
  const absent = (section: string): readonly (readonly [string, unknown])[] =>
    Object.entries(objectAt(template, section)).filter(([each]) => !installed.has(each));
  const tools = absent("devDependencies").filter(
    ([each]) => each !== linter && (isTypeScript || each === "a2agen"),
  );
  const program = `${isTypeScript ? "tsx" : "node"} ${source}${name}/main.${extension}`;
  const changed: JsonObject = {
    ...manifest,
    ...added(manifest, "scripts", [[name, program]]),
    ...added(manifest, "dependencies", absent("dependencies")),
    ...added(manifest, "devDependencies", tools),
  };
  const overrides = Object.entries(overridesOf(changed, packed) ?? {});
  const finished = { ...changed, ...added(changed, "overrides", overrides) };
  const text = rewriteJson(project.text, finished);
  // What was on one line would be a long one.
  return isOnOneLine(text) ? `${JSON.stringify(finished, undefined, 2)}\n` : text;
}

function isOnOneLine(text: string): boolean {
  return !text.trim().includes("\n");
}

/** A section with more members, sorted where its own are. */
function added(
  manifest: JsonObject,
  section: string,
  members: readonly (readonly [string, unknown])[],
): JsonObject {
  if (members.length === 0) return {};
  const own = Object.entries(objectAt(manifest, section));
  const names = own.map(([name]) => name);
  const isSorted = section !== "scripts" && names.join("\n") === names.toSorted(compareCodeUnits).join("\n");
  const all = [...own, ...members];
  if (isSorted) all.sort(([a], [b]) => compareCodeUnits(a, b));
  return { [section]: Object.fromEntries(all) };
}
