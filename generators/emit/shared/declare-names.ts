import type { Diagnostics } from "../../model/diagnostics.ts";
import type { EnumModel, FileModel, MessageModel } from "../../model/model.ts";
import type { SourceFile } from "../../print/source-file.ts";

/** The names that a file declares for a message or an enum. */
export type NamesOf = (type: MessageModel | EnumModel) => readonly string[];

/** Reserves what the file declares, and reports names that come out the same. */
export function declareNames(
  file: FileModel,
  namesOf: NamesOf,
  { out, diagnostics }: { out: SourceFile; diagnostics: Diagnostics },
): void {
  const owners = new Map<string, MessageModel | EnumModel>();
  for (const type of [...file.messages, ...file.enums]) {
    for (const name of namesOf(type)) {
      const owner = owners.get(name);
      if (owner !== undefined && owner.identifier !== type.identifier) {
        diagnostics.report("derived-name-collision", type.position, {
          name,
          first: owner.typeName,
          second: type.typeName,
        });
      }
      owners.set(name, type);
      out.declare(name);
    }
  }
}
