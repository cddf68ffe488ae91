import type { Invocation } from "./run-jobs.ts";

/** A table with a line per invocation and a last one with the totals. */
export function formatInvocations(invocations: readonly Invocation[]): string {
  const rows = invocations.map((invocation) => [
    invocation.job,
    invocation.plugin,
    invocation.out,
    ...formatSize(invocation),
  ]);
  const total = ["total", `${invocations.length} invocations`, "", ...formatSize(sum(invocations))];
  return alignColumns([...rows, total]);
}

type Size = Pick<Invocation, "files" | "lines" | "bytes" | "milliseconds">;

function formatSize({ files, lines, bytes, milliseconds }: Size): readonly string[] {
  return [`${files} files`, `${lines} lines`, `${bytes} bytes`, `${Math.round(milliseconds)} ms`];
}

function sum(sizes: readonly Size[]): Size {
  return sizes.reduce(
    (left, right) => ({
      files: left.files + right.files,
      lines: left.lines + right.lines,
      bytes: left.bytes + right.bytes,
      milliseconds: left.milliseconds + right.milliseconds,
    }),
    { files: 0, lines: 0, bytes: 0, milliseconds: 0 },
  );
}

/** Words to the left, amounts to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          /^\d/.test(cell) && column > 2
            ? cell.padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
