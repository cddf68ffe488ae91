import { toHar } from "@a2agen/exchange/har.ts";
import { formatRecording } from "@a2agen/exchange/recording.ts";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { readRecordings } from "./read-recordings.ts";

/** `a2agen record convert`: the exchanges of all files in one file of the other kind. */
export async function convertRecordings(
  { operands, flags }: CommandInput<{ readonly out?: string }>,
  terminal: Terminal,
): Promise<Outcome> {
  const { out } = flags;
  if (out === undefined) throw new UsageError("expected --out FILE, which ends in .har or .jsonl");
  const exchanges = await readRecordings(operands);
  const text = out.endsWith(".har")
    ? `${JSON.stringify(toHar(exchanges), null, 2)}\n`
    : formatRecording(exchanges);
  await writeFiles([{ path: out, bytes: Buffer.from(text) }]);
  terminal.err(`${out}: ${exchanges.length} exchanges\n`);
  return 0;
}
