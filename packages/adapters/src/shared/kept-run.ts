import type { JsonValue } from "@a2agen/runtime";
import {
  type ApprovalRequest,
  approvalIn,
  askApproval,
  inputRequired,
  type StatusEvent,
  type Turn,
} from "@a2agen/runtime/agent";
import type { Answer, Open } from "./run-event.ts";

const key = "a2agen.run";

/** What `turn.state` has of a run that has not ended. */
export type KeptRun = {
  /** The message with which it began. */
  readonly first: string;
  /** The message in whose turn this was written. */
  readonly message: string;
  /** Artifacts that are whole. */
  readonly texts: number;
  readonly files: number;
  /** For the framework. */
  readonly run: JsonValue;
  readonly open: Open[];
  readonly answers: Answer[];
};

export function readRun(turn: Turn): Promise<KeptRun | undefined> {
  return turn.state.get<KeptRun>(key);
}

/** Is written with the next event. */
export function keepRun(turn: Turn, run: KeptRun | undefined): void {
  turn.state.set(key, run);
}

/**
 * What the message of a turn answers. To the one approval that is open any text is an answer: it refuses, and
 * is the reason, unless it says yes. With more of them open, each is answered by its identifier.
 */
export function readAnswers(turn: Turn, open: readonly Open[]): readonly Answer[] {
  const known = open.flatMap(({ id }) => approvalIn(turn, id) ?? []);
  const [only] = open;
  if (known.length > 0 || only === undefined || open.length > 1 || turn.text === "") return known;
  return [{ id: only.id, approved: only.type === "question", reason: turn.text }];
}

/** Asks for all that is open, in one status. */
export function askFor(open: readonly Open[]): StatusEvent {
  const questions = open.flatMap((each) => (each.type === "question" ? { text: each.text } : []));
  const [first, ...more] = open.flatMap((each) => (each.type === "approval" ? toRequest(each) : []));
  if (first === undefined) return inputRequired({ parts: questions });
  const { status } = askApproval(first, ...more);
  const parts = typeof status.message === "object" ? status.message.parts : [];
  return { status: { ...status, message: { parts: [...parts, ...questions] } } };
}

/** The input is in the question too, for clients that show texts only. */
function toRequest({ id, name, input }: Open & { readonly type: "approval" }): ApprovalRequest {
  return { id, name, input, text: `Allow ${name}? ${JSON.stringify(input).slice(0, 1000)}` };
}
