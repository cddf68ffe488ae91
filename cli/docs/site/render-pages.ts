import { compileProject } from "../../../generators/template/compile-project.ts";
import errors from "../../../templates/site/errors.html.hbs?raw";
import guide from "../../../templates/site/guide.html.hbs?raw";
import headers from "../../../templates/site/headers.html.hbs?raw";
import home from "../../../templates/site/home.html.hbs?raw";
import operation from "../../../templates/site/operation.html.hbs?raw";
import changes from "../../../templates/site/partials/changes.html.hbs?raw";
import code from "../../../templates/site/partials/code.html.hbs?raw";
import extensions from "../../../templates/site/partials/extensions.html.hbs?raw";
import layout from "../../../templates/site/partials/layout.html.hbs?raw";
import list from "../../../templates/site/partials/list.html.hbs?raw";
import open from "../../../templates/site/partials/open.html.hbs?raw";
import overviews from "../../../templates/site/partials/overviews.html.hbs?raw";
import since from "../../../templates/site/since.html.hbs?raw";
import type_ from "../../../templates/site/type.html.hbs?raw";
import version from "../../../templates/site/version.html.hbs?raw";
import { escapeHtml, highlight } from "./highlight.ts";
import { loadMarkdown } from "./render-markdown.ts";

const pages = { home, version, type: type_, operation, errors, headers, since, guide };
const partials = { layout, list, changes, code, open, overviews, extensions };

/** Renders a page by the name of its template. */
export type RenderPage = (name: keyof typeof pages, data: object) => string;

/** Compiles the templates of pages. Handlebars and the Markdown library are loaded here and not earlier. */
export async function loadPages(): Promise<RenderPage> {
  const { default: handlebars } = await import("handlebars");
  const markdown = await loadMarkdown();
  const sources = [
    ...Object.entries(pages).map(([name, text]) => toSource(`${name}.html.hbs`, name, text)),
    ...Object.entries(partials).map(([name, text]) =>
      toSource(`_partials/${name}.html.hbs`, `partials/${name}`, text),
    ),
  ];
  const templates = compileProject(handlebars, sources, {
    block: ([text]) => markdown.block(String(text)),
    inline: ([text]) => markdown.inline(String(text)),
    words: ([text]) => breakWords(String(text)),
    json: ([text]) => highlight(String(text), "json"),
    http: ([text]) => highlight(String(text), "http"),
    typescript: ([text]) => highlight(String(text), "typescript"),
  });
  return (name, data) => {
    const template = templates.find(({ path }) => path === `${name}.html`);
    if (template?.kind !== "template") throw new Error(`there is no template ${name}`);
    const result = template.render(data);
    if (!result.ok) throw new Error(`${result.file}:${result.line}:${result.column}: ${result.message}`);
    return result.text;
  };
}

/** Lets a long name break between its words. */
function breakWords(name: string): string {
  return escapeHtml(name).replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[./])(?=\w)/g, "<wbr>");
}

function toSource(path: string, place: string, text: string) {
  return { path, place: `templates/site/${place}.html.hbs`, text };
}
