import { extensionGoal } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import type { ExtensionFigures } from "./run-extensions.ts";

export function formatExtensions({ bytes, figures }: ExtensionFigures): string {
  const table = formatTable(
    ["read", "µs", "over the request alone"],
    figures.map(({ name, microseconds, ratio }) => [
      name,
      formatNumber(microseconds),
      formatGoal(ratio, name === "with the extension active" ? extensionGoal : undefined, formatNumber),
    ]),
  );
  return `The data has ${bytes} bytes.\n\n${table}`;
}
