export type { Codec, DecodeOptions, DecodeResult, Decoder, Encoder, ParsedOptions } from "./codec.ts";
export { DecodeError } from "./decode-error.ts";
export { formatIssue, type Issue, type IssueCode } from "./issue.ts";
export type { JsonAny, JsonArray, JsonDouble, JsonEmpty, JsonObject, JsonValue } from "./json.ts";
export type { StandardResult, StandardSchemaV1 } from "./standard-schema.ts";
