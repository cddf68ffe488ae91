import { readFile, stat } from "node:fs/promises";

/** Bytes of a file that are read. */
const maximumBytes = 64 * 1024 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a file of UTF-8, a byte order mark included, or says what is wrong with it. */
export async function readText(
  path: string,
): Promise<{ readonly text: string; readonly problem?: undefined } | { readonly problem: string }> {
  try {
    const { size } = await stat(path);
    if (size > maximumBytes) {
      return { problem: `expected at most ${maximumBytes} bytes, found ${size}` };
    }
    return { text: utf8.decode(await readFile(path)) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return {
      problem: error instanceof TypeError ? "expected UTF-8, found other bytes" : `cannot be read: ${code}`,
    };
  }
}
