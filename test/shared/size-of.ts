import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * Bytes of what a page loads of a module, minified and compressed. What esbuild writes depends on its version
 * and on the sources alone.
 */
export async function sizeOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    conditions: ["a2agen-source"],
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}
