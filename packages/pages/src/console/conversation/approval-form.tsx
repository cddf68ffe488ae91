import type { Part } from "@a2agen/a2a-1.0";
import { type Approval, approve, refuse } from "@a2agen/runtime/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";

interface ApprovalFormProps {
  readonly approvals: readonly Approval[];
  readonly onSend: (parts: readonly Part[]) => void;
}

/** Yes and no for each tool that an agent wants to use. All answers go in one message, after the last one. */
export function ApprovalForm({ approvals, onSend }: ApprovalFormProps): JSX.Element {
  const [answers, setAnswers] = useState<ReadonlyMap<Approval, readonly Part[]>>(new Map());
  const open = approvals.filter((approval) => !answers.has(approval));
  const answer = (approval: Approval, parts: readonly Part[]): void => {
    const given = new Map(answers).set(approval, parts);
    setAnswers(given);
    if (open.length === 1) onSend(approvals.flatMap((each) => given.get(each) ?? []));
  };
  return (
    <>
      {open.map((approval) => (
        <fieldset key={approval.id} class="row" aria-label={`Approval: ${approval.name}`}>
          <span class="question" dir="auto">
            {approval.text ?? `Allow ${approval.name}?`}
          </span>
          {/* What is allowed is this, whatever the agent says of it. */}
          <code dir="auto">{`${approval.name} ${JSON.stringify(approval.input)}`}</code>
          <span class="space" />
          <button type="button" onClick={() => answer(approval, refuse(approval))}>
            No
          </button>
          <button type="button" class="main" onClick={() => answer(approval, approve(approval))}>
            Yes
          </button>
        </fieldset>
      ))}
    </>
  );
}
