import { BaseLlm, type LlmRequest, type LlmResponse } from "@google/adk";
import { type Script, usage, wait } from "../script.ts";

export class ScriptedLlm extends BaseLlm {
  readonly #script: Script;

  constructor(script: Script) {
    super({ model: "scripted" });
    this.#script = script;
  }

  override connect(): Promise<never> {
    return Promise.reject(new Error("expected no live connection"));
  }

  override async *generateContentAsync(
    { contents }: LlmRequest,
    _stream?: boolean,
    signal?: AbortSignal,
  ): AsyncGenerator<LlmResponse, void> {
    let all = "";
    const parts = [];
    for (const piece of this.#script.next(contents, signal)) {
      if ("until" in piece) await wait(piece.until, signal);
      if ("call" in piece)
        parts.push({ functionCall: { id: piece.call, name: piece.name, args: { ...piece.input } } });
      if (!("text" in piece)) continue;
      all += piece.text;
      yield { content: { role: "model", parts: [{ text: piece.text }] }, partial: true };
    }
    const { inputTokens, outputTokens, totalTokens } = usage;
    yield {
      content: { role: "model", parts: [{ text: all }, ...parts] },
      usageMetadata: {
        promptTokenCount: inputTokens,
        candidatesTokenCount: outputTokens,
        totalTokenCount: totalTokens,
      },
    };
  }
}
