export {
  CapabilitiesCodec,
  ParamsCodec,
  ToAgentCodec,
  ToRendererCodec,
} from "./generated/schemas/v0_8_json.ts";
export type * from "./generated/schemas/v0_8_types.ts";
