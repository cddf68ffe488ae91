export * from "./generated/extension.ts";
export {
  ActionNameCodec,
  Ap2SubmissionCodec,
  CheckoutCodec,
  ParamsCodec,
  PaymentSubmissionCodec,
  SignalsCodec,
} from "./generated/schemas/checkout_json.ts";
export type * from "./generated/schemas/checkout_types.ts";
