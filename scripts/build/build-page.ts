import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const repository = join(import.meta.dirname, "../..");

/** The HTML of a page of `web/`: beside it are main.tsx and style.css, which come into it. */
export async function buildPage(html: string): Promise<string> {
  const directory = dirname(html);
  const { outputFiles } = await build({
    entryPoints: [join(directory, "main.tsx"), join(directory, "style.css")],
    outdir: "page",
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    conditions: ["a2agen-source"],
    write: false,
    logLevel: "silent",
    absWorkingDir: repository,
  });
  const texts = outputFiles.map(
    ({ path, text }) => [path.endsWith(".css") ? "style" : "script", text.trim()] as const,
  );
  return texts.reduce(
    (page, [element, text]) =>
      // A replacement function: "$&" in code is code.
      page.replace(new RegExp(`(<${element}[^>]*>)(</${element}>)`), (_, open: string, close: string) =>
        [open, escapeEnd(text, element), close].join(""),
      ),
    await readFile(html, "utf8"),
  );
}

/** Text that would end its element would be read as HTML. */
function escapeEnd(text: string, element: string): string {
  return text.replaceAll(new RegExp(`</(?=${element})`, "gi"), "<\\/");
}
