import { join } from "node:path";
import { buildPage, buildSplitPage, type SplitPage } from "../../scripts/build/build-page.ts";

const pages = new Map<string, Promise<string>>();

/** A page as its command has it. */
export function builtPage(name: "playground"): Promise<string> {
  const page =
    pages.get(name) ?? buildPage(join(import.meta.dirname, `../../packages/pages/src/${name}/index.html`));
  pages.set(name, page);
  return page;
}

let split: Promise<SplitPage> | undefined;

/** The page of the console, and what it loads. */
export function builtConsole(): Promise<SplitPage> {
  split ??= buildSplitPage(join(import.meta.dirname, "../../packages/pages/src/console/index.html"));
  return split;
}
