import { join } from "node:path";
import { buildPage } from "../../scripts/build/build-page.ts";

const pages = new Map<string, Promise<string>>();

/** A page as its command has it. */
export function builtPage(name: "console" | "playground"): Promise<string> {
  const page =
    pages.get(name) ?? buildPage(join(import.meta.dirname, `../../packages/pages/src/${name}/index.html`));
  pages.set(name, page);
  return page;
}
