import { createRequire } from "node:module";
import type { FileInfo } from "@bufbuild/protoplugin";
import type typescript from "typescript-5.9";

/** The signature of the transpile function of @bufbuild/protoplugin. */
type Transpile = (
  files: FileInfo[],
  transpileJs: boolean,
  transpileDts: boolean,
  jsImportStyle: "module" | "legacy_commonjs",
) => FileInfo[];

/**
 * Makes JavaScript and declarations of the TypeScript files that a plugin wrote. It takes the place
 * of protoplugin's own, which loads the compiler with the plugin, and which takes the declarations
 * of globals such as Uint8Array from whatever version of TypeScript the project has.
 */
export const transpile: Transpile = (files, js, dts) => {
  const ts = loadTypeScript();
  const sources = new Map(files.map(({ name, content }) => [`/${name}`, content]));
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
  const written: FileInfo[] = [];
  const { emitSkipped, diagnostics } = program.emit(undefined, (name, content) => {
    written.push({ name: name.slice(1), content });
  });
  if (emitSkipped) {
    const messages = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    throw new Error(`the generated TypeScript could not be made into JavaScript:\n${messages.join("\n")}`);
  }
  return written;
};

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
