export { type Address, type AddressesInit, listAddresses, withOneVersion } from "./card-addresses.ts";
export { completeNames } from "./complete-names.ts";
export { composeServices } from "./compose-services.ts";
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
} from "./convert.ts";
export { defineTranslator, type TranslatorInit } from "./define-translator.ts";
export { createDetector } from "./detect.ts";
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
} from "./detection.ts";
export { createLossLog, type LossLogOptions } from "./loss-log.ts";
export type { MethodTranslation, ServiceTranslation } from "./service-translation.ts";
export { type Step, Trace, type Translate } from "./trace.ts";
export { type Direction, translateError } from "./translate-error.ts";
export {
  downgradeHandler,
  type HandlerLosses,
  type TranslateHandlerOptions,
  upgradeHandler,
} from "./translate-handler.ts";
export {
  type CallLosses,
  type TranslateTransportOptions,
  translateTransport,
} from "./translate-transport.ts";
export { compose, type Loss, type LossKind, type Translated, type Translator } from "./translator.ts";
export { UntranslatableError } from "./untranslatable-error.ts";
export { unwrapValue, type Wrapping, wrapValue } from "./wrap-value.ts";
