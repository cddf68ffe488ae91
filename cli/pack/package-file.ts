import { compareCodeUnits } from "../../generators/naming/order.ts";

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
