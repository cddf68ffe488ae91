import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** A function that V8 saw: the code of it, and whether it was called. */
interface SeenFunction {
  readonly file: string;
  readonly code: string;
  readonly isCalled: boolean;
}

interface V8Report {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly {
        readonly startOffset: number;
        readonly endOffset: number;
        readonly count: number;
      }[];
    }[];
  }[];
}

/** What programs ran, by the files of their bundles. */
export interface RunCode {
  readonly files: ReadonlySet<string>;
  /** The first lines of the functions of a file that no program called, in the order of their code. */
  uncalledIn(file: string): readonly string[];
}

/** Reads what V8 counted of bundles (`*.built.mjs`), whose directory their files are relative to. */
export async function readRunCode(directory: string): Promise<RunCode> {
  const seen: SeenFunction[] = [];
  const files = new Set<string>();
  const names = existsSync(directory) ? (await readdir(directory)).toSorted() : [];
  for (const name of names) {
    const report = JSON.parse(await readFile(join(directory, name), "utf8")) as V8Report;
    for (const { url, functions } of report.result) {
      if (!url.endsWith(".built.mjs")) continue;
      const path = fileURLToPath(url);
      const parts = splitBundle(await readFile(path, "utf8"), dirname(path));
      for (const { file } of parts) files.add(file);
      for (const {
        ranges: [range],
      } of functions) {
        const part = parts.findLast(({ at }) => range !== undefined && at <= range.startOffset);
        // The first function of a script is the script.
        if (range === undefined || part === undefined || range.startOffset === 0) continue;
        const code = part.bundle.slice(range.startOffset, range.endOffset);
        seen.push({ file: part.file, code, isCalled: range.count > 0 });
      }
    }
  }
  return {
    files,
    uncalledIn(file) {
      const ofFile = seen.filter((each) => each.file === file);
      const called = new Set(
        ofFile.filter(({ isCalled }) => isCalled).map(({ code }) => withoutRenames(code)),
      );
      const uncalled = ofFile.filter(({ code }) => !called.has(withoutRenames(code)));
      return [...new Set(uncalled.map(({ code }) => withoutRenames(code.split("\n", 1)[0] ?? "")))];
    },
  };
}

/** The files of a bundle, by the comments that esbuild writes before each. */
function splitBundle(bundle: string, directory: string) {
  return [...bundle.matchAll(/^\/\/ (\S+\.m?[jt]s)$/gm)].map(({ 1: name = "", index: at }) => ({
    file: resolve(directory, name),
    at,
    bundle,
  }));
}

/** A function's code as it is in every bundle: those with two of one name call the second `name2`. */
function withoutRenames(code: string): string {
  return code.replaceAll(/(?<=[A-Za-z_$])\d+\b/g, "").replaceAll(/\s+/g, " ");
}
