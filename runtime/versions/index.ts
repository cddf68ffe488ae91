export { createDetector } from "./detect/detect.ts";
export type {
  Candidate,
  Certainty,
  Detect,
  DetectHints,
  Detection,
  Dialect,
  Finding,
  NearMiss,
  Shape,
} from "./detect/detection.ts";
export {
  type Address,
  type AddressesInit,
  listAddresses,
  withOneVersion,
} from "./translate/card-addresses.ts";
export { completeNames } from "./translate/complete-names.ts";
export { composeServices } from "./translate/compose-services.ts";
export {
  agree,
  filled,
  firstOf,
  formatName,
  type IntegerLimits,
  isSet,
  millisecondsToTimestamp,
  parseName,
  timestampToMilliseconds,
  toBase64,
  toInteger,
  toTimestamp,
} from "./translate/convert.ts";
export { defineTranslator, type TranslatorInit } from "./translate/define-translator.ts";
export { createLossLog, type LossLogOptions } from "./translate/loss-log.ts";
export type { MethodTranslation, ServiceTranslation } from "./translate/service-translation.ts";
export { type Step, Trace, type Translate } from "./translate/trace.ts";
export { type Direction, translateError } from "./translate/translate-error.ts";
export {
  downgradeHandler,
  type HandlerLosses,
  type TranslateHandlerOptions,
  upgradeHandler,
} from "./translate/translate-handler.ts";
export {
  type CallLosses,
  type TranslateTransportOptions,
  translateTransport,
} from "./translate/translate-transport.ts";
export {
  compose,
  type Loss,
  type LossKind,
  type Translated,
  type Translator,
} from "./translate/translator.ts";
export { UntranslatableError } from "./translate/untranslatable-error.ts";
export { unwrapValue, type Wrapping, wrapValue } from "./translate/wrap-value.ts";
