import type { WriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { formatRecording } from "@a2agen/exchange/recording.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import type { Outcome } from "@a2agen/terminal/command.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import type { Report } from "../report/report.ts";
import type { ProbeFlags } from "./probe-flags.ts";
import { tellReport } from "./tell-report.ts";
import { type ReportFile, writeReports } from "./write-reports.ts";

export interface RunWatch {
  readonly onProgress: (label: string) => Promise<void> | undefined;
  readonly onExchange: (exchange: Exchange) => void;
}

/** Runs a probe, shows its progress, records its exchanges, and reports its findings. */
export async function runReported(
  {
    flags,
    reports,
    terminal,
  }: { readonly flags: ProbeFlags; readonly reports: readonly ReportFile[]; readonly terminal: Terminal },
  run: (watch: RunWatch) => Promise<Report>,
): Promise<Outcome> {
  const record = flags.record === undefined ? undefined : await openRecord(flags.record);
  try {
    const report = await run({
      onProgress: (label) => terminal.step?.(label),
      onExchange: (exchange) => void record?.write(formatRecording([exchange])),
    });
    await terminal.step?.(undefined);
    // What was found is said even where it cannot be written.
    const outcome = tellReport(report, flags, terminal);
    await writeReports(reports, report);
    return outcome;
  } finally {
    if (record !== undefined) await finished(record.end());
  }
}

/** Before anything is sent: a recording that cannot be written is no reason to send it. */
async function openRecord(path: string): Promise<WriteStream> {
  try {
    await mkdir(dirname(path), { recursive: true });
    return (await open(path, "w")).createWriteStream();
  } catch (cause) {
    throw new CommandError(`--record: ${path}: ${errorMessage(cause)}`, { cause });
  }
}
