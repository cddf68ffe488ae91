import type Handlebars from "handlebars";
import { compileProject } from "./compile-project.ts";
import { TemplateError } from "./template-error.ts";

export interface TemplateSource {
  /** Name under which other templates include it. */
  readonly name: string;
  /** Path for error messages. */
  readonly path: string;
  readonly text: string;
}

/** Renders a template by name; throws a TemplateError. */
export type RenderTemplate = (name: string, data: object) => string;

/**
 * Compiles templates for Markdown, each of which can include the others. `{{x}}` is escaped to stand
 * in a cell of a table, `{{{x}}}` is Markdown as it is; a name that the data does not have is an error.
 * Throws a TemplateError with all problems.
 */
export function compileTemplates(
  handlebars: typeof Handlebars,
  sources: readonly TemplateSource[],
): RenderTemplate {
  const partials = sources.map(({ name, path, text }) => ({
    path: `_partials/${name}.hbs`,
    place: path,
    text,
  }));
  const entry = { path: "entry.hbs", place: "", text: '{{> (lookup this "name") data}}' };
  const [template] = compileProject(handlebars, [...partials, entry], {}, { escaping: "cell" });
  const names = sources.map(({ name }) => name);
  return (name, data) => {
    if (template?.kind !== "template" || !names.includes(name)) {
      throw new TemplateError(`expected a template ${name}.hbs; the templates are ${names.join(", ")}`);
    }
    const result = template.render({ name, data });
    if (result.ok) return result.text;
    throw new TemplateError(`${result.file}:${result.line}:${result.column}: ${result.message}`);
  };
}
