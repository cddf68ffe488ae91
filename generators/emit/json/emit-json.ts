import type { Diagnostics } from "../../model/diagnostics.ts";
import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { EnumModel, FileModel, MessageModel } from "../../model/model.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { declareNames } from "../shared/declare-names.ts";
import type { Emitter } from "../shared/emitter.ts";
import { modulePath } from "../shared/module-path.ts";
import { emitCheck } from "./emit-check.ts";
import { emitEncode } from "./emit-encode.ts";
import { emitEnumCheck } from "./emit-enum-check.ts";
import { emitFunctions } from "./emit-functions.ts";
import { enumNames, messageNames } from "./names.ts";

/** Emits the JSON codecs: for every message its check, its encoder, and the functions over both. */
export const emitJson: Emitter = (model, diagnostics) => {
  const index = indexModel(model);
  return model.files
    .filter((file) => file.requested && file.messages.length + file.enums.length > 0)
    .map((file) => emitFile(file, { index, diagnostics }));
};

function emitFile(
  file: FileModel,
  { index, diagnostics }: { index: ModelIndex; diagnostics: Diagnostics },
): SourceFile {
  const out = createSourceFile({ path: modulePath(file.name, "json"), source: file.name });
  declareNames(file, namesOf, { out, diagnostics });
  const context = { out, index, file };
  const parts = [
    ...file.enums.map((enumeration) => () => emitEnumCheck(enumeration, context)),
    ...file.messages.map((message) => () => {
      emitFunctions(message, context);
      out.blank();
      emitCheck(message, context);
      out.blank();
      emitEncode(message, context);
    }),
  ];
  parts.forEach((emit, i) => {
    if (i > 0) out.blank();
    emit();
  });
  return out;
}

function namesOf(type: MessageModel | EnumModel): readonly string[] {
  return Object.values(type.kind === "message" ? messageNames(type) : enumNames(type));
}
