import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../shared/command-error.ts";
import { isJsonObject, parseObject } from "./json.ts";
import { type PackageFile, textOf } from "./package-file.ts";
import { readFiles } from "./read-files.ts";

/** The paths in a directory that a package is written to; throws a CommandError for one with something else in it. */
export async function readOutput(out: string): Promise<readonly string[]> {
  const stats = await stat(out).catch(() => undefined);
  if (stats === undefined) return [];
  if (!stats.isDirectory()) throw new CommandError(`--out: expected a directory; ${out} is a file`);
  if ((await readdir(out)).length === 0) return [];
  const [file] = await readFiles(out, "package.json");
  const origin = file === undefined ? undefined : parseObject(textOf(file))?.["a2a"];
  if (isJsonObject(origin) && String(origin["generator"]).startsWith("a2agen ")) {
    return (await readFiles(out, "")).map(({ path }) => path);
  }
  throw new CommandError(
    `--out: expected a directory that is empty, or has a package that was packed before; ${out} has something else: give another, or empty it`,
  );
}

/** Removes what an earlier package had and this one does not; throws a CommandError that names what stays. */
export async function clearOutput(
  out: string,
  { before, files }: { before: readonly string[]; files: readonly PackageFile[] },
): Promise<void> {
  const written = new Set(files.map(({ path }) => path));
  const left: string[] = [];
  for (const path of before) {
    if (written.has(path)) continue;
    await rm(join(out, path), { force: true }).catch((error: unknown) => {
      const reason = error instanceof Error && "code" in error ? error.code : error;
      left.push(`${join(out, path)}: ${String(reason)}`);
    });
  }
  if (left.length === 0) return;
  throw new CommandError(
    `${out}: is written, but files of the package before cannot be removed: remove them, or the directory\n${left.map((line) => `  ${line}`).join("\n")}`,
  );
}
