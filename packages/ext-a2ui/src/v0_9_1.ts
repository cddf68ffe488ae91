export {
  CapabilitiesCodec,
  DataModelCodec,
  ToAgentCodec,
  ToRendererCodec,
} from "./generated/schemas/v0_9_1_json.ts";
export type * from "./generated/schemas/v0_9_1_types.ts";
