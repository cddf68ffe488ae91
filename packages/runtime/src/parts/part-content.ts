import { base64ToBytes, bytesToBase64 } from "../core/base64.ts";
import type { JsonValue } from "../core/json.ts";
import type { PartLike } from "./part-like.ts";

/** What is said of a file. */
export interface FileAbout {
  /** "report.pdf". */
  readonly filename?: string | undefined;
  /** "application/pdf". */
  readonly mediaType?: string | undefined;
}

/** A part with a file: whole, in base64, or by its URL. */
export type FilePart = ({ raw: string; url?: never } | { url: string; raw?: never }) & {
  text?: never;
  data?: never;
  filename?: string;
  mediaType?: string;
};

/** A part with a file. */
export function filePart(
  file: FileAbout & ({ readonly bytes: Uint8Array } | { readonly url: string }),
): FilePart;
/** The same of a blob, which is read; its type, and the name of a `File`, are those of the part. */
export function filePart(file: FileAbout & { readonly blob: Blob }): Promise<FilePart>;
export function filePart(
  file: FileAbout & ({ readonly bytes: Uint8Array } | { readonly url: string } | { readonly blob: Blob }),
): FilePart | Promise<FilePart> {
  if ("blob" in file) return readBlob(file);
  const about = describe(file);
  return "url" in file ? { url: file.url, ...about } : { raw: bytesToBase64(file.bytes), ...about };
}

async function readBlob({
  blob,
  filename,
  mediaType,
}: FileAbout & { readonly blob: Blob }): Promise<FilePart> {
  const { name } = blob as Partial<File>;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  // A blob without a type says so by an empty text.
  const type = blob.type === "" ? undefined : blob.type;
  return filePart({ bytes, filename: filename ?? name, mediaType: mediaType ?? type });
}

function describe({ filename, mediaType }: FileAbout): { filename?: string; mediaType?: string } {
  return { ...(filename !== undefined && { filename }), ...(mediaType !== undefined && { mediaType }) };
}

/**
 * The bytes of a part: of a file that was sent whole, or of a text in UTF-8. Undefined for data and for a
 * file by its URL, which you fetch yourself, since a URL of others may lead anywhere. Throws a RangeError for
 * what is no base64.
 */
export function bytesOf({ raw, text }: PartLike): Uint8Array | undefined {
  if (raw !== undefined) return base64ToBytes(raw);
  return text === undefined ? undefined : new TextEncoder().encode(text);
}

/** The texts of parts, joined with newlines; "" for none. */
export function textOf(parts: readonly PartLike[]): string {
  return parts.flatMap(({ text }) => text ?? []).join("\n");
}

/** The values of the data parts. */
export function dataOf(parts: readonly PartLike[]): readonly JsonValue[] {
  // What a codec has decoded is JSON.
  return parts.flatMap(({ data }) => (data === undefined ? [] : [data as JsonValue]));
}
