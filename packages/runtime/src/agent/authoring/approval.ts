import { isObject } from "../../core/object.ts";
import { type Approval, answersIn, approvalsIn, readYesOrNo } from "../../parts/approvals.ts";
import { inputRequired } from "../contract/events.ts";
import type { StatusEvent, Turn } from "../contract/execute.ts";
import { type JsonInput, toJsonValue } from "../contract/json-input.ts";
import type { Message, Part } from "../generated/lf/a2a/v1/a2a_types.ts";
import { agentMessageBefore } from "./message-before.ts";

/** A tool that may run when its client approves. */
export interface ApprovalRequest {
  /** Of the call of the tool: the answer names it. */
  readonly id: string;
  /** Of the tool. */
  readonly name: string;
  /** Of the tool. */
  readonly input: JsonInput;
  /** The question, for people. Default: "Allow NAME?". */
  readonly text?: string;
}

/** What a client has answered. */
export interface ApprovalAnswer {
  readonly id: string;
  readonly approved: boolean;
  readonly reason?: string;
}

/**
 * Asks the client whether tools may run: an input-required status with a text and a data part for each. End
 * the turn after it; `approvalIn` reads the answer in the turn that the next message begins.
 */
export function askApproval(...requests: readonly [ApprovalRequest, ...ApprovalRequest[]]): StatusEvent {
  const parts = requests.flatMap(({ id, name, input, text = `Allow ${name}?` }): Part[] => [
    { text },
    { data: { approvalId: id, toolName: name, input: toJsonValue(input) } },
  ]);
  return inputRequired({ parts });
}

/**
 * The answer to an approval that the agent's last message asks for: to that with `id`, or the first one that
 * is answered. Undefined for a message without one, which then is the client's word on something else.
 *
 * Of a turn, answers to what was not asked are ignored, and a text that says only yes or no counts where one
 * approval is open. Of a message, which does not say what was asked, the data parts are read that name an
 * approval.
 */
export function approvalIn(source: Turn | Pick<Message, "parts">, id?: string): ApprovalAnswer | undefined {
  return readAnswers(source).find((answer) => id === undefined || answer.id === id);
}

function readAnswers(source: Turn | Pick<Message, "parts">): readonly ApprovalAnswer[] {
  if ("parts" in source) {
    return answersIn(source.parts).flatMap(({ id, ...rest }) => (id === undefined ? [] : [{ ...rest, id }]));
  }
  const open = findOpen(source);
  const [only] = open.length === 1 ? open : [];
  const given = answersIn(source.message.parts).flatMap(({ id = only?.id, ...rest }) =>
    id !== undefined && open.some((asked) => asked.id === id) ? [{ id, ...rest }] : [],
  );
  const said = readYesOrNo(source.text);
  if (given.length > 0 || said === undefined || only === undefined) return given;
  // A data part that answers something else is not overruled by a text beside it.
  return source.message.parts.some(({ data }) => isObject(data)) ? [] : [{ id: only.id, approved: said }];
}

/**
 * The approvals that the agent's message directly before that of the turn asks for. Of two answers that came
 * one after the other, while the agent was at work on the first, the second is to nothing, so that no tool
 * runs twice.
 */
function findOpen(turn: Turn): readonly Approval[] {
  const before = agentMessageBefore(turn);
  return before === undefined ? [] : approvalsIn({ message: before });
}
