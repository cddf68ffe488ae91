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
 * otherwise from one version of Node to the next; fflate is pinned and bundled. Throws an Error for a path that
 * has no place in the format.
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
    `${path}: expected a path of which the name has at most 100 bytes and the directories 155; choose shorter names`,
  );
}
