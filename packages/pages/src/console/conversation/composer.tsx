import type { Part } from "@a2agen/a2a-1.0";
import type { JsonValue } from "@a2agen/runtime";
import { type Approval, filePart } from "@a2agen/runtime/client";
import { createContext, type JSX } from "preact";
import { useContext, useRef, useState } from "preact/hooks";
import { Alert } from "../../shared/alert.tsx";
import { Icon } from "../../shared/icon.tsx";
import type { Draft } from "../extensions/extension-picker.tsx";
import { nameOf } from "../extensions/find-data.ts";
import { ExtensionsContext, type KnownExtensions } from "../extensions/known-extensions.ts";
import { type Additions, type GivenData, placeData } from "../extensions/place-data.ts";
import { ApprovalForm } from "./approval-form.tsx";
import type { AgentSession } from "./conversation.ts";
import { DataEditor, DraftView, ExtensionPicker } from "./on-demand.tsx";
import type { NamedSchema } from "./schemas.ts";

/** Sends a message. */
export type Send = (parts: readonly Part[], additions?: Additions) => void;

/** Sends to two agents side by side; undefined for one. */
export const SendToBoth = createContext<Send | undefined>(undefined);

interface ComposerProps {
  /** Of the conversation. */
  readonly title: string;
  readonly isBusy: boolean;
  /** What the agent asked, if it waits. */
  readonly question: string | undefined;
  /** What the agent wants to be allowed, if it waits for that. */
  readonly approvals: readonly Approval[];
  /** Of the data that the agent describes. */
  readonly schemas: readonly NamedSchema[];
  readonly session: AgentSession;
  readonly onActivate: (extensions: readonly string[]) => void;
  readonly onSend: Send;
  readonly onLeave: () => void;
}

/** Where a message is written. */
export function Composer({
  title,
  isBusy,
  question,
  approvals,
  schemas,
  session,
  onActivate,
  onSend,
  onLeave,
}: ComposerProps): JSX.Element {
  const [text, setText] = useState("");
  const [data, setData] = useState<string>();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [problem, setProblem] = useState<string>();
  const known = useContext(ExtensionsContext);
  const active = session.connection.extensions;
  const picker = useRef<HTMLInputElement>(null);
  const sendToBoth = useContext(SendToBoth);
  const send = async (deliver = onSend): Promise<void> => {
    const parsed = data === undefined || data.trim() === "" ? undefined : parseData(data);
    if (typeof parsed === "string") return setProblem(parsed);
    if (text === "" && files.length === 0 && parsed === undefined && drafts.length === 0) {
      return setProblem("Write something, add a file or add data.");
    }
    const given = drafts.length === 0 ? [] : await checkDrafts(drafts, known);
    if (typeof given === "string") return setProblem(given);
    // Before the files are read: what is written meanwhile is another message.
    setText("");
    setData(undefined);
    setFiles([]);
    setDrafts(drafts.filter(({ stays }) => stays));
    setProblem(undefined);
    let attached: readonly Part[];
    try {
      attached = await Promise.all(files.map(toPart));
    } catch (error) {
      setText((later) => (later === "" ? text : `${text}\n${later}`));
      setData((later) => later ?? data);
      setFiles((later) => [...files, ...later]);
      return setProblem((error as Error).message);
    }
    deliver(
      [
        ...(text === "" ? [] : [{ text }]),
        ...attached,
        ...(parsed === undefined ? [] : [{ data: parsed.value }]),
      ],
      placeData(given, active),
    );
  };
  const add = (list: FileList | null | undefined): void => setFiles([...files, ...(list ?? [])]);
  return (
    <form
      class="composer"
      aria-label={`Message: ${title}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add(event.dataTransfer?.files);
      }}
    >
      {approvals.length > 0 && <ApprovalForm approvals={approvals} onSend={onSend} />}
      {question !== undefined && approvals.length === 0 && (
        <p class="question" dir="auto">
          The agent waits for you: {question}
        </p>
      )}
      <textarea
        aria-label="Text of the message"
        placeholder={`Write to ${session.card.name.slice(0, 60)}…`}
        title="Enter sends, Shift+Enter begins a line."
        dir="auto"
        rows={2}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void send(event.ctrlKey || event.metaKey ? sendToBoth : onSend);
        }}
      />
      {data !== undefined && <DataEditor text={data} schemas={schemas} onChange={setData} />}
      <div class="drafts">
        {drafts.map((draft, at) => (
          <DraftView
            key={at}
            draft={draft}
            onChange={(next) => setDrafts(drafts.with(at, next))}
            onRemove={() => setDrafts(drafts.toSpliced(at, 1))}
          />
        ))}
      </div>
      {(session.card.capabilities.extensions?.length ?? 0) > 0 && (
        <ExtensionPicker
          card={session.card}
          active={active}
          onActivate={onActivate}
          onAdd={(draft) => setDrafts([...drafts, draft])}
        />
      )}
      {files.length > 0 && (
        <ul class="files">
          {files.map((file) => (
            <li key={file.name}>
              {file.name}{" "}
              <button
                type="button"
                class="quiet"
                aria-label={`Remove ${file.name}`}
                onClick={() => setFiles(files.filter((other) => other !== file))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && <Alert>{problem}</Alert>}
      <div class="row">
        <button type="button" class="quiet" onClick={() => picker.current?.click()}>
          <Icon name="paperclip" /> <span class="word">Add file</span>
        </button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files"
          onChange={(event) => {
            add(event.currentTarget.files);
            event.currentTarget.value = "";
          }}
        />
        <button type="button" class="quiet" onClick={() => setData(data === undefined ? "{}" : undefined)}>
          <Icon name={data === undefined ? "plus" : "x"} />{" "}
          <span class="word">{data === undefined ? "Add data" : "No data"}</span>
        </button>
        <span class="space" />
        {isBusy && (
          <button type="button" onClick={onLeave}>
            <Icon name="square" /> Stop receiving
          </button>
        )}
        {sendToBoth !== undefined && (
          <button
            type="button"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => void send(sendToBoth)}
          >
            Send to both
          </button>
        )}
        <button type="submit" class="main">
          <Icon name="arrow-up" /> Send
        </button>
      </div>
    </form>
  );
}

/** The data of drafts, or what is wrong with it. */
async function checkDrafts(
  drafts: readonly Draft[],
  known: KnownExtensions,
): Promise<readonly GivenData[] | string> {
  const { checkData } = await import("../extensions/extension-data.tsx");
  const given: GivenData[] = [];
  for (const { kind, text } of drafts) {
    const name = nameOf(kind);
    const parsed = parseData(text);
    if (typeof parsed === "string") return `${name}: ${parsed}`;
    const { value } = parsed;
    const [problems = []] = await checkData(known, { ids: [kind.data.id], value, isList: false });
    const lines = problems.map(({ path, message }) => `${name}${path === "" ? "" : `, ${path}`}: ${message}`);
    if (lines.length > 0) return lines.slice(0, 10).join("\n");
    given.push({ kind, value });
  }
  return given;
}

function parseData(text: string): { readonly value: JsonValue } | string {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    return `The data is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function toPart(blob: File): Promise<Part> {
  return filePart({ blob }).catch((cause: unknown) => {
    throw new Error(`${blob.name} cannot be read: remove it, or add it again.`, { cause });
  });
}
