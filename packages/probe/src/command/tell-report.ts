import type { Outcome } from "@a2agen/terminal/command.ts";
import { safeJson, safeLine } from "@a2agen/terminal/safe-text.ts";
import { plainStyle } from "@a2agen/terminal/style.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { levels } from "../core/requirement.ts";
import type { Report } from "../report/report.ts";
import { formatReport } from "./format-report.ts";
import type { ProbeFlags } from "./probe-flags.ts";

/** Prints a report; the exit status says what it comes to. */
export function tellReport(report: Report, flags: ProbeFlags, terminal: Terminal): Outcome {
  if (report.problem !== undefined) {
    terminal.err(
      `${report.problem
        .split("\n")
        .map((line) => safeLine(line))
        .join("\n")}\n`,
    );
  }
  if (flags.json === true) terminal.out(`${safeJson(report, 2)}\n`);
  else if (report.interfaces.length > 0 || report.findings.length > 0) {
    const style = terminal.style?.out ?? plainStyle;
    terminal.out(formatReport(report, { style, isWhole: flags.all === true, columns: terminal.columns }));
  }
  if (report.problem !== undefined) return 2;
  const least = flags["fail-on"] ?? "MUST";
  if (least === "never") return 0;
  const isBad = report.findings.some(({ level }) => levels.indexOf(level) <= levels.indexOf(least));
  return isBad ? 1 : 0;
}
