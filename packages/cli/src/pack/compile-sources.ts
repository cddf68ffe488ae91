import type { ts as tsTypes } from "ts-morph";
import { type PackageFile, textFile, textOf } from "../package/package-file.ts";

export interface CompileInit {
  /** The sources, under their paths in the directory of sources: "index.ts", "lf/a2a/v1/a2a_types.ts". */
  readonly sources: readonly PackageFile[];
  /** Declarations and package.json of the imported packages, as "node_modules/NAME/...". */
  readonly dependencies: readonly PackageFile[];
}

export interface Compiled {
  /** ES modules and declarations, in the place of the sources. */
  readonly files: readonly PackageFile[];
  /** Errors of the compiler, one line each; then there are no files. */
  readonly problems: readonly string[];
}

const sourceRoot = "/package/src";

/**
 * Checks and compiles TypeScript in memory, so that the output does not depend on the machine. Loads the
 * compiler when called.
 */
export async function compileSources({ sources, dependencies }: CompileInit): Promise<Compiled> {
  const { Project, ts } = await import("ts-morph");
  const project = new Project({
    useInMemoryFileSystem: true,
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      // Packages run in browsers and edge runtimes too: of the host only what those share with Node.
      lib: ["lib.es2023.d.ts", "lib.webworker.d.ts"],
      types: [],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      newLine: ts.NewLineKind.LineFeed,
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noImplicitOverride: true,
      verbatimModuleSyntax: true,
      isolatedModules: true,
      // Dependencies may import missing packages, such as optional peers.
      skipLibCheck: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      noEmitOnError: true,
      rootDir: sourceRoot,
      outDir: "/package/dist",
    },
  });
  const disk = project.getFileSystem();
  disk.writeFileSync("/package/package.json", '{ "type": "module" }');
  for (const file of dependencies) disk.writeFileSync(`/package/${file.path}`, textOf(file));
  for (const file of sources) project.createSourceFile(`${sourceRoot}/${file.path}`, textOf(file));
  const program = project.getProgram().compilerObject;
  const problems = ts.getPreEmitDiagnostics(program).map((diagnostic) => describe(ts, diagnostic));
  if (problems.length > 0) return { files: [], problems: [...new Set(problems)] };
  const files: PackageFile[] = [];
  program.emit(undefined, (path, text) => {
    files.push(textFile(path.replace(/^\/package\/dist\//, ""), text));
  });
  return { files, problems: [] };
}

function describe(ts: typeof tsTypes, { file, start, messageText, code }: tsTypes.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, " ");
  if (file === undefined || start === undefined) return `TS${code}: ${message}`;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const path = file.fileName.replace(/^\/package\//, "");
  return `${path}:${line + 1}:${character + 1}: TS${code}: ${message}`;
}
