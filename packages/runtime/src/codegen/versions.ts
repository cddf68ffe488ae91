/**
 * For generated code, not for hand-written code: no semantic versioning. Each release fits the code that the
 * same release generates.
 *
 * @packageDocumentation
 * @internal
 */
export { createDetector } from "../versions/detect/detect.ts";
export {
  createAnswerReader,
  createCallWriter,
  createReader,
  createRequestWriter,
  createWriter,
} from "../versions/layer/layer.ts";
export { createErrorWriter } from "../versions/layer/layer-error.ts";
export type { LayerFacts } from "../versions/layer/layer-facts.ts";
export { createHeaders, createInterfacePicker } from "../versions/layer/pick-interface.ts";
export { createRequestReader } from "../versions/layer/read-request.ts";
export { type Address, listAddresses, withOneVersion } from "../versions/translate/card-addresses.ts";
export { completeNames } from "../versions/translate/complete-names.ts";
export {
  agree,
  filled,
  firstOf,
  formatName,
  isSet,
  millisecondsToTimestamp,
  parseName,
  timestampToMilliseconds,
  toBase64,
  toInteger,
  toKnown,
  toTimestamp,
} from "../versions/translate/convert.ts";
export { defineTranslator } from "../versions/translate/define-translator.ts";
export { createErrorRenamer } from "../versions/translate/error-renamer.ts";
export { invertTranslation } from "../versions/translate/invert-translation.ts";
export { Trace } from "../versions/translate/trace.ts";
export { translateTransport } from "../versions/translate/translate-transport.ts";
export { unwrapValue, wrapValue } from "../versions/translate/wrap-value.ts";
