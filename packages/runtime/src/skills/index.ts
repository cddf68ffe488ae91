export type {
  Answer,
  ApprovalQuestion,
  Ask,
  AskOptions,
  Content,
  Decision,
  Done,
  Progress,
  Question,
  Verdict,
} from "./answer.ts";
export { type Agent, type AgentMembers, bindSkills } from "./bind-skills.ts";
export type { InputOf, OutputOf, Skill, SkillData, SkillTable } from "./skill.ts";
export { SkillError } from "./skill-error.ts";
export type { ObjectSchema, ToolOptions, ToolResult } from "./skill-tools.ts";
export {
  type AiSdkSkillTool,
  aiSdkTools,
  type McpResult,
  type McpTools,
  mcpTools,
  type OpenAiFunction,
  type OpenAiTools,
  openAiTools,
} from "./tool-forms.ts";
