import { compileTemplates, type RenderTemplate } from "./compile-templates.ts";
import { docsTemplates } from "./docs-templates.ts";
import { readTemplates } from "./read-templates.ts";

/**
 * Compiles the templates of the Markdown reference, those in `directory` before the built-in ones.
 * Throws a TemplateError. Handlebars is loaded here and not earlier.
 */
export async function loadDocsTemplates(directory?: string): Promise<RenderTemplate> {
  const own = directory === undefined ? [] : await readTemplates(directory);
  const { default: handlebars } = await import("handlebars");
  const replaced = new Set(own.map(({ name }) => name));
  return compileTemplates(handlebars, [...docsTemplates.filter(({ name }) => !replaced.has(name)), ...own]);
}
