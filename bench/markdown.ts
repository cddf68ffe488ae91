/** A table; numbers stand at the right, and the first column at the left. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, index) => (index === 0 ? "---" : "--:"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/** A figure beside its goal: bold, with the goal, when it is missed. */
export function formatGoal(
  figure: number,
  goal: number | undefined,
  format: (figure: number) => string,
): string {
  return goal === undefined || figure <= goal ? format(figure) : `**${format(figure)}** (${format(goal)})`;
}

/** The same for a goal that is the least that a figure may be. */
export function formatLeast(
  figure: number,
  goal: number | undefined,
  format: (figure: number) => string,
): string {
  return goal === undefined || figure >= goal ? format(figure) : `**${format(figure)}** (${format(goal)})`;
}

/** Three digits that mean something. */
export function formatNumber(value: number): string {
  if (value >= 100) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
