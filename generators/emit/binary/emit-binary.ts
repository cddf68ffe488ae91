import type { Diagnostics } from "../../model/diagnostics.ts";
import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { FileModel, MessageModel } from "../../model/model.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { declareNames } from "../shared/declare-names.ts";
import type { Emitter } from "../shared/emitter.ts";
import { modulePath } from "../shared/module-path.ts";
import type { BinaryContext } from "./binary-context.ts";
import { emitEnumNumber } from "./emit-enum-number.ts";
import { emitFunctions } from "./emit-functions.ts";
import { emitMapEntry } from "./emit-map-entry.ts";
import { emitRead } from "./emit-read.ts";
import { emitWrite } from "./emit-write.ts";
import { declaredNames } from "./names.ts";

/** Emits the binary codecs: they read and write the JSON values, and use the checks of the JSON codecs. */
export const emitBinary: Emitter = (model, diagnostics) => {
  const index = indexModel(model);
  return model.files
    .filter((file) => file.requested && file.messages.length + file.enums.length > 0)
    .map((file) => emitFile(file, { index, diagnostics }));
};

function emitFile(
  file: FileModel,
  { index, diagnostics }: { index: ModelIndex; diagnostics: Diagnostics },
): SourceFile {
  const out = createSourceFile({ path: modulePath(file.name, "binary"), source: file.name });
  declareNames(file, declaredNames, { out, diagnostics });
  const context = { out, index, file };
  const parts = [
    ...file.enums.map((enumeration) => () => emitEnumNumber(enumeration, context)),
    ...file.messages.flatMap((message) => messageParts(message, context)),
  ];
  parts.forEach((emit, i) => {
    if (i > 0) out.blank();
    emit();
  });
  return out;
}

function messageParts(message: MessageModel, shared: BinaryContext): readonly (() => void)[] {
  const context = { ...shared, message };
  const maps = message.fields.filter(({ shape }) => shape.kind === "map");
  return [
    () => emitFunctions(context),
    () => emitWrite(context),
    () => emitRead(context),
    ...maps.map((field) => () => emitMapEntry(field, context)),
  ];
}
