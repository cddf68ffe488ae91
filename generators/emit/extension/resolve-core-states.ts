import type { Position } from "../../model/model.ts";
import { coreStateNames } from "./core-states.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import type { TermsContext } from "./terms-context.ts";

/** The JSON spellings of core states of a task; those that no version of the core has are reported. */
export function resolveCoreStates(
  names: readonly string[],
  { extension, files, types, position, diagnostics }: TermsContext & { readonly position: Position },
): readonly string[] {
  if (names.length === 0) return names;
  const known = coreStateNames(files, types);
  return names.flatMap((name) => {
    const json = known.get(name);
    if (json !== undefined) return [json];
    const parameters = { extension, name, names: [...known.keys()] };
    diagnostics.report(extensionDiagnostics["extension-core-state"], position, parameters);
    return [];
  });
}
