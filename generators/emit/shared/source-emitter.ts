import { indexModel, type ModelIndex, type TypeModel, typesOf } from "../../model/index-model.ts";
import type { FileModel } from "../../model/model.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { declareNames, type NamesOf } from "./declare-names.ts";
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
  readonly namesOf: NamesOf;
  /** Functions that print the parts of a type in turn; an empty line stands between parts. */
  readonly parts: (type: TypeModel, context: SourceContext) => readonly (() => void)[];
}

/** An emitter of one file for every requested file that declares types. */
export function createSourceEmitter({ kind, namesOf, parts }: SourceEmitterInit): Emitter {
  return (model, diagnostics) => {
    const index = indexModel(model);
    return model.files.filter(declaresTypes).map((file) => {
      const out = createSourceFile({ path: modulePath(file.name, kind), source: file.name });
      declareNames(file, namesOf, { out, diagnostics });
      const context = { out, index, file };
      typesOf(file)
        .flatMap((type) => parts(type, context))
        .forEach((print, i) => {
          if (i > 0) out.blank();
          print();
        });
      return out;
    });
  };
}

function declaresTypes(file: FileModel): boolean {
  return file.requested && typesOf(file).length > 0;
}
