export * from "./generated/extension.ts";
export { PaymentCodec } from "./generated/schemas/payment_json.ts";
export type * from "./generated/schemas/payment_types.ts";
