import { remoteTool, toExecute } from "@a2agen/adapters/ai-sdk";
import * as ai6 from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import { later, type Piece, type Script, usage, wait } from "../script.ts";
import type { MakeExecute, Setup } from "./setup.ts";

type Ai = Pick<typeof ai6, "ToolLoopAgent" | "tool">;

export const makeExecute: MakeExecute = makeExecuteOf(ai6, MockLanguageModelV3);

/** With another version of the SDK, which has the same names. */
export function makeExecuteWith(ai: object, Model: unknown): MakeExecute {
  return makeExecuteOf(ai as Ai, Model as typeof MockLanguageModelV3);
}

export function scriptedModel(script: Script, Model = MockLanguageModelV3): MockLanguageModelV3 {
  return new Model({
    doStream: async ({ prompt, abortSignal }) => ({
      stream: toStream(script.next(prompt, abortSignal), abortSignal),
    }),
  });
}

/** What the framework gives by itself. */
export async function streamAlone(script: Script): Promise<AsyncIterable<unknown>> {
  const { fullStream } = await makeAgent(ai6, scriptedModel(script), {}).stream({ prompt: "Go" });
  return fullStream;
}

function makeExecuteOf(ai: Ai, Model: typeof MockLanguageModelV3): MakeExecute {
  return (script, setup) => toExecute(makeAgent(ai, scriptedModel(script, Model), setup), setup);
}

function makeAgent(ai: Ai, model: MockLanguageModelV3, { tools = {}, remote }: Setup): ai6.ToolLoopAgent {
  const entries = Object.entries(tools).map(([name, { needsApproval = false, run }]) => {
    const schema = { description: name, inputSchema: z.object({ city: z.string() }), needsApproval };
    return [name, ai.tool({ ...schema, execute: run })] as const;
  });
  const waiting = Object.keys(tools).filter((name) => tools[name]?.needsApproval);
  return new ai.ToolLoopAgent({
    model,
    instructions: "You are a desk.",
    tools: { ...Object.fromEntries(entries), ...(remote && { remote: remoteTool(remote) }) },
    // In 7, where it stands beside the tools.
    ...(waiting.length > 0 && {
      toolApproval: Object.fromEntries(waiting.map((name) => [name, "user-approval"])),
    }),
  });
}

type Streamed = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"];
type Chunk = Streamed extends ReadableStream<infer C> ? C : never;

function toStream(pieces: readonly Piece[], signal: AbortSignal | undefined): Streamed {
  return ReadableStream.from(toChunks(pieces, signal));
}

async function* toChunks(pieces: readonly Piece[], signal: AbortSignal | undefined): AsyncGenerator<Chunk> {
  yield { type: "stream-start", warnings: [] };
  let open: { readonly type: "text" | "reasoning" } | undefined;
  let reason: "stop" | "tool-calls" = "stop";
  for (const piece of pieces) {
    if ("later" in piece) {
      await later();
      continue;
    }
    const type = "text" in piece ? "text" : "reasoning" in piece ? "reasoning" : undefined;
    if (open !== undefined && open.type !== type) yield { type: `${open.type}-end`, id: "1" };
    if (type !== undefined && open?.type !== type) yield { type: `${type}-start`, id: "1" };
    open = type && { type };
    if ("text" in piece) yield { type: "text-delta", id: "1", delta: piece.text };
    else if ("reasoning" in piece) yield { type: "reasoning-delta", id: "1", delta: piece.reasoning };
    else if ("until" in piece) await wait(piece.until, signal);
    else if ("error" in piece) yield { type: "error", error: piece.error };
    else if ("image" in piece) yield { type: "file", mediaType: "image/png", data: piece.image };
    else {
      reason = "tool-calls";
      const { call, name, input } = piece;
      yield { type: "tool-call", toolCallId: call, toolName: name, input: JSON.stringify(input) };
    }
  }
  if (open !== undefined) yield { type: `${open.type}-end`, id: "1" };
  const { inputTokens, outputTokens } = usage;
  yield {
    type: "finish",
    finishReason: { unified: reason, raw: undefined },
    usage: {
      inputTokens: { total: inputTokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
    },
  };
}
