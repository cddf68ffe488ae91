import type { JsonValue } from "@a2agen/runtime";
import type { Turn } from "@a2agen/runtime/agent";

/** What a framework reports of a run, in one form for all of them. */
export type RunEvent =
  /**
   * More text of a block; `isWhole` when it is all of it, and replaces what came before. `isUnique` where no
   * other text of the run has this block: pieces of several come in turn when nodes run at once.
   */
  | {
      readonly type: "text";
      readonly block: string;
      readonly text: string;
      readonly isWhole?: boolean;
      readonly isUnique?: boolean;
    }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: "result"; readonly id: string; readonly name: string; readonly output: unknown }
  /** The tool failed. The text of the error is for the model and the log, not for clients. */
  | { readonly type: "tool-error"; readonly id: string; readonly name: string; readonly error: unknown }
  | { readonly type: "file"; readonly file: RunFile }
  /** Of one call of a model. */
  | { readonly type: "usage"; readonly usage: Usage }
  /** What the run needs to go on in another process. */
  | { readonly type: "keep"; readonly run: JsonValue }
  | Open;

/** Tokens that models have taken, as the metadata of tasks has them. */
export const usageFields = [
  "inputTokens",
  "outputTokens",
  "totalTokens",
  "cachedInputTokens",
  "reasoningTokens",
] as const;

export type Usage = { readonly [Field in (typeof usageFields)[number]]?: number | undefined };

export type RunFile = ({ readonly bytes: Uint8Array } | { readonly url: string }) & {
  readonly mediaType?: string;
  readonly filename?: string;
};

/** What a run waits for when it ends. */
export type Open =
  /** Whether a tool is called. */
  | { readonly type: "approval"; readonly id: string; readonly name: string; readonly input: JsonValue }
  /** A text. */
  | { readonly type: "question"; readonly id: string; readonly text: string };

/** The answer: to a question its text is the reason. */
export type Answer = { readonly id: string; readonly approved: boolean; readonly reason?: string };

/** What clients see of a run beside its text, as messages of progress. */
export interface ShowOptions {
  /** What the model reasons. Default: false. */
  readonly showReasoning?: boolean;
  /** Calls of tools, with their input and output. Default: false. */
  readonly showTools?: boolean;
}

/** What becomes of a run beside the answer. */
export interface RunOptions extends ShowOptions {
  /** Takes the error of a tool, without keys; the run goes on. Default: prints it to standard error. */
  readonly onToolError?: (error: unknown, call: ToolCall) => void;
}

/** A call of a tool, in a task. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly taskId: string;
}

/** An agent of a framework, or a function that makes one for each turn: with tools that know the caller. */
export type AgentSource<Agent> = Agent | ((turn: Turn) => Agent | Promise<Agent>);

export type Part = Turn["message"]["parts"][number];
