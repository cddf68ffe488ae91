import type { RemoteAgent, RunOptions } from "@a2agen/adapters/ai-sdk";
import type { Execute } from "@a2agen/runtime/agent";
import type { Script } from "../script.ts";

export interface ScriptedTool {
  readonly needsApproval?: boolean;
  /** May take as long as it wants. */
  readonly run: (input: { readonly city: string }) => unknown;
}

export interface Setup extends RunOptions {
  readonly tools?: Readonly<Record<string, ScriptedTool>>;
  /** A further tool, `remote`. */
  readonly remote?: RemoteAgent;
}

/** Makes an agent of a framework with a model that follows a script. */
export type MakeExecute = (script: Script, setup: Setup) => Execute | Promise<Execute>;
