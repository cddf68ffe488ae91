import { remoteTool, toExecute } from "@a2agen/adapters/openai-agents";
import {
  Agent,
  type Model,
  type ModelRequest,
  run,
  type StreamEvent,
  setTracingDisabled,
  tool,
} from "@openai/agents";
import { z } from "zod";
import { later, type Piece, type Script, usage, wait } from "../script.ts";
import type { MakeExecute, Setup } from "./setup.ts";

setTracingDisabled(true);

export const makeExecute: MakeExecute = (script, setup) => toExecute(makeAgent(script, setup), setup);

/** What the framework gives by itself. */
export function streamAlone(script: Script): Promise<AsyncIterable<unknown>> {
  return run(makeAgent(script, {}), "Go", { stream: true });
}

function makeAgent(script: Script, { tools = {}, remote }: Setup): Agent {
  const own = Object.entries(tools).map(([name, { needsApproval = false, run }]) =>
    tool({
      name,
      description: name,
      parameters: z.object({ city: z.string() }),
      needsApproval,
      execute: async (input) => run(input),
    }),
  );
  return new Agent({
    name: "Desk",
    instructions: "You are a desk.",
    model: new ScriptedModel(script),
    tools: [...own, ...(remote === undefined ? [] : [remoteTool(remote, { name: "remote" })])],
  });
}

export class ScriptedModel implements Model {
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  getResponse(): Promise<never> {
    return Promise.reject(new Error("expected a stream"));
  }

  getStreamedResponse({ input, signal }: ModelRequest): AsyncIterable<StreamEvent> {
    return toEvents(this.#script.next(input, signal), signal);
  }
}

type Output = Extract<StreamEvent, { type: "response_done" }>["response"]["output"];

async function* toEvents(
  pieces: readonly Piece[],
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamEvent> {
  yield { type: "response_started" };
  const output: Output = [];
  let text = "";
  let reasoning = "";
  for (const piece of pieces) {
    if ("text" in piece) {
      text += piece.text;
      yield { type: "output_text_delta", delta: piece.text };
    } else if ("reasoning" in piece) reasoning += piece.reasoning;
    else if ("until" in piece) await wait(piece.until, signal);
    else if ("later" in piece) await later();
    else if ("error" in piece) throw piece.error;
    else if ("call" in piece) {
      const { call: callId, name, input } = piece;
      output.push({
        type: "function_call",
        callId,
        name,
        arguments: JSON.stringify(input),
        status: "completed",
      });
    }
  }
  const content = [{ type: "output_text" as const, text }];
  if (text !== "") output.unshift({ type: "message", role: "assistant", status: "completed", content });
  if (reasoning !== "")
    output.unshift({ type: "reasoning", content: [{ type: "input_text", text: reasoning }] });
  yield { type: "response_done", response: { id: "r", usage, output } };
}
