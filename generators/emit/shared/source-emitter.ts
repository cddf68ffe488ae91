import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { EnumModel, FileModel, MessageModel } from "../../model/model.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { declareNames } from "./declare-names.ts";
import type { Emitter } from "./emitter.ts";
import { type ModuleKind, modulePath } from "./module-path.ts";

/** What the emitters of one file's parts share. */
export interface SourceContext {
  readonly out: SourceFile;
  readonly index: ModelIndex;
  readonly file: FileModel;
}

/** How a TypeScript target is made: what its files export and what they consist of. */
export interface SourceEmitterInit {
  readonly kind: ModuleKind;
  /** The names that a file exports for a type. */
  readonly namesOf: (type: MessageModel | EnumModel) => readonly string[];
  /** Functions that print the parts of a type in turn; an empty line stands between parts. */
  readonly enumParts: (enumeration: EnumModel, context: SourceContext) => readonly (() => void)[];
  readonly messageParts: (message: MessageModel, context: SourceContext) => readonly (() => void)[];
}

/** An emitter of one file for every requested proto that declares messages or enums. */
export function createSourceEmitter({ kind, namesOf, enumParts, messageParts }: SourceEmitterInit): Emitter {
  return (model, diagnostics) => {
    const index = indexModel(model);
    return model.files.filter(declaresTypes).map((file) => {
      const out = createSourceFile({ path: modulePath(file.name, kind), source: file.name });
      declareNames(file, namesOf, { out, diagnostics });
      const context = { out, index, file };
      const parts = [
        ...file.enums.flatMap((enumeration) => enumParts(enumeration, context)),
        ...file.messages.flatMap((message) => messageParts(message, context)),
      ];
      parts.forEach((print, i) => {
        if (i > 0) out.blank();
        print();
      });
      return out;
    });
  };
}

function declaresTypes(file: FileModel): boolean {
  return file.requested && file.messages.length + file.enums.length > 0;
}
