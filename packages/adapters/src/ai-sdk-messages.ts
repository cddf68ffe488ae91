import type { JsonObject, JsonValue } from "@a2agen/runtime";
import { nameFile, type Said } from "./shared/conversation.ts";
import type { Answer } from "./shared/run-event.ts";
import { toJson } from "./shared/to-json.ts";

/** A message of the AI SDK, as JSON. */
export type ModelMessage = JsonObject;

interface ToolPart {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly providerExecuted?: boolean;
  readonly providerMetadata?: object;
}

interface TextPart {
  readonly id: string;
  readonly text: string;
}

interface TokenUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
  readonly inputTokenDetails?: { readonly cacheReadTokens?: number };
  readonly outputTokenDetails?: { readonly reasoningTokens?: number };
}

/** The parts of its streams that are read here. */
export type StreamPart =
  | ({ readonly type: "text-delta" | "reasoning-delta" } & TextPart)
  | ({ readonly type: "tool-call" } & ToolPart)
  | ({ readonly type: "tool-result"; readonly output: unknown; readonly preliminary?: boolean } & ToolPart)
  | ({ readonly type: "tool-error"; readonly error: unknown } & ToolPart)
  | { readonly type: "file"; readonly file: { readonly uint8Array: Uint8Array; readonly mediaType: string } }
  | { readonly type: "start-step" }
  | { readonly type: "finish-step"; readonly usage: TokenUsage }
  | { readonly type: "error"; readonly error: unknown }
  | {
      readonly type: "tool-approval-request";
      readonly approvalId: string;
      readonly isAutomatic?: boolean;
      readonly toolCall: { readonly toolName: string; readonly input: unknown };
    };

/** The messages of a conversation. */
export function toModelMessages(said: readonly Said[]): readonly ModelMessage[] {
  return said.map(({ role, content }) => ({
    role: role === "agent" ? "assistant" : "user",
    content: content.map(({ text, file }) => {
      if (file === undefined) return { type: "text", text };
      if (role === "agent") return { type: "text", text: nameFile(file) };
      const { base64: data, mediaType, filename } = file;
      return { type: "file", data, mediaType, ...(filename !== undefined && { filename }) };
    }),
  }));
}

/** A run that has waited, with what its user has answered. */
export function addAnswers(
  run: readonly ModelMessage[],
  answers: readonly Answer[],
): readonly ModelMessage[] {
  if (answers.length === 0) return run;
  const content = answers.map(({ id, approved, reason }) => ({
    type: "tool-approval-response",
    approvalId: id,
    approved,
    ...(reason !== undefined && { reason }),
  }));
  return [...run, { role: "tool", content }];
}

/** What a run has added to the conversation so far: the SDK says it at the end only. */
export class StepTranscript {
  readonly #before: ModelMessage[] = [];
  #content: JsonObject[] = [];
  #results: JsonObject[] = [];

  /** True if there is another result of a tool to keep. */
  add(part: StreamPart): boolean {
    switch (part.type) {
      case "start-step":
        this.#before.push(...this.#step());
        this.#content = [];
        this.#results = [];
        return false;
      case "text-delta":
      case "reasoning-delta":
        this.#addText(part.type === "text-delta" ? "text" : "reasoning", part.text);
        return false;
      case "tool-call":
        this.#content.push(toolPart("tool-call", part, { input: toJson(part.input) }));
        return false;
      case "tool-result":
      case "tool-error": {
        if (part.type === "tool-result" && part.preliminary === true) return false;
        const output =
          part.type === "tool-result"
            ? { type: "json", value: toJson(part.output) }
            : { type: "error-text", value: String(part.error) };
        const results = part.providerExecuted === true ? this.#content : this.#results;
        results.push(toolPart("tool-result", part, { output }));
        return true;
      }
      default:
        return false;
    }
  }

  messages(): readonly ModelMessage[] {
    return [...this.#before, ...this.#step()];
  }

  /** Calls without a result are left out: the model makes them again. */
  #step(): readonly ModelMessage[] {
    const known = new Set(
      [...this.#content, ...this.#results].flatMap(({ type, toolCallId }) =>
        type === "tool-result" ? [toolCallId] : [],
      ),
    );
    const content = this.#content.filter(
      ({ type, toolCallId }) => type !== "tool-call" || known.has(toolCallId),
    );
    return [
      ...(content.length === 0 ? [] : [{ role: "assistant", content }]),
      ...(this.#results.length === 0 ? [] : [{ role: "tool", content: this.#results }]),
    ];
  }

  #addText(type: string, text: string): void {
    const last = this.#content.at(-1);
    if (last?.["type"] === type) last["text"] = toText(last["text"]) + text;
    else if (text !== "") this.#content.push({ type, text });
  }
}

function toText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function toolPart(
  type: string,
  { toolCallId, toolName, providerExecuted, providerMetadata }: ToolPart,
  more: JsonObject,
): JsonObject {
  return {
    type,
    toolCallId,
    toolName,
    ...more,
    ...(providerExecuted === true && { providerExecuted }),
    ...(providerMetadata !== undefined && { providerOptions: toJson(providerMetadata) }),
  };
}
