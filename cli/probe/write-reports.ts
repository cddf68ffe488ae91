import { writeFile } from "node:fs/promises";
import { formatHtml } from "../../probe/report/format-html.ts";
import { formatJUnit } from "../../probe/report/format-junit.ts";
import { formatMarkdown } from "../../probe/report/format-markdown.ts";
import { formatSarif } from "../../probe/report/format-sarif.ts";
import type { Report } from "../../probe/report/report.ts";
import { errorMessage } from "../../runtime/core/object.ts";
import { CommandError, UsageError } from "../shared/command-error.ts";

const formats: Readonly<Record<string, (report: Report) => string>> = {
  html: formatHtml,
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  junit: formatJUnit,
  markdown: formatMarkdown,
  sarif: formatSarif,
};

export interface ReportFile {
  readonly format: (report: Report) => string;
  readonly path: string;
}

/** Reads `KIND=FILE`; throws a UsageError. */
export function parseReports(texts: readonly string[] = []): readonly ReportFile[] {
  return texts.map((text) => {
    const [, kind = "", path = ""] = /^(\w+)=(.+)$/s.exec(text) ?? [];
    const format = Object.hasOwn(formats, kind) ? formats[kind] : undefined;
    if (format !== undefined) return { format, path };
    const kinds = Object.keys(formats).join(", ");
    throw new UsageError(`--report: expected KIND=FILE, with one of ${kinds}; found ${JSON.stringify(text)}`);
  });
}

export async function writeReports(files: readonly ReportFile[], report: Report): Promise<void> {
  for (const { format, path } of files) {
    await writeFile(path, format(report)).catch((cause: unknown) => {
      throw new CommandError(`--report: ${path}: ${errorMessage(cause)}`, { cause });
    });
  }
}
