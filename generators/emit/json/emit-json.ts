import type { Emitter } from "../shared/emitter.ts";
import { createSourceEmitter } from "../shared/source-emitter.ts";
import { emitCheck } from "./emit-check.ts";
import { emitEncode } from "./emit-encode.ts";
import { emitEnumCheck } from "./emit-enum-check.ts";
import { emitFunctions } from "./emit-functions.ts";
import { enumNames, messageNames } from "./names.ts";

/** Emits the JSON codecs: for every message its check, its encoder, and the functions over both. */
export const emitJson: Emitter = createSourceEmitter({
  kind: "json",
  namesOf: (type) => Object.values(type.kind === "message" ? messageNames(type) : enumNames(type)),
  enumParts: (enumeration, context) => [() => emitEnumCheck(enumeration, context)],
  messageParts: (message, context) => [
    () => emitFunctions(message, context),
    () => emitCheck(message, context),
    () => emitEncode(message, context),
  ],
});
