import type { JsonValue } from "../core/json.ts";
import {
  type Answer,
  type ApprovalFormName,
  approvalForms,
  readForms,
  type SentPart,
} from "./approval-forms.ts";
import type { PartLike } from "./part-like.ts";

/** An agent asks whether it may run a tool. */
export interface Approval {
  readonly id: string;
  /** Of the tool. */
  readonly name: string;
  /** Of the tool. */
  readonly input: JsonValue;
  /** The question, for people. */
  readonly text?: string;
  /** The form in which it was asked, and is answered. */
  readonly form: ApprovalFormName;
}

/** The parts of a task's status that are read. */
export interface StatusLike {
  readonly message?: { readonly parts: readonly PartLike[] } | undefined;
}

/**
 * The approvals that the status of a task that waits for input asks for: those of `askApproval`, of ADK and
 * of Mastra. Show each with its name and input, which are the agent's, and answer all in one message of the
 * task.
 */
export function approvalsIn({ message }: StatusLike): readonly Approval[] {
  const { parts = [] } = message ?? {};
  return parts.flatMap((part, index) => {
    const found = readForms(part, (form, data, name) => {
      const asked = form.readAsked(data);
      return asked && { ...asked, form: name };
    });
    const text = found?.text ?? parts[index - 1]?.text;
    return found === undefined ? [] : [{ ...found, ...(text !== undefined && { text }) }];
  });
}

/** The parts of a message that approves. */
export function approve(approval: Approval, reason?: string): SentPart[] {
  return answer(approval, { approved: true, ...(reason !== undefined && { reason }) });
}

/** The parts of a message that refuses; the agent continues without. */
export function refuse(approval: Approval, reason?: string): SentPart[] {
  return answer(approval, { approved: false, ...(reason !== undefined && { reason }) });
}

function answer({ id, form }: Pick<Approval, "id" | "form">, given: Omit<Answer, "id">): SentPart[] {
  return approvalForms[form].answer(id, given);
}

/** The answers in the parts of a message. */
export function answersIn(parts: readonly PartLike[]): readonly Answer[] {
  return parts.flatMap((part) => readForms(part, (form, data) => form.readAnswer(data)) ?? []);
}

const yes = /^(?:yes|y|ok|okay|approved?|confirm(?:ed)?|allow(?:ed)?)$/;
const no = /^(?:no|n|den(?:y|ied)|refused?|reject(?:ed)?)$/;

/** What a text that is no more than yes or no says. */
export function readYesOrNo(text: string): boolean | undefined {
  const word = text
    .trim()
    .replace(/[.!]+$/, "")
    .toLowerCase();
  if (yes.test(word)) return true;
  return no.test(word) ? false : undefined;
}
