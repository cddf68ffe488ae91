export type * from "./generated/schemas/v1_0_catalog_types.ts";
export {
  CapabilitiesCodec,
  DataModelCodec,
  ParamsCodec,
  ToAgentCodec,
  ToRendererCodec,
} from "./generated/schemas/v1_0_json.ts";
export type * from "./generated/schemas/v1_0_types.ts";
