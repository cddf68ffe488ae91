import { gzipSync } from "fflate";
import { type PackageFile, sortFiles } from "./package-file.ts";

export interface TarballInit {
  /** The directory in the archive that holds everything; npm wants "package". */
  readonly root: string;
  /** Paths of files that can be executed. */
  readonly executables?: ReadonlySet<string>;
}

/**
 * Packs files into a .tar.gz as npm installs it. The bytes depend on the paths and bytes of the files and on
 * nothing else: times, owners and modes are fixed, the order is that of the paths. node:zlib compresses
 * differently from one version of Node to the next; fflate is pinned and bundled. Throws an Error for a path
 * that has no place in the format.
 */
export function writeTarball(files: readonly PackageFile[], init: TarballInit): Uint8Array {
  return gzipSync(writeTar(files, init), { level: 9, mtime: 0 });
}

/** The archive before it is compressed, in the format ustar of POSIX. */
export function writeTar(
  files: readonly PackageFile[],
  { root, executables = new Set() }: TarballInit,
): Uint8Array {
  const sizes = files.map(({ bytes }) => blockSize + roundUp(bytes.length));
  const archive = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0) + 2 * blockSize);
  let at = 0;
  for (const { path, bytes } of sortFiles(files)) {
    const mode = executables.has(path) ? 0o755 : 0o644;
    archive.set(buildHeader(`${root}/${path}`, { size: bytes.length, mode }), at);
    archive.set(bytes, at + blockSize);
    at += blockSize + roundUp(bytes.length);
  }
  return archive;
}

const blockSize = 512;

function roundUp(size: number): number {
  return Math.ceil(size / blockSize) * blockSize;
}

/** 1985-10-26T08:15:00Z, as npm has it: zip files cannot say earlier ones than 1980. */
const modified = 499_162_500;

function buildHeader(path: string, { size, mode }: { size: number; mode: number }): Uint8Array {
  const header = new Uint8Array(blockSize);
  const encoder = new TextEncoder();
  const put = (text: string, at: number): void => header.set(encoder.encode(text), at);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, "0");
  const { prefix, name } = splitPath(path);
  put(name, 0);
  put(`${octal(mode, 6)} \0`, 100);
  put(`${octal(0, 6)} \0`, 108);
  put(`${octal(0, 6)} \0`, 116);
  put(`${octal(size, 11)} `, 124);
  put(`${octal(modified, 11)} `, 136);
  put("        ", 148);
  put("0", 156);
  put("ustar\0", 257);
  put("00", 263);
  put(`${octal(0, 6)} \0`, 329);
  put(`${octal(0, 6)} \0`, 337);
  put(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${octal(sum, 6)}\0 `, 148);
  return header;
}

/** A name has room for 100 bytes, and the directories before it for 155 more. */
function splitPath(path: string): { readonly prefix: string; readonly name: string } {
  const size = (text: string): number => new TextEncoder().encode(text).length;
  if (size(path) <= 100) return { prefix: "", name: path };
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    const prefix = path.slice(0, at);
    const name = path.slice(at + 1);
    if (size(prefix) <= 155 && size(name) <= 100) return { prefix, name };
  }
  throw new Error(
    `${path}: expected at most 100 bytes in the name of the path and 155 in its directories; choose shorter names`,
  );
}

/**
 * Reads the files of an uncompressed archive, without its outermost directory. Throws an
 * Error for what npm would not install: links, other kinds of entries, paths that lead out.
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
      throw new Error(`byte ${at}: expected an entry of a tar archive; found one that does not fit`);
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
      throw new Error(`${path}: expected a file; found an entry of type ${JSON.stringify(type)}`);
    }
    const inside = path.slice(path.indexOf("/") + 1);
    if (inside === "" || path.startsWith("/") || path.split("/").includes("..")) {
      throw new Error(`${path}: expected a path below one directory`);
    }
    if (inside.split("/").some((name) => name === "" || name === ".")) {
      throw new Error(`${path}: expected a path without empty names or "."`);
    }
    // Of two files npm keeps the latter, and others the former.
    if (paths.has(inside)) throw new Error(`${path}: expected it once; found it again`);
    paths.add(inside);
    files.push({ path: inside, bytes: content.slice() });
  }
  if (files.length === 0) throw new Error("expected an archive with files; found none");
  return files;
}

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
