import { type DynamicStructuredTool, tool } from "@langchain/core/tools";
import {
  answerOf,
  describeRemote,
  type RemoteAgent,
  type RemoteAnswer,
  type RemoteInput,
  type RemoteToolOptions,
  remoteInputSchema,
} from "./shared/call-remote.ts";

/** What is read of the config of a call: `writer` where the graph streams what is custom. */
interface ToolConfig {
  readonly signal?: AbortSignal;
  readonly writer?: (progress: RemoteAnswer) => void;
}

/**
 * Makes a tool of a remote agent, the connection to which `connect` has given. What the agent has answered so
 * far goes to the writer of the graph: streamMode "custom".
 */
export function remoteTool(agent: RemoteAgent, options: RemoteToolOptions = {}): DynamicStructuredTool {
  const call = (input: unknown, config: unknown): Promise<RemoteAnswer> => {
    const { signal, writer: progress } = config as ToolConfig;
    return answerOf(agent, input as RemoteInput, { signal, progress });
  };
  return tool(call, {
    ...describeRemote(agent, options),
    schema: remoteInputSchema(),
  }) as DynamicStructuredTool;
}
