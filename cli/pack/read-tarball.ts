import type { PackageFile } from "./package-file.ts";

/** What is wrong with an archive. */
export class TarballError extends Error {}

/**
 * Reads the files of an archive that is not compressed (any more), without its outermost directory. Throws a
 * TarballError for what npm would not install: links, other kinds of entries, paths that lead out.
 */
export function readTar(archive: Uint8Array): readonly PackageFile[] {
  const files: PackageFile[] = [];
  const paths = new Set<string>();
  let longPath: string | undefined;
  for (let at = 0; at + blockSize <= archive.length; ) {
    const header = archive.subarray(at, at + blockSize);
    if (header.every((byte) => byte === 0)) break;
    const size = parseInt(readText(header, 124, 12).trim() || "0", 8);
    const content = archive.subarray(at + blockSize, at + blockSize + size);
    if (!Number.isSafeInteger(size) || size < 0 || content.length !== size) {
      throw new TarballError(`byte ${at}: expected an entry of a tar archive; found one that does not fit`);
    }
    at += blockSize + Math.ceil(size / blockSize) * blockSize;
    const type = readText(header, 156, 1);
    if (type === "x") {
      longPath = readPath(new TextDecoder().decode(content));
      continue;
    }
    if (type === "g" || type === "5") continue;
    const prefix = readText(header, 257, 5) === "ustar" ? readText(header, 345, 155) : "";
    const name = readText(header, 0, 100);
    const path = longPath ?? (prefix === "" ? name : `${prefix}/${name}`);
    longPath = undefined;
    if (type !== "0" && type !== "") {
      throw new TarballError(`${path}: expected a file; found an entry of type ${JSON.stringify(type)}`);
    }
    const inside = path.slice(path.indexOf("/") + 1);
    if (inside === "" || path.startsWith("/") || path.split("/").includes("..")) {
      throw new TarballError(`${path}: expected a path below one directory`);
    }
    if (inside.split("/").some((name) => name === "" || name === ".")) {
      throw new TarballError(`${path}: expected a path in which every name says something`);
    }
    // Of two files npm keeps the latter, and others the former.
    if (paths.has(inside)) throw new TarballError(`${path}: expected it once; found it again`);
    paths.add(inside);
    files.push({ path: inside, bytes: content.slice() });
  }
  if (files.length === 0) throw new TarballError("expected an archive with files; found none");
  return files;
}

const blockSize = 512;

/** The path in an extended header, whose records are "LENGTH KEY=VALUE" with a line end each. */
function readPath(text: string): string | undefined {
  const record = text.split("\n").find((line) => /^\d{1,9} path=/.test(line));
  return record?.slice(record.indexOf("=") + 1);
}

function readText(block: Uint8Array, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}
