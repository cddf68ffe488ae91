export * from "./generated/extension.ts";
export { TimestampCodec } from "./generated/schemas/timestamp_json.ts";
export type * from "./generated/schemas/timestamp_types.ts";
