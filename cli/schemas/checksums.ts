import { createHash } from "node:crypto";
import { type PackageFile, sortFiles, textFile } from "../pack/package-file.ts";

/** SHA-256 in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** SHA256SUMS of files, as `sha256sum -c` reads it. */
export function buildChecksums(files: readonly PackageFile[]): PackageFile {
  const lines = sortFiles(files).map(({ path, bytes }) => `${sha256(bytes)}  ${path}\n`);
  return textFile("SHA256SUMS", lines.join(""));
}
