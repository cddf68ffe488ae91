import { compileProject } from "./compile-project.ts";
import type { ProjectTemplate, TemplateHelper } from "./project-templates.ts";
import { readDirectory } from "./read-directory.ts";
import { TemplateError } from "./template-error.ts";

/** Reads and compiles a directory of templates; throws a TemplateError. Loads Handlebars on first use. */
export async function loadProjectTemplates(
  directory: string,
  helpers: Readonly<Record<string, TemplateHelper>>,
): Promise<readonly ProjectTemplate[]> {
  const files = await readDirectory(directory);
  if (files.length === 0) throw new TemplateError(`${directory}: expected files; found none`);
  const { default: handlebars } = await import("handlebars");
  return compileProject(handlebars, files, helpers);
}
