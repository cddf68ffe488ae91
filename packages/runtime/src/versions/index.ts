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
export type { LayerCall, LayerFound, LayerRequestJson } from "./layer/layer.ts";
export type { LayerError, LayerErrorObject } from "./layer/layer-error.ts";
export type { LayerHeaders, LayerWishes, PickedInterface } from "./layer/pick-interface.ts";
export type { LayerId, LayerRequest, LayerRequestOptions, ReadLayerRequest } from "./layer/read-request.ts";
export type { LayerJson, LayerValue } from "./layer/read-value.ts";
export type { CallLosses, TranslateTransportOptions } from "./translate/call-losses.ts";
export { composeServices } from "./translate/compose-services.ts";
export { createLossLog, type LossLogOptions } from "./translate/loss-log.ts";
export type { Direction, FailedCall, NameMap } from "./translate/name-map.ts";
export type { ServiceTranslation } from "./translate/service-translation.ts";
export { UntranslatableError } from "./translate/trace.ts";
export {
  downgradeHandler,
  type HandlerLosses,
  type TranslateHandlerOptions,
  upgradeHandler,
} from "./translate/translate-handler.ts";
export { translateTransport } from "./translate/translate-transport.ts";
export {
  compose,
  type Loss,
  type LossKind,
  type Translated,
  type Translator,
} from "./translate/translator.ts";
