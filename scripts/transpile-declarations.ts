import { readFile } from "node:fs/promises";
import { ts } from "ts-morph";

/** The declarations of a module from its file alone, without inference: every export has a written type. */
export async function transpileDeclarations(
  path: string,
): Promise<Pick<Required<ts.TranspileOutput>, "outputText" | "diagnostics">> {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(await readFile(path, "utf8"), {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      isolatedDeclarations: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
    },
  });
  return { outputText, diagnostics };
}
