export * from "./generated/extension.ts";
export { ParamsCodec, ProgressCodec } from "./generated/schemas/progress_json.ts";
export type * from "./generated/schemas/progress_types.ts";
export { checkProgress } from "./rules/check-progress.ts";
