import { importGoal, sizeGoals } from "../goals.ts";
import { formatGoal, formatTable } from "../markdown.ts";
import type { SizeResult } from "./run-size.ts";

export function formatSize({ entries, imports }: SizeResult): string {
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
  const sizes = entries.map(({ name, title, minified, gzipped }) => [
    title,
    kilobytes(minified),
    formatGoal(gzipped, sizeGoals[name], kilobytes),
  ]);
  const empty = imports[0]?.milliseconds ?? 0;
  const times = imports.map(({ title, milliseconds }) => {
    const goal = title.startsWith("a2agen") ? importGoal : undefined;
    return [
      title,
      milliseconds.toFixed(2),
      formatGoal(milliseconds - empty, goal, (value) => value.toFixed(2)),
    ];
  });
  return [
    formatTable(["bundle, kB", "minified", "and gzip"], sizes),
    formatTable(["import of a bundle, ms", "in all", "beyond nothing"], times),
  ].join("\n\n");
}
