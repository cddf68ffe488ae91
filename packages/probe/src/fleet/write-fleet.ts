import { join } from "node:path";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { formatBadge } from "../report/format-badge.ts";
import { formatHtml } from "../report/format-html.ts";
import type { FleetResult } from "./fleet-result.ts";
import { formatFleetHtml } from "./format-fleet-html.ts";
import { formatRuns } from "./history.ts";

/** Writes what `--out` promises, all or nothing; `history` is what the earlier runs wrote. */
export async function writeFleet(result: FleetResult, directory: string, history: string): Promise<void> {
  const init = { date: new Date(result.date), home: { href: "../index.html", title: result.title } };
  const own = result.agents.flatMap(({ name, slug, report }) =>
    report === undefined
      ? []
      : [
          [`badges/${slug}.svg`, formatBadge(report)] as const,
          [`agents/${slug}.html`, formatHtml({ ...report, agent: report.agent || name }, init)] as const,
        ],
  );
  const files = [
    ["results.json", `${JSON.stringify(result, undefined, 2)}\n`] as const,
    ["history.jsonl", `${history}${formatRuns(result)}`] as const,
    ["index.html", formatFleetHtml(result)] as const,
    ...own,
  ];
  const encoder = new TextEncoder();
  await writeFiles(
    files.map(([path, text]) => ({ path: join(directory, path), bytes: encoder.encode(text) })),
  );
}
