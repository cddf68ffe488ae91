export * from "./generated/extension.ts";
export { AuthorizationCodec, ParamsCodec } from "./generated/schemas/authorization_json.ts";
export type * from "./generated/schemas/authorization_types.ts";
