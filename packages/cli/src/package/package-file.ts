import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { isObject, own } from "@a2agen/runtime/internal";

/** A file of a package. */
export interface PackageFile {
  /** Relative to the package, with "/" between names on every system. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file of text, which is written in UTF-8. */
export function textFile(path: string, text: string): PackageFile {
  return { path, bytes: new TextEncoder().encode(text) };
}

/** The text of a file; bytes that are no UTF-8 become U+FFFD. */
export function textOf({ bytes }: PackageFile): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The files in the order of their paths, which no locale changes. */
export function sortFiles(files: readonly PackageFile[]): readonly PackageFile[] {
  return [...files].sort((a, b) => compareCodeUnits(a.path, b.path));
}

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The object in a file of JSON; undefined for no file and any other text. */
export function objectIn(file: PackageFile | undefined): JsonObject | undefined {
  try {
    const value: unknown = file === undefined ? undefined : JSON.parse(textOf(file));
    return isObject(value) ? value : undefined;
  } catch {
    // Callers report what they expected.
    return undefined;
  }
}

/** The object at a key; empty if there is none. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isObject(value) ? value : {};
}

/** package.json of a package. */
export function manifestIn(files: readonly PackageFile[]): JsonObject | undefined {
  return objectIn(files.find(({ path }) => path === "package.json"));
}

/** Whether a path names a file in the root, with any extension and case: "LICENSE", "License.txt". */
export function isNamed(path: string, name: string): boolean {
  const lower = path.toLowerCase();
  return lower === name.toLowerCase() || (lower.startsWith(`${name.toLowerCase()}.`) && !path.includes("/"));
}

export function isLicense({ path }: PackageFile): boolean {
  return isNamed(path, "LICENSE") || isNamed(path, "LICENCE");
}

/** The files of a package with their sizes, one line each. */
export function listContents(files: readonly PackageFile[]): string {
  const sizes = files.map(({ path, bytes }) => ({ path, size: formatSize(bytes.length) }));
  const width = Math.max(...sizes.map(({ size }) => size.length));
  return sizes.map(({ path, size }) => `${size.padStart(width)}  ${path}\n`).join("");
}

/** "512 B", "1.5 kB", "12.3 MB"; a kB is 1000 bytes, as npm counts. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
