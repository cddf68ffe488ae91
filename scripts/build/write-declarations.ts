import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { ts } from "ts-morph";
import { transpileDeclarations } from "../transpile-declarations.ts";

const repository = join(import.meta.dirname, "../..");

/** Sources of packages that a bundle has in it. */
const bundled: ReadonlyMap<string, string> = new Map([
  ["@a2agen/runtime", "packages/runtime/src/core/json.ts"],
]);

/** "packages/exchange/src/bytes.ts" of "@a2agen/exchange/bytes.ts". */
function privateSource(specifier: string): string | undefined {
  const [, name, file] = /^@a2agen\/(exchange|generators)\/(.+\.ts)$/.exec(specifier) ?? [];
  return name === undefined ? undefined : `${name === "generators" ? name : `packages/${name}/src`}/${file}`;
}

/**
 * Writes the declarations of a module and of those whose types it names, by the paths of their sources.
 * Nothing is inferred: each export has a written type.
 */
export async function writeDeclarations(
  entry: string,
  {
    outDirectory,
    peers = [],
  }: { readonly outDirectory: string; readonly peers?: readonly string[] | undefined },
): Promise<void> {
  const seen = new Set<string>();
  const left = [entry];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { text, imports } = await declare(path, peers);
    left.push(...imports);
    const target = join(outDirectory, path.replace(/\.ts$/, ".d.ts"));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

async function declare(
  path: string,
  peers: readonly string[],
): Promise<{ readonly text: string; readonly imports: readonly string[] }> {
  const { outputText, diagnostics } = await transpileDeclarations(join(repository, path));
  const [problem] = diagnostics;
  if (problem !== undefined) {
    throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
  }
  const imports: string[] = [];
  const text = outputText.replace(/(?<=from ")[^"]+(?=")/g, (specifier) => {
    if (peers.some((name) => `${specifier}/`.startsWith(`${name}/`))) return specifier;
    const source = specifier.startsWith(".")
      ? join(dirname(path), specifier)
      : (bundled.get(specifier) ?? privateSource(specifier));
    if (source === undefined) throw new Error(`${path}: names types of ${specifier}, which is no dependency`);
    imports.push(source);
    const own = relative(dirname(path), source).replace(/\.ts$/, ".js");
    return own.startsWith(".") ? own : `./${own}`;
  });
  return { text, imports };
}
