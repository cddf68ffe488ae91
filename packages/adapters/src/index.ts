export {
  answerOf,
  callRemote,
  type RemoteAgent,
  type RemoteAnswer,
  type RemoteClient,
  type RemoteInput,
  type RemoteInputSchema,
  type RemoteToolOptions,
  remoteInputSchema,
} from "./shared/call-remote.ts";
export { type Content, nameFile, readConversation, type Said, type SaidFile } from "./shared/conversation.ts";
export { executeRun, type Resumed } from "./shared/execute-run.ts";
export type {
  AgentSource,
  Answer,
  Open,
  RunEvent,
  RunFile,
  RunOptions,
  ShowOptions,
  ToolCall,
  Usage,
} from "./shared/run-event.ts";
