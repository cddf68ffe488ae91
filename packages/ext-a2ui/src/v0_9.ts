export type * from "./generated/schemas/v0_9_catalog_types.ts";
export {
  CapabilitiesCodec,
  DataModelCodec,
  ParamsCodec,
  ToAgentCodec,
  ToRendererCodec,
} from "./generated/schemas/v0_9_json.ts";
export type * from "./generated/schemas/v0_9_types.ts";
