import { type FunctionTool, tool } from "@openai/agents";
import {
  answerOf,
  describeRemote,
  type RemoteAgent,
  type RemoteInput,
  type RemoteInputSchema,
  type RemoteToolOptions,
  remoteInputSchema,
} from "./shared/call-remote.ts";

/** Makes a tool of a remote agent, the connection to which `connect` has given. */
export function remoteTool(
  agent: RemoteAgent,
  options: RemoteToolOptions = {},
): FunctionTool<unknown, RemoteInputSchema, unknown> {
  return tool({
    ...describeRemote(agent, options),
    parameters: remoteInputSchema(),
    strict: true,
    execute: (input, _context, details) => answerOf(agent, input as RemoteInput, { signal: details?.signal }),
  });
}
