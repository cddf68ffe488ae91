import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { esbuildAssets } from "./esbuild-assets.ts";
import { esbuildYaml } from "./esbuild-yaml.ts";
import { formatLicenses } from "./third-party-licenses.ts";

const repository = join(import.meta.dirname, "../..");

/** An element of a page that a file beside it is bundled into. */
const entry = /(<(script|style)[^>]* data-entry=")([^"]+)("[^>]*>)(?=<\/\2>)/g;

/**
 * The HTML of a page, with its scripts and styles in it, and at its end the licences of the packages that it
 * has code of. `{script}` and `{style}` in its policy become the hashes of those that run.
 */
export async function buildPage(html: string): Promise<string> {
  return (await bundlePage(html, false)).page;
}

/** Where a page that is split has the licences. */
const licensePath = "chunks/licenses.txt";

/** A page, and by their names the modules that it loads from beside it, at once or when they are needed. */
export interface SplitPage {
  readonly page: string;
  readonly chunks: Readonly<Record<string, string>>;
}

/** A page whose dynamic imports stay out of it. */
export function buildSplitPage(html: string): Promise<SplitPage> {
  return bundlePage(html, true);
}

async function bundlePage(html: string, splitting: boolean): Promise<SplitPage> {
  const directory = dirname(html);
  const source = await readFile(html, "utf8");
  const entries = [...source.matchAll(entry)].map(([, , , name = ""]) => name);
  const { outputFiles, metafile } = await build({
    entryPoints: entries.map((name) => ({ in: join(directory, name), out: name })),
    outdir: "page",
    chunkNames: "chunks/[hash]",
    splitting,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    // A font is in the page, or a file beside it.
    loader: { ".woff2": "dataurl" },
    external: ["assets/*"],
    conditions: ["a2agen-source"],
    plugins: [esbuildAssets, esbuildYaml],
    metafile: true,
    write: false,
    logLevel: "silent",
    absWorkingDir: repository,
  });
  const texts = new Map(
    outputFiles.map(({ path, text }) => [
      path.slice(join(repository, "page/").length).replace(/\.(?:js|css)$/, ""),
      text.trim(),
    ]),
  );
  const licenses = await formatLicenses(
    metafile,
    repository,
    "This page contains code of the packages below.\n",
  );
  // Replacement functions: "$&" in code is code.
  const page = source
    .replaceAll(entry, (_, open: string, element: string, name: string, close: string) =>
      [open, name, close, escapeEnd(texts.get(name) ?? "", element)].join(""),
    )
    .replace(/(?=<\/body>)/, () =>
      splitting
        ? `<link rel="license" href="${licensePath}">\n`
        : `<script type="text/plain">\n${licenses}</script>\n`,
    );
  const chunks = [...texts].flatMap(([name, text]) =>
    name.startsWith("chunks/") ? [[`${name}.js`, text] as const] : [],
  );
  return {
    page: page.replace(/<meta http-equiv[^>]*>/, (meta) =>
      meta.replaceAll(/\{(script|style)\}/g, (_, element: string) => hashesOf(page, element)),
    ),
    chunks: Object.fromEntries([...chunks, ...(splitting ? [[licensePath, licenses] as const] : [])]),
  };
}

/** Text that would end its element would be read as HTML. */
function escapeEnd(text: string, element: string): string {
  return text.replaceAll(new RegExp(`</(?=${element})`, "gi"), "<\\/");
}

/** The scripts or styles of a page that may run, as a policy names them. */
function hashesOf(page: string, element: string): string {
  const texts = [...page.matchAll(new RegExp(`<${element}([^>]*)>([\\s\\S]*?)</${element}>`, "g"))];
  const hashes = texts
    .filter(([, attributes = ""]) => !attributes.includes('type="text/plain"'))
    .map(([, , text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return hashes.length === 0 ? "'none'" : hashes.join(" ");
}
