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
 * False for a run that is larger than the limit `stateSize`, as with an image in it: a turn that begins again
 * then goes on from what was kept before.
 */
export function tryToKeepRun(turn: Turn, run: KeptRun): boolean {
  try {
    keepRun(turn, run);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "LimitError") return false;
    throw error;
  }
}

/** What a run waits for that has no answer. */
export function findUnanswered({
  open,
  answers,
}: Pick<KeptRun, "open"> & { readonly answers: readonly Answer[] }): readonly Open[] {
  return open.filter(({ id }) => answers.every((answer) => answer.id !== id));
}

/**
 * What the message of a turn answers. A text is the answer to the first question that is open. Without one,
 * it is that to the one approval that is open: it refuses, and is the reason, unless it says yes. With more
 * of them open, each is answered by its identifier.
 */
export function readAnswers(turn: Turn, open: readonly Open[]): readonly Answer[] {
  const question = open.find(({ type }) => type === "question");
  const asked = question ?? (open.length === 1 ? open[0] : undefined);
  // A yes to the question allows no tool.
  const isText = question !== undefined && turn.message.parts.every(({ data }) => data === undefined);
  const known = isText ? [] : open.flatMap(({ id }) => approvalIn(turn, id) ?? []);
  if (known.length > 0 || asked === undefined || turn.text === "") return known;
  return [{ id: asked.id, approved: asked.type === "question", reason: turn.text }];
}

/** Asks for all approvals that are open, and the first question, in one status: texts name no question. */
export function askFor(open: readonly Open[]): StatusEvent {
  const question = open.find((each) => each.type === "question");
  const questions = question === undefined ? [] : [{ text: question.text }];
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
