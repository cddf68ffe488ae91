import { defineDiagnostics } from "../../model/diagnostics.ts";

/** What can be wrong for several emitters. */
export const sharedDiagnostics = defineDiagnostics({
  "derived-name-collision": {
    severity: "error",
    text: (p: { name: string; first: string; second: string }) =>
      `"${p.name}" is generated for both ${p.first} and ${p.second}; rename one of them`,
  },
});
