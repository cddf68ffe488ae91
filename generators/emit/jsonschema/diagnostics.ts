import { defineDiagnostics } from "../../model/diagnostics.ts";

/** What can be wrong with the files of schemas. */
export const jsonSchemaDiagnostics = defineDiagnostics({
  "case-collision": {
    severity: "warning",
    text: (p: { first: string; second: string }) =>
      `${p.first}.schema.json and ${p.second}.schema.json are one file on macOS and Windows, which do not tell cases apart; rename one of the types, or use the bundle, which has both`,
  },
});
