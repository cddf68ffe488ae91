import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { type JsonObject, objectIn, type PackageFile, sortFiles } from "./package-file.ts";
import { readFiles } from "./read-files.ts";

/** The directory of a package to build. */
export interface PackageDirectory {
  readonly directory: string;
  readonly manifest: JsonObject;
  /** Files to pack, and their sources. */
  readonly files: readonly PackageFile[];
}

/** Directories and files in the root that packages are made of. */
const directories = ["src", "schemas", "openapi", "docs"];
const rootFiles = /^(?:(?:readme|licen[cs]e|notice|changelog)(?:\..*)?|[^.].*\.binpb|buf\.gen\.yaml)$/i;

/** Agent cards in any directory of a package. */
export const cardFile: RegExp = /(?:^|[/.-])agent-card(?:[.-][^/]*)?\.json$/;

/** Reads package.json and what is packed; throws a CommandError. */
export async function readPackage(directory: string): Promise<PackageDirectory> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((cause: unknown) => {
    const reason = errorCode(cause) ?? String(cause);
    throw new CommandError(`expected a directory with a package; ${directory}: ${reason}`, { cause });
  });
  const place = join(directory, "package.json");
  const [file] = await readFiles(directory, "package.json");
  if (file === undefined) {
    throw new CommandError(
      `${place}: expected the package's name, version and license; there is no such file: write it, or make the package from protos with --proto and --name`,
    );
  }
  const manifest = objectIn(file);
  if (manifest === undefined) throw new CommandError(`${place}: expected an object of JSON; correct it`);
  const listed = Array.isArray(manifest["files"]) ? manifest["files"] : [];
  const own = listed.flatMap((entry: unknown) => {
    const [name = ""] = String(entry)
      .replace(/^\.?\//, "")
      .split("/");
    return name === "dist" || name === ".." || name === "" ? [] : [name];
  });
  const root = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => rootFiles.test(name) || cardFile.test(name));
  const files = new Map<string, PackageFile>();
  for (const name of new Set([...directories, ...own, ...root])) {
    for (const each of await readFiles(directory, name)) files.set(each.path, each);
  }
  return { directory, manifest, files: sortFiles([...files.values()]) };
}
