import { readFile } from "node:fs/promises";
import { basename, dirname, resolve, sep } from "node:path";
import { findFiles } from "@a2agen/terminal/find-files.ts";

/**
 * Where TypeScript below this folder calls functions of a client, "src/app.ts:12", as far as lines tell: in
 * files that import from the folder of the client, and not in that folder itself.
 */
export async function findUses(out: string, keys: readonly string[]): Promise<readonly string[]> {
  const client = resolve(out);
  const call = new RegExp(`\\.(${keys.join("|")})(?:\\.stream)?\\(`, "g");
  const uses: string[] = [];
  for (const { path, format } of keys.length === 0 ? [] : await findFiles(["."])) {
    if (format !== "typescript" || isBelow(client, resolve(path))) continue;
    const text = await readFile(path, "utf8");
    const modules = [...text.matchAll(/\b(?:from|import\()\s*["']([^"']+)["']/g)].map(
      ([, from = ""]) => from,
    );
    const isClient = (from: string): boolean =>
      from.startsWith(".")
        ? isBelow(client, resolve(dirname(path), from))
        : from.split("/").includes(basename(client));
    if (!modules.some(isClient)) continue;
    for (const [index, line] of text.split("\n").entries()) {
      for (const [, key = ""] of line.matchAll(call)) uses.push(`${path}:${index + 1}: calls ${key}()`);
    }
  }
  return uses;
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
