import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { formatJUnit } from "@a2agen/exchange/report/format-junit.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { formatBadge } from "../report/format-badge.ts";
import { formatHtml } from "../report/format-html.ts";
import { formatMarkdown } from "../report/format-markdown.ts";
import { formatSarif } from "../report/format-sarif.ts";
import { formatTck } from "../report/format-tck.ts";
import type { Report } from "../report/report.ts";

type Format<Reported> = (report: Reported, init: { readonly date: Date }) => string;

type Formats<Reported> = Readonly<Record<string, Format<Reported>>>;

const formats: Formats<Report> = {
  badge: formatBadge,
  html: formatHtml,
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  junit: formatJUnit,
  markdown: formatMarkdown,
  sarif: formatSarif,
  tck: formatTck,
};

export interface ReportFile<Reported = Report> {
  readonly format: Format<Reported>;
  readonly path: string;
}

/** Reads `KIND=FILE`; throws a UsageError. */
export function parseReports(texts: readonly string[] | undefined): readonly ReportFile[] {
  return parseReportsOf(formats, texts);
}

/** The same for reports of another kind. */
export function parseReportsOf<Reported>(
  formats: Formats<Reported>,
  texts: readonly string[] = [],
): readonly ReportFile<Reported>[] {
  return texts.map((text) => {
    const [, kind = "", path = ""] = /^(\w+)=(.+)$/s.exec(text) ?? [];
    const format = Object.hasOwn(formats, kind) ? formats[kind] : undefined;
    if (format !== undefined) return { format, path };
    const kinds = Object.keys(formats).join(", ");
    throw new UsageError(`--report: expected KIND=FILE, with one of ${kinds}; found ${JSON.stringify(text)}`);
  });
}

/** Writes each report, and the folder that it is in. */
export async function writeReports<Reported>(
  files: readonly ReportFile<Reported>[],
  report: Reported,
  date = new Date(),
): Promise<void> {
  for (const { format, path } of files) {
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, format(report, { date }));
    } catch (cause) {
      throw new CommandError(`--report: ${path}: ${errorMessage(cause)}`, { cause });
    }
  }
}
