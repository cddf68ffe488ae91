import type { Conversations, Entry, Part } from "@a2agen/conversation";
import { type JSX, useState } from "react";
import { useConversation } from "./use-conversation.ts";

export function Chat({ conversations }: { readonly conversations: Conversations }): JSX.Element {
  const [text, setText] = useState("");
  const used = useConversation(conversations, "agent");
  if (used === undefined) return <p>Loading…</p>;
  const { now, conversation, begin } = used;
  return (
    <main>
      <h1>{now.title}</h1>
      <ol>
        {now.entries.map((entry) => (
          <li key={entry.key}>
            <Line entry={entry} />
          </li>
        ))}
      </ol>
      {now.approvals.map((approval) => (
        <p key={approval.id}>
          {approval.name} {JSON.stringify(approval.input)}
          <button type="button" onClick={() => void conversation.answer(approval, true)}>
            Approve
          </button>
          <button type="button" onClick={() => void conversation.answer(approval, false)}>
            Refuse
          </button>
        </p>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void conversation.send(text);
          setText("");
        }}
      >
        <input aria-label="Message" value={text} onChange={({ target }) => setText(target.value)} />
        <button type="submit">Send</button>
        {now.isBusy && (
          <button type="button" onClick={() => void conversation.cancel()}>
            Cancel
          </button>
        )}
        <button type="button" onClick={begin}>
          New
        </button>
      </form>
    </main>
  );
}

function Line({ entry }: { readonly entry: Entry }): JSX.Element {
  if ("text" in entry) return <em>{entry.text}</em>;
  if (entry.kind !== "task") return <b>{textOf(entry.message.parts)}</b>;
  const { status, artifacts = [] } = entry.task;
  return (
    <>
      <small>{entry.phase}</small> {textOf(status.message?.parts ?? [])}
      {artifacts.map(({ artifactId, parts }) => (
        <p key={artifactId}>{textOf(parts)}</p>
      ))}
    </>
  );
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text = "", filename = "" }) => text || filename).join("");
}
