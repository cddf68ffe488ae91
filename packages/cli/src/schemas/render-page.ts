import { compileProject } from "@a2agen/generators/template/compile-project.ts";
import index from "../../../../templates/schemas/index.html.hbs?raw";
import readme from "../../../../templates/schemas/README.md.hbs?raw";

/** Renders a page by its name, "index.html". */
export type RenderPage = (name: "README.md" | "index.html", data: object) => string;

/** Compiles the templates of pages. Handlebars is loaded here and not earlier. */
export async function loadPages(): Promise<RenderPage> {
  const { default: handlebars } = await import("handlebars");
  const sources = Object.entries({ "README.md": readme, "index.html": index }).map(([path, text]) => ({
    path: `${path}.hbs`,
    place: `templates/schemas/${path}.hbs`,
    text,
  }));
  const templates = compileProject(handlebars, sources, {});
  return (name, data) => {
    const template = templates.find(({ path }) => path === name);
    if (template?.kind !== "template") throw new Error(`there is no template ${name}.hbs`);
    const result = template.render(data);
    if (!result.ok) throw new Error(`${result.file}:${result.line}:${result.column}: ${result.message}`);
    return result.text;
  };
}
