import { readFile, stat } from "node:fs/promises";
import { errorCode } from "@a2agen/runtime/internal";

/** The largest file that is read. */
const maximumBytes = 64 * 1024 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a file in UTF-8, keeping a byte order mark; otherwise returns the reason. */
export async function readText(path: string): Promise<string | { readonly problem: string }> {
  try {
    const { size } = await stat(path);
    if (size > maximumBytes) return { problem: `expected at most ${maximumBytes} bytes, found ${size}` };
    return utf8.decode(await readFile(path));
  } catch (error) {
    if (error instanceof TypeError) return { problem: "expected UTF-8, found other bytes" };
    return { problem: `cannot be read: ${errorCode(error) ?? String(error)}` };
  }
}
