import { defineDiagnostics } from "../../model/diagnostics.ts";

/** What can be wrong with the file that exports all others. */
export const indexDiagnostics = defineDiagnostics({
  "index-collision": {
    severity: "error",
    text: (p: { names: readonly string[]; first: string; second: string }) =>
      `${listNames(p.names)} exported by both ${p.first} and ${p.second}; leave "index" out of the targets and import the files themselves`,
  },
});

/** Names that a message shows. */
const shown = 3;

function listNames(names: readonly string[]): string {
  const first = names
    .slice(0, shown)
    .map((name) => `"${name}"`)
    .join(", ");
  if (names.length <= shown) return `${first} ${names.length === 1 ? "is" : "are"}`;
  return `${first} and ${names.length - shown} more names are`;
}
