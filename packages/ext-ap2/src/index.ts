export * from "./generated/extension.ts";
export {
  CartCodec,
  CartMandateCodec,
  IntentMandateCodec,
  ParamsCodec,
  PaymentMandateCodec,
  PaymentReceiptCodec,
  RiskDataCodec,
  SdJwtCodec,
} from "./generated/schemas/mandates_json.ts";
export type * from "./generated/schemas/mandates_types.ts";
export { ContactAddressCodec, PaymentMethodDataCodec } from "./generated/schemas/payment-request_json.ts";
export type * from "./generated/schemas/payment-request_types.ts";
