import { readFile } from "node:fs/promises";
import { errorCode } from "@a2agen/runtime/internal";
import { CommandError } from "./command-error.ts";

/** Reads a file; throws a CommandError with the reason. */
export async function readBytes(path: string, flag = ""): Promise<Uint8Array> {
  return readFile(path).catch((cause: unknown) => {
    const prefix = flag === "" ? "" : `${flag}: `;
    throw new CommandError(`${prefix}${path}: ${describeUnreadable(cause)}`, { cause });
  });
}

/** Why a file cannot be read, or has not the syntax; `expected` says what else can be read there. */
export function describeUnreadable(error: unknown, expected = "a file that can be read"): string {
  if (error instanceof SyntaxError) return `expected ${expected}; ${error.message}`;
  const code = errorCode(error) ?? String(error);
  return `expected ${expected}; found ${reasons.get(code) ?? code}`;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "nothing there"],
  ["EISDIR", "a directory"],
  ["EACCES", "one that may not be read (EACCES)"],
]);
