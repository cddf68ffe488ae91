import type { JsonObject, JsonValue } from "../core/json.ts";
import { isObject } from "../core/object.ts";
import type { PartLike } from "./part-like.ts";

/** What a tool is asked for, whatever the form. */
export interface AskedTool {
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
  readonly text?: string;
}

/** An answer; without an identifier it is that of the only question. */
export interface Answer {
  readonly id?: string;
  readonly approved: boolean;
  readonly reason?: string;
}

/** A part that is sent. */
export type SentPart = { data: JsonObject; metadata?: JsonObject } | { text: string };

/** Whose way to ask for an approval. */
export type ApprovalFormName = "a2agen" | "adk" | "mastra";

/** How a framework asks for an approval, and is answered. */
export interface ApprovalForm {
  readAsked(part: ApprovalData): AskedTool | undefined;
  readAnswer(part: ApprovalData): Answer | undefined;
  answer(id: string, answer: Omit<Answer, "id">): SentPart[];
}

/** The content of a data part. */
export interface ApprovalData {
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: PartLike["metadata"];
}

const confirmation = "adk_request_confirmation";

/** Every form by its name, the own one first. */
export const approvalForms: Readonly<Record<ApprovalFormName, ApprovalForm>> = {
  a2agen: {
    readAsked: ({ data: { approvalId, toolName, input } }) => toAsked(approvalId, toolName, input),
    // It reads the answers of Mastra too: an answer needs no identifier, so that they fit this form.
    readAnswer: ({ data: { approvalId, toolCallId, approved, reason } }) =>
      toAnswer(approvalId ?? toolCallId, approved, reason),
    answer: (approvalId, answer) => [{ data: { approvalId, ...answer } }],
  },
  /** Calls of a function of the framework, in data parts of which the metadata says so. */
  adk: {
    readAsked({ data: { id, name, args }, metadata }) {
      if (metadata?.["adk_type"] !== "function_call" || name !== confirmation || !isObject(args))
        return undefined;
      const { originalFunctionCall: call, toolConfirmation } = args;
      const hint = isObject(toolConfirmation) ? toolConfirmation["hint"] : undefined;
      const asked = isObject(call) ? toAsked(id, call["name"], call["args"]) : undefined;
      return asked && typeof hint === "string" && hint !== "" ? { ...asked, text: hint } : asked;
    },
    readAnswer({ data: { id, name, response }, metadata }) {
      if (metadata?.["adk_type"] !== "function_response" || name !== confirmation) return undefined;
      return isObject(response) ? toAnswer(id, response["confirmed"], undefined) : undefined;
    },
    // Its answers have no place for a reason, but the model reads the text.
    answer: (id, { approved, reason }) => [
      {
        data: { id, name: confirmation, response: { confirmed: approved } },
        metadata: { adk_type: "function_response" },
      },
      ...(reason === undefined ? [] : [{ text: reason }]),
    ],
  },
  /** The payload of a chunk of its streams; it answers with what it resumes with, which names no call. */
  mastra: {
    readAsked({ data }) {
      const { toolCallId, toolName, args } = isObject(data["payload"]) ? data["payload"] : data;
      return toAsked(toolCallId, toolName, args);
    },
    readAnswer: ({ data: { toolCallId, approved, reason } }) => toAnswer(toolCallId, approved, reason),
    answer: (toolCallId, answer) => [{ data: { toolCallId, ...answer } }],
  },
};

/** What the first form makes of a part that fits it. */
export function readForms<Result>(
  part: PartLike,
  read: (form: ApprovalForm, data: ApprovalData, name: ApprovalFormName) => Result | undefined,
): Result | undefined {
  const { data, metadata } = part;
  if (!isObject(data)) return undefined;
  for (const [name, form] of Object.entries<ApprovalForm>(approvalForms)) {
    const found = read(form, { data, metadata }, name as ApprovalFormName);
    if (found !== undefined) return found;
  }
  return undefined;
}

function toAsked(id: unknown, name: unknown, input: unknown): AskedTool | undefined {
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  // It is part of a JSON value.
  return { id, name, input: (input ?? {}) as JsonValue };
}

function toAnswer(id: unknown, approved: unknown, reason: unknown): Answer | undefined {
  if (typeof approved !== "boolean" || (id !== undefined && typeof id !== "string")) return undefined;
  return { ...(id !== undefined && { id }), approved, ...(typeof reason === "string" && { reason }) };
}
