import { plural } from "@a2agen/runtime/internal";
import { defineDiagnostics } from "../../model/diagnostics.ts";

interface BothPlaces {
  readonly names: readonly string[];
  readonly first: string;
  readonly second: string;
}

/** What can be wrong with the files that export all others. */
export const indexDiagnostics = defineDiagnostics({
  "index-collision": {
    severity: "warning",
    text: ({ names, first, second }: BothPlaces) =>
      `${listNames(names)} exported by both ${first} and ${second}, and not by the index of the run; import from these`,
  },
  "index-name-taken": {
    severity: "warning",
    text: ({ names, first, second }: BothPlaces) =>
      `${listNames(names)} exported by both ${first} and ${second}; the index has that of ${first}, import the other one from its file`,
  },
});

/** Names that a message shows. */
const shown = 3;

function listNames(names: readonly string[]): string {
  const first = names
    .slice(0, shown)
    .map((name) => `"${name}"`)
    .join(", ");
  if (names.length <= shown) return `${first} ${plural(names.length, ["is", "are"])}`;
  return `${first} and ${names.length - shown} more names are`;
}
