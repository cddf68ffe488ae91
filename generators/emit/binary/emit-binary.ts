import type { MessageModel } from "../../model/model.ts";
import type { Emitter } from "../shared/emitter.ts";
import { createSourceEmitter, type SourceContext } from "../shared/source-emitter.ts";
import { createMessageContext } from "./binary-context.ts";
import { emitEnumNumber } from "./emit-enum-number.ts";
import { emitFunctions } from "./emit-functions.ts";
import { emitMapEntry } from "./emit-map-entry.ts";
import { emitRead } from "./emit-read.ts";
import { emitWrite } from "./emit-write.ts";
import { declaredNames } from "./names.ts";

/** Emits the binary codecs: they read and write the JSON values, and use the checks of the JSON codecs. */
export const emitBinary: Emitter = (model, diagnostics) =>
  emitProtos({ ...model, files: model.files.filter(({ source }) => source === "proto") }, diagnostics);

const emitProtos = createSourceEmitter({
  kind: "binary",
  namesOf: (type) => (type.kind === "union" ? { names: [] } : declaredNames(type)),
  parts: (type, context) => {
    switch (type.kind) {
      case "enum":
        return [() => emitEnumNumber(type, context)];
      case "message":
        return messageParts(type, context);
      case "union":
        return [];
    }
  },
});

function messageParts(message: MessageModel, shared: SourceContext): readonly (() => void)[] {
  const context = createMessageContext(message, shared);
  const maps = message.fields.filter(({ shape }) => shape.kind === "map");
  return [
    () => emitFunctions(context),
    () => emitWrite(context),
    () => emitRead(context),
    ...maps.map((field) => () => emitMapEntry(field, context)),
  ];
}
