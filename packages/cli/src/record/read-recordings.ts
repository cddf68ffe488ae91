import { readFile } from "node:fs/promises";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { parseHar } from "@a2agen/exchange/meaning/read-har.ts";
import { parseRecording } from "@a2agen/exchange/recording.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";

/** The exchanges of recordings and HTTP Archives, in the order of their time. */
export async function readRecordings(paths: readonly string[]): Promise<readonly Exchange[]> {
  if (paths.length === 0) throw new UsageError("expected a recording; found no FILE");
  const all = await Promise.all(paths.map(readOne));
  return all.flat().toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));
}

async function readOne(path: string): Promise<readonly Exchange[]> {
  try {
    const text = await readFile(path, "utf8");
    return path.endsWith(".har") ? parseHar(text) : parseRecording(text);
  } catch (error) {
    throw new CommandError(`${path}: ${errorMessage(error)}`);
  }
}
