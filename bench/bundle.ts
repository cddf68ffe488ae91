import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { benchDirectory, generatedDirectory } from "./paths.ts";

export interface BundleOptions {
  /** The code of the entry, which imports as files of the benchmark do. */
  readonly source: string;
  readonly outfile: string;
  readonly minify?: boolean;
  /** Whether our packages are what users install, which has to be built, and not their sources. */
  readonly isPublished?: boolean;
  readonly plugins?: Plugin[];
  /** Whether packages in CommonJS are in it, which load others and find their own files. */
  readonly hasCommonJs?: boolean;
}

/** What code in CommonJS takes for granted. */
const commonJs = [
  'import { createRequire } from "node:module";',
  "const require = createRequire(import.meta.url);",
  "const __dirname = import.meta.dirname;",
  "const __filename = import.meta.filename;",
].join(" ");

/** Bundles for production as an application would be. */
export async function bundle({
  source,
  outfile,
  minify = false,
  isPublished = false,
  plugins = [],
  hasCommonJs = false,
}: BundleOptions): Promise<void> {
  await build({
    stdin: { contents: source, resolveDir: benchDirectory, loader: "ts" },
    outfile,
    bundle: true,
    minify,
    format: "esm",
    platform: "node",
    target: "node20",
    legalComments: "none",
    banner: { js: hasCommonJs ? commonJs : "" },
    conditions: isPublished ? [] : ["a2agen-source"],
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [findGenerated, ...plugins],
    logLevel: "error",
    absWorkingDir: benchDirectory,
  });
}

/** Code that is generated before a run has no path in sources, which are checked without it. */
const findGenerated: Plugin = {
  name: "find-generated",
  setup(bundler) {
    bundler.onResolve({ filter: /^#generated\// }, ({ path }) => ({
      path: join(generatedDirectory, `${path.slice("#generated/".length)}.ts`),
    }));
  },
};
