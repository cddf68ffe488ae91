import type { DataFile } from "../emit/shared/emitter.ts";

/** Which files are made of the TypeScript ones. */
export interface TranspileOptions {
  readonly js: boolean;
  readonly dts: boolean;
}

/**
 * Makes JavaScript and declarations of TypeScript files. The compiler is loaded here and not before, and it is
 * the one in ts-morph, which has the declarations of globals such as Uint8Array with it: nothing of the
 * project in which a plugin runs gets into what comes out.
 */
export async function transpile(
  files: readonly DataFile[],
  { js, dts }: TranspileOptions,
): Promise<readonly DataFile[]> {
  const { Project, ts } = await import("ts-morph");
  const project = new Project({
    useInMemoryFileSystem: true,
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: {
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
    },
  });
  for (const { path, text } of files) project.createSourceFile(`/${path}`, text);
  const written: DataFile[] = [];
  const { emitSkipped, diagnostics } = project.getProgram().compilerObject.emit(undefined, (name, text) => {
    written.push({ path: name.slice(1), text });
  });
  if (emitSkipped) {
    const messages = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    throw new Error(`the generated TypeScript could not be made into JavaScript:\n${messages.join("\n")}`);
  }
  return written;
}
