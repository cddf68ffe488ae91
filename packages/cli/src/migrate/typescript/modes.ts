import { mediaTypeOfMode, objectToMode } from "@a2agen/runtime/internal";
import { ts } from "ts-morph";
import type { MigrationContext } from "./context.ts";
import { listElements, propertyName } from "./expressions.ts";

/** Fields of cards and skills that list media types. */
const modeFields: readonly string[] = [
  "defaultInputModes",
  "defaultOutputModes",
  "inputModes",
  "outputModes",
];

/** `["text"]` -> `["text/plain"]`: samples of 0.3 name kinds of parts where media types belong. */
export function mendModes(context: MigrationContext, literal: ts.ObjectLiteralExpression): void {
  for (const property of literal.properties) {
    if (!modeFields.includes(propertyName(property) ?? "")) continue;
    for (const element of listElements(property) ?? []) {
      if (!ts.isStringLiteralLike(element)) continue;
      const advice = objectToMode(element.text);
      const type = mediaTypeOfMode(element.text);
      if (advice === undefined) continue;
      if (type === undefined) context.report(element, advice);
      else context.edits.replaceString(element, type);
    }
  }
}
