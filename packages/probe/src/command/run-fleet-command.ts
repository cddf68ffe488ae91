import { join } from "node:path";
import { checkAgentUrl } from "@a2agen/terminal/agent-url.ts";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { safeJson, safeLine } from "@a2agen/terminal/safe-text.ts";
import { plainStyle } from "@a2agen/terminal/style.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { type FleetResult, isFailing, toFleetResult } from "../fleet/fleet-result.ts";
import { formatFleet } from "../fleet/format-fleet.ts";
import { formatFleetMarkdown } from "../fleet/format-fleet-markdown.ts";
import { readHistory } from "../fleet/history.ts";
import { readFleet } from "../fleet/read-fleet.ts";
import { readFleetCatalog } from "../fleet/read-fleet-catalog.ts";
import { runFleet } from "../fleet/run-fleet.ts";
import { writeFleet } from "../fleet/write-fleet.ts";
import { scoreOf } from "../report/score.ts";
import type { FleetFlags } from "./fleet.ts";
import { parseReportsOf, writeReports } from "./write-reports.ts";

const formats = {
  json: (result: FleetResult) => `${JSON.stringify(result, undefined, 2)}\n`,
  markdown: formatFleetMarkdown,
};

/** Probes a fleet, and says what was found. */
export async function runFleetCommand(
  { operands: [source = "", ...others], flags }: CommandInput<FleetFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  if (others.length > 0) throw new UsageError("expected one FILE or CATALOG");
  if (/^[^/\\]+:\d/.test(source)) checkAgentUrl(source, { credentials: "give rows of a file tokenEnv" });
  const concurrency = parseNumber("concurrency", flags.concurrency) ?? 4;
  const rate = parseNumber("rate", flags.rate);
  const warn = (text: string): void => terminal.err(`${safeLine(text)}\n`);
  const reports = parseReportsOf(formats, flags.report);
  const { out } = flags;
  const { text, past } =
    out === undefined ? { text: "", past: [] } : await readHistory(join(out, "history.jsonl"));
  const fleet = await (/^https?:\/\//i.test(source)
    ? readFleetCatalog(source, warn)
    : readFleet(source, process.env));
  const stop = new AbortController();
  const end = (): void => stop.abort("the run was interrupted");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  let done = 0;
  const rows = await runFleet(fleet, {
    concurrency,
    rate,
    isWriting: flags.write === true,
    stop: stop.signal,
    onProgress: (label) => terminal.step?.(label),
    onDone({ name }, { report }) {
      const { passed, failed } = scoreOf(report.requirements);
      const said = report.problem ?? `${passed} of ${passed + failed} requirements`;
      warn(`${++done} of ${fleet.rows.length}: ${name}: ${said}`);
    },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
  await terminal.step?.(undefined);
  const isInterrupted = stop.signal.aborted;
  const result = toFleetResult(fleet, rows, { date: new Date(), isInterrupted, past });
  if (out !== undefined) await writeFleet(result, out, text);
  if (flags.json === true) terminal.out(`${safeJson(result, 2)}\n`);
  else
    terminal.out(
      formatFleet(result, { style: terminal.style?.out ?? plainStyle, columns: terminal.columns }),
    );
  await writeReports(reports, result);
  if (isInterrupted) return 130;
  return isFailing(result, flags["fail-on"] ?? "regressions") ? 1 : 0;
}

function parseNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (value > 0 && value <= 1000) return value;
  throw new UsageError(`--${flag}: expected a number above 0, at most 1000; found ${JSON.stringify(text)}`);
}
