export * from "./generated/extension.ts";
export {
  FormCodec,
  FormFulfillmentsCodec,
  FormParamsCodec,
  FormResponseCodec,
} from "./generated/schemas/forms_json.ts";
export type * from "./generated/schemas/forms_types.ts";
export {
  ApprovalDecisionCodec,
  ApprovalRequestCodec,
  OAuthAnswerCodec,
  OAuthParamsCodec,
  OAuthRequestCodec,
  SecretFulfillmentsCodec,
  SecretsParamsCodec,
  SecretsRequestCodec,
  ToolCallAnswerCodec,
  ToolCallRequestCodec,
} from "./generated/schemas/interactions_json.ts";
export type * from "./generated/schemas/interactions_types.ts";
export {
  EmbeddingFulfillmentsCodec,
  EmbeddingParamsCodec,
  LlmFulfillmentsCodec,
  LlmParamsCodec,
  McpFulfillmentsCodec,
  McpParamsCodec,
  MemoryHubFulfillmentsCodec,
  MemoryHubParamsCodec,
  PlatformApiAccessCodec,
  PlatformApiParamsCodec,
  PlatformSelfRegistrationParamsCodec,
} from "./generated/schemas/services_json.ts";
export type * from "./generated/schemas/services_types.ts";
export {
  AgentDetailCodec,
  CanvasEditCodec,
  CitationsCodec,
  ErrorParamsCodec,
  ErrorReportCodec,
  StreamingUpdateCodec,
  TrajectoryStepsCodec,
} from "./generated/schemas/ui_json.ts";
export type * from "./generated/schemas/ui_types.ts";
