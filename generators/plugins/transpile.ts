import { createRequire } from "node:module";
import type typescript from "typescript-5.9";
import type { DataFile } from "../emit/shared/emitter.ts";

/** Which files are made of the TypeScript ones. */
export interface TranspileOptions {
  readonly js: boolean;
  readonly dts: boolean;
}

/**
 * Makes JavaScript and declarations of TypeScript files. The compiler is loaded here and not before.
 * protoplugin has a function for this, which takes the declarations of globals such as Uint8Array
 * from whatever version of TypeScript the project has; this one takes those of its compiler.
 */
export function transpile(files: readonly DataFile[], { js, dts }: TranspileOptions): readonly DataFile[] {
  const ts = loadTypeScript();
  const sources = new Map(files.map(({ path, text }) => [`/${path}`, text]));
  const options: typescript.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    strict: true,
    noResolve: true,
    newLine: ts.NewLineKind.LineFeed,
    declaration: dts,
    emitDeclarationOnly: !js,
    types: [],
  };
  const program = ts.createProgram({
    rootNames: [...sources.keys()],
    options,
    host: createHost(ts, { sources, options }),
  });
  const written: DataFile[] = [];
  const { emitSkipped, diagnostics } = program.emit(undefined, (name, text) => {
    written.push({ path: name.slice(1), text });
  });
  if (emitSkipped) {
    const messages = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    throw new Error(`the generated TypeScript could not be made into JavaScript:\n${messages.join("\n")}`);
  }
  return written;
}

/** The compiler that protoplugin depends on: a version that still has an API. */
function loadTypeScript(): typeof typescript {
  const require = createRequire(import.meta.url);
  return createRequire(require.resolve("@bufbuild/protoplugin"))("typescript") as typeof typescript;
}

function createHost(
  ts: typeof typescript,
  { sources, options }: { sources: ReadonlyMap<string, string>; options: typescript.CompilerOptions },
): typescript.CompilerHost {
  const host = ts.createCompilerHost(options);
  const readFile = (name: string): string | undefined => sources.get(name) ?? host.readFile(name);
  return {
    ...host,
    readFile,
    fileExists: (name) => sources.has(name) || host.fileExists(name),
    getCurrentDirectory: () => "/",
    getSourceFile(name, languageVersion) {
      const text = readFile(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, languageVersion);
    },
  };
}
