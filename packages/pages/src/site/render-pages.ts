import { compileProject } from "@a2agen/generators/template/compile-project.ts";
import { iconSvg } from "../shared/icon-svg.ts";
import { escapeText, highlight } from "./highlight.ts";
import { loadMarkdown } from "./render-markdown.ts";
import errors from "./templates/errors.html.hbs?raw";
import guide from "./templates/guide.html.hbs?raw";
import headers from "./templates/headers.html.hbs?raw";
import home from "./templates/home.html.hbs?raw";
import operation from "./templates/operation.html.hbs?raw";
import changes from "./templates/partials/changes.html.hbs?raw";
import code from "./templates/partials/code.html.hbs?raw";
import extensions from "./templates/partials/extensions.html.hbs?raw";
import layout from "./templates/partials/layout.html.hbs?raw";
import list from "./templates/partials/list.html.hbs?raw";
import open from "./templates/partials/open.html.hbs?raw";
import overviews from "./templates/partials/overviews.html.hbs?raw";
import since from "./templates/since.html.hbs?raw";
import type_ from "./templates/type.html.hbs?raw";
import version from "./templates/version.html.hbs?raw";

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
    icon: ([name]) => iconSvg(String(name)),
    words: ([text]) => breakWords(String(text)),
    json: ([text]) => highlight(String(text), "json"),
    shell: ([text]) => highlight(String(text), "shell"),
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
  return escapeText(name).replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[./])(?=\w)/g, "<wbr>");
}

function toSource(path: string, place: string, text: string) {
  return { path, place: `templates/site/${place}.html.hbs`, text };
}
