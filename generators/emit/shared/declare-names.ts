import type { Diagnostics } from "../../model/diagnostics.ts";
import type { TypeModel } from "../../model/index-model.ts";
import type { FileModel } from "../../model/model.ts";
import type { SourceFile } from "../../print/source-file.ts";
import { sharedDiagnostics } from "./diagnostics.ts";

/** The names that a file declares for a type: for users, and for generated code alone. */
export type NamesOf = (type: TypeModel, file: FileModel) => DeclaredNames;

export interface DeclaredNames {
  readonly names: readonly string[];
  readonly internals?: readonly string[];
  /** Those of the names that are types and no values. */
  readonly types?: readonly string[];
}

/** Reserves what the file declares, and reports names that come out the same. */
export function declareNames(
  file: FileModel,
  namesOf: NamesOf,
  { out, diagnostics }: { out: SourceFile; diagnostics: Diagnostics },
): void {
  const owners = new Map<string, TypeModel>();
  for (const type of [...file.messages, ...file.enums, ...file.unions]) {
    const { names, internals = [], types = [] } = namesOf(type, file);
    for (const name of [...names, ...internals]) {
      const owner = owners.get(name);
      if (owner !== undefined && owner.identifier !== type.identifier) {
        diagnostics.report(sharedDiagnostics["derived-name-collision"], type.position, {
          name,
          first: owner.typeName,
          second: type.typeName,
        });
      }
      owners.set(name, type);
      out.declare(name, internals.includes(name) ? "internal" : types.includes(name) ? "type" : "public");
    }
  }
}
