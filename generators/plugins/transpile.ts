import type { FileInfo } from "@bufbuild/protoplugin";

/** Makes JavaScript, declarations or both of TypeScript files; the hook of protoplugin of that name. */
export type Transpile = (files: FileInfo[], js: boolean, dts: boolean) => FileInfo[];

/**
 * Loads the compiler, here and not before. It is the one in ts-morph, which has the declarations of globals such as
 * Uint8Array with it: nothing of the project in which a plugin runs gets into what comes out.
 */
export async function loadTranspile(): Promise<Transpile> {
  const { Project, ts } = await import("ts-morph");
  return (files, js, dts) => {
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
    for (const { name, content } of files) project.createSourceFile(`/${name}`, content);
    const written: FileInfo[] = [];
    const { emitSkipped, diagnostics } = project
      .getProgram()
      .compilerObject.emit(undefined, (name, content) => {
        written.push({ name: name.slice(1), content });
      });
    if (emitSkipped) {
      const messages = diagnostics.map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, "\n"),
      );
      throw new Error(`the generated TypeScript could not be made into JavaScript:\n${messages.join("\n")}`);
    }
    return written;
  };
}
