import { mkdir, open } from "node:fs/promises";
import { join, parse } from "node:path";
import type { Part } from "@a2agen/a2a-1.0";
import { extensionFor } from "./media-types.ts";

/** Names that Windows keeps for devices. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Bytes of a name and of its extension; file systems have 255 for both, and a number may come between. */
const longestName = 180;
const longestExtension = 30;

/** Most files of one name. */
const mostTries = 1000;

/** Whether a part has content that is a file: bytes, or a text or data that has a name. */
export function isFile({ raw, url, filename }: Part): boolean {
  return raw !== undefined || (filename !== undefined && url === undefined);
}

/**
 * Writes a part to a directory and returns the path. The name is that of the part as far as it is a plain
 * name, else `fallback`; a file that is there is never written to, nor what a link points to.
 */
export async function savePart(part: Part, directory: string, fallback: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const name =
    safeFileName(part.filename) ?? `${safeFileName(fallback) ?? "file"}${extensionFor(part.mediaType)}`;
  const bytes = bytesOf(part);
  for (let count = 1; count <= mostTries; count++) {
    const path = join(directory, numbered(name, count));
    const file = await open(path, "wx").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return undefined;
      throw error;
    });
    if (file === undefined) continue;
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    return path;
  }
  throw new Error(`${directory}: expected a name that is free; ${name} is taken ${mostTries} times`);
}

/** The name alone, without a way to another directory; undefined when nothing of it is left. */
export function safeFileName(name: string | undefined): string | undefined {
  const last = name?.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}<>:"|?*]/gu, "_")
    .replace(/^[.\s]+/, "")
    // Looks at a run of dots and spaces once, from its beginning.
    .replace(/(?<![.\s])[.\s]+$/, "");
  const { name: stem, ext } = parse(plain);
  const cut = `${cutBytes(stem, longestName)}${cutBytes(ext, longestExtension)}`;
  if (cut === "") return undefined;
  return devices.test(cut) ? `_${cut}` : cut;
}

function cutBytes(text: string, most: number): string {
  const characters = Array.from(text.slice(0, most));
  while (Buffer.byteLength(characters.join("")) > most) characters.pop();
  return characters.join("");
}

function numbered(name: string, count: number): string {
  if (count === 1) return name;
  const { name: stem, ext } = parse(name);
  return `${stem}-${count}${ext}`;
}

function bytesOf({ raw, text, data }: Part): Buffer {
  if (raw !== undefined) return Buffer.from(raw, "base64");
  return Buffer.from(text ?? `${JSON.stringify(data, undefined, 2)}\n`);
}
