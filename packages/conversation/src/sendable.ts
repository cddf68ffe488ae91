import { bytesToBase64 } from "@a2agen/runtime/internal";
import type { Part } from "./types.ts";

/** What a message says: a text, or parts and files. */
export type Sendable = string | readonly (Part | Blob)[];

/** The parts of a message. Rejects for a file that cannot be read. */
export async function toParts(given: Sendable): Promise<Part[]> {
  return typeof given === "string" ? [{ text: given }] : Promise.all(given.map(toPart));
}

async function toPart(given: Part | Blob): Promise<Part> {
  if (!(given instanceof Blob)) return given;
  const name = "name" in given && typeof given.name === "string" ? given.name : "";
  const bytes = await given.arrayBuffer().catch((cause: unknown) => {
    throw new Error(`${name || "A file"} cannot be read: add it again.`, { cause });
  });
  return {
    raw: bytesToBase64(new Uint8Array(bytes)),
    ...(name !== "" && { filename: name }),
    ...(given.type !== "" && { mediaType: given.type }),
  };
}
