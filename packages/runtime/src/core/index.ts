export type { Codec, DecodeOptions, DecodeResult } from "./codec.ts";
export { DecodeError } from "./decode-error.ts";
export { formatIssue, type Issue, type IssueCode } from "./issue.ts";
export type { JsonAny, JsonArray, JsonDouble, JsonEmpty, JsonObject, JsonValue } from "./json.ts";
export { withJsonSchema } from "./json-schema.ts";
export type { JsonSchemaOptions, StandardJsonSchemaV1, StandardSchemaV1 } from "./standard-schema.ts";
export { strictCodec } from "./strict-codec.ts";
