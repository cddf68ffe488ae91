import { findPathProblem } from "@a2agen/generators/emit/template/expand-path.ts";
import type { ProjectTemplate } from "@a2agen/generators/template/project-templates.ts";
import { TemplateError } from "@a2agen/generators/template/template-error.ts";
import type { ProjectValues } from "./project-values.ts";

/** A text file of a project; its path is relative to the project, with "/" between names. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Renders the files of a project, in the order of their templates. A template that gives white space
 * only writes no file. Throws a TemplateError with all problems.
 */
export function renderProject(
  templates: readonly ProjectTemplate[],
  values: ProjectValues,
): readonly ProjectFile[] {
  const problems: string[] = [];
  const files = new Map<string, ProjectFile & { readonly place: string }>();
  for (const template of templates) {
    const { place } = template;
    const path = expandPath(template.path, values);
    const problem = path === undefined ? `${template.path}: unknown name in brackets` : findPathProblem(path);
    if (path === undefined || problem !== undefined) {
      problems.push(`${place}: ${problem ?? ""}`);
      continue;
    }
    const text = textOf(template, { ...values, path }, problems);
    if (text === undefined) continue;
    const other = files.get(path);
    if (other === undefined) files.set(path, { path, text, place });
    else problems.push(`${place}: writes ${path}, which ${other.place} writes already`);
  }
  if (problems.length > 0) throw new TemplateError(problems.join("\n"));
  return [...files.values()].map(({ path, text }) => ({ path, text }));
}

function textOf(template: ProjectTemplate, data: object, problems: string[]): string | undefined {
  if (template.kind === "copy") return template.text;
  const result = template.render(data);
  if (result.ok) return result.text.trim() === "" ? undefined : result.text;
  problems.push(`${result.file}:${result.line}:${result.column}: ${result.message}`);
  return undefined;
}

/** Puts values in the place of names in brackets; undefined where there is no such text. */
function expandPath(pattern: string, values: ProjectValues): string | undefined {
  let isKnown = true;
  const texts: ReadonlyMap<string, unknown> = new Map(Object.entries(values));
  const path = pattern.replace(/\[([^\]]*)\]/g, (_, name: string) => {
    const value = texts.get(name);
    if (typeof value === "string") return value;
    isKnown = false;
    return "";
  });
  return isKnown ? path : undefined;
}
