import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { formatRecording } from "@a2agen/exchange/recording.ts";
import type { Outcome } from "@a2agen/terminal/command.ts";
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
  const record = flags.record === undefined ? undefined : createWriteStream(flags.record);
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
