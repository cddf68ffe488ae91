import { createContext, runInContext } from "node:vm";
import { type BuildFailure, build } from "esbuild";

export interface BrowserBundle {
  /** A script that leaves the modules in `modules`, by their specifiers. */
  readonly code: string;
  /** What the bundler did not find. */
  readonly problems: readonly string[];
}

/** Bundles modules of the packages in a project for browsers. */
export async function bundleForBrowsers(
  project: string,
  specifiers: readonly string[],
): Promise<BrowserBundle> {
  const imports = specifiers.map((specifier, at) => `import * as m${at} from "${specifier}";`);
  const members = specifiers.map((specifier, at) => `${JSON.stringify(specifier)}: m${at}`);
  const contents = `${imports.join("\n")}\nexport const all = { ${members.join(", ")} };\n`;
  try {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: project },
      bundle: true,
      format: "iife",
      globalName: "modules",
      platform: "browser",
      target: "es2023",
      write: false,
      logLevel: "silent",
    });
    return { code: outputFiles[0]?.text ?? "", problems: [] };
  } catch (error) {
    const { errors } = error as BuildFailure;
    return { code: "", problems: errors.map(({ text }) => text) };
  }
}

/** What browsers and Node both have besides the language itself. */
const webGlobals = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "DOMException",
  "Event",
  "EventTarget",
  "Headers",
  "ReadableStream",
  "Request",
  "Response",
  "TextDecoder",
  "TextDecoderStream",
  "TextEncoder",
  "TransformStream",
  "URL",
  "URLSearchParams",
  "atob",
  "btoa",
  "clearTimeout",
  "crypto",
  "fetch",
  "performance",
  "queueMicrotask",
  "setTimeout",
  "structuredClone",
] as const;

/**
 * Loads a bundle where there are the globals of browsers and no others; says how much each module exports.
 */
export function runInBrowser(code: string): Readonly<Record<string, number>> {
  const globals = Object.fromEntries(webGlobals.map((name) => [name, globalThis[name]]));
  const context = createContext(globals);
  const counts = runInContext(
    `${code}\nJSON.stringify(Object.entries(modules.all).map(([name, module]) => [name, Object.keys(module).length]));`,
    context,
  ) as string;
  return Object.fromEntries(JSON.parse(counts) as readonly (readonly [string, number])[]);
}
