import type { PackageFile } from "./package-file.ts";

/** The files of a package with their sizes, and what each directory comes to. */
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
