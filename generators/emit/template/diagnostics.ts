import { defineDiagnostics } from "../../model/diagnostics.ts";

/** What can be wrong with a user's templates. */
export const templateDiagnostics = defineDiagnostics({
  template: {
    severity: "error",
    text: (p: { problem: string }) => p.problem,
  },
});
