import { type ApprovalRequest, approvalIn, askApproval } from "../agent/authoring/approval.ts";
import { agentMessageBefore } from "../agent/authoring/message-before.ts";
import { authRequired, inputRequired } from "../agent/contract/events.ts";
import type { AgentEvent, StatusEvent, Turn } from "../agent/contract/execute.ts";
import { type Part, TaskState } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import { type Approval, approvalsIn, approve, refuse } from "../parts/approvals.ts";
import { nameOf, type RemoteAgent, type RemoteTask } from "./remote-agent.ts";

/** In the metadata of a question that is a remote agent's: the key under which it was asked. */
const member = "a2agen.delegate";

/** In the metadata of a message that asks nobody for anything. */
const waitsMember = "a2agen.waits";

export interface Question {
  readonly event: StatusEvent;
  readonly asked: readonly Approval[];
}

/** What a remote task waits for, as what the turn's own task waits for. */
export function askAs(key: string, agent: RemoteAgent, { status }: RemoteTask): Question {
  const asked = approvalsIn(status);
  const metadata = { [member]: key };
  if (status.state === TaskState.AuthRequired) {
    const text = `The agent ${nameOf(agent)} needs credentials.`;
    return { event: authRequired({ parts: status.message?.parts ?? [{ text }], metadata }), asked };
  }
  const parts = asked.length > 0 ? partsOf(asked) : status.message?.parts;
  const text = `The agent ${nameOf(agent)} waits for an answer.`;
  return { event: inputRequired({ parts: parts ?? [{ text }], metadata }), asked };
}

/** What is said while a remote agent works, and its webhook will start the turn again. */
export function waitFor(agent: RemoteAgent): StatusEvent {
  const text = `The agent ${nameOf(agent)} is at work. This goes on once it has answered.`;
  return inputRequired({ parts: [{ text }], metadata: { [waitsMember]: true } });
}

/** Whether an event only says that a remote agent is at work: a question goes before it. */
export function isWait({ status }: AgentEvent): boolean {
  const { message } = status ?? {};
  return typeof message === "object" && message.metadata?.[waitsMember] === true;
}

/** The approvals in the form of this agent. */
function partsOf(asked: readonly Approval[]): Part[] {
  const requests = asked.map(
    ({ id, name, input, text }): ApprovalRequest => ({
      id,
      name,
      input,
      ...(text !== undefined && { text }),
    }),
  );
  const { message } = askApproval(...(requests as [ApprovalRequest, ...ApprovalRequest[]])).status;
  return typeof message === "object" ? message.parts : [];
}

/** Whether the message of the turn answers what was asked under this key. */
export function isAnswerTo(turn: Turn, key: string): boolean {
  return agentMessageBefore(turn)?.metadata?.[member] === key;
}

/** The parts of the message for the remote agent: approvals in the form in which it has asked for them. */
export function answerFor(turn: Turn, asked: readonly Approval[]): readonly Part[] {
  const answers = asked.flatMap((approval) => {
    const answer = approvalIn(turn, approval.id);
    if (answer === undefined) return [];
    return answer.approved ? approve(approval, answer.reason) : refuse(approval, answer.reason);
  });
  return answers.length > 0 ? answers : turn.message.parts;
}
