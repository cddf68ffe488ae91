import type { Message } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import type { JsonValue } from "../core/json.ts";
import type { RemoteTask } from "../delegate/remote-agent.ts";
import type { SentPart } from "../parts/approval-forms.ts";
import type { Approval } from "../parts/approvals.ts";
import type { FilePart } from "../parts/part-content.ts";
import type { PartLike } from "../parts/part-like.ts";
import type { CallOptions } from "../service/call-context.ts";

/** What a message of ours has beside its input. */
export interface AskOptions extends CallOptions {
  /** Further parts: files of `filePart`. */
  readonly parts?: readonly (SentPart | FilePart)[];
  /** The context to which a new task belongs. */
  readonly contextId?: string;
  /** Metadata of the message. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** Puts data of extensions on the message: `(message) => DeadlineExtension.set(message, deadline)`. */
  readonly prepare?: (message: Message) => void;
}

/**
 * Asks the agent: resolves when its task has ended or waits for you. When `signal` is aborted, the task is
 * canceled. Rejects with a SkillError for a task that has not been completed, or without the data that the
 * card promises; with a DecodeError for wrong input, which is not sent; with a CallError as all calls do.
 */
export interface Ask<Input, Output> {
  (input: Input, options?: AskOptions): Promise<Answer<Output>>;
  /** The same as it happens: the last of what it yields is the answer. Leaving the loop cancels nothing. */
  stream(input: Input, options?: AskOptions): AsyncGenerator<Progress | Answer<Output>, void, undefined>;
}

/** What the agent has answered, by its `kind`. */
export type Answer<Output> = Done<Output> | Question<Output> | ApprovalQuestion<Output>;

/** What an agent has made. */
export interface Content {
  /** The texts of its artifacts; without any, that of its last message. */
  readonly text: string;
  /** For `bytesOf`, or files by their URL. */
  readonly files: readonly PartLike[];
  /** The values of the data parts. */
  readonly data: readonly JsonValue[];
}

/** The agent is at work. */
export interface Progress extends Content {
  readonly kind: "working";
  /** What it says of its work. */
  readonly note: string;
  readonly task: RemoteTask;
}

/** The agent has done it. */
export interface Done<Output> extends Content {
  readonly kind: "done";
  /** Its data, by the schema of the skill's output. */
  readonly output: Output;
  /** Undefined for an answer that is a message. */
  readonly task: RemoteTask | undefined;
  readonly message: Message | undefined;
}

/** The agent needs to know more, or waits for credentials, which it gets where its text says. */
export interface Question<Output> {
  readonly kind: "question" | "sign-in";
  readonly text: string;
  readonly data: readonly JsonValue[];
  /** Answers with a text, or with data, and goes on with the task; or says that the credentials are there. */
  readonly reply: Ask<JsonValue, Output>;
  readonly task: RemoteTask;
}

/** Whether a tool may run, and why not. */
export type Decision = (approval: Approval) => Verdict | Promise<Verdict>;

export type Verdict = boolean | { readonly approved: boolean; readonly reason?: string };

/** The agent asks whether it may run tools. */
export interface ApprovalQuestion<Output> {
  readonly kind: "approval";
  readonly text: string;
  /** Name and input are the agent's words: show them to whoever decides. */
  readonly approvals: readonly Approval[];
  /** Decides on each, and goes on with the task. */
  readonly decide: Ask<Decision, Output>;
  readonly task: RemoteTask;
}
