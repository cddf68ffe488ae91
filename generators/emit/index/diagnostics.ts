import { defineDiagnostics } from "../../model/diagnostics.ts";

/** What can be wrong with the file that exports all others. */
export const indexDiagnostics = defineDiagnostics({
  "index-collision": {
    severity: "error",
    text: (p: { name: string; first: string; second: string }) =>
      `"${p.name}" is exported by both ${p.first} and ${p.second}; leave "index" out of the targets and import the files themselves`,
  },
});
