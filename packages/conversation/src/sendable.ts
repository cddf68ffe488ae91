import { filePart } from "@a2agen/runtime/client";
import type { Part } from "./types.ts";

/** What a message says: a text, or parts and files. */
export type Sendable = string | readonly (Part | Blob)[];

/** The parts of a message. Rejects for a file that cannot be read. */
export async function toParts(given: Sendable): Promise<Part[]> {
  return typeof given === "string" ? [{ text: given }] : Promise.all(given.map(toPart));
}

async function toPart(given: Part | Blob): Promise<Part> {
  if (!(given instanceof Blob)) return given;
  try {
    return await filePart({ blob: given });
  } catch (cause) {
    const name = "name" in given && typeof given.name === "string" ? given.name : "A file";
    throw new Error(`${name} cannot be read: add it again.`, { cause });
  }
}
