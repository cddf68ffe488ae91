import type { FieldModel } from "../model/model.ts";
import type { Crossing } from "./crossing.ts";
import type { ChangedValue, ChangeKind, Difference } from "./differences.ts";
import type { Effects } from "./effects.ts";

/** What a change is about. */
export type Subject =
  | "package"
  | "message"
  | "enum"
  | "union"
  | "service"
  | "field"
  | "oneof"
  | "value"
  | "method"
  | "error"
  | "header"
  | "protocol";

/** One difference between two versions of a protocol. */
export interface Change {
  readonly subject: Subject;
  readonly kind: ChangeKind;
  /** Full name in the older version, "notes.v1.Note.text"; absent where only the newer one has it. */
  readonly older?: string;
  readonly newer?: string;
  /** The subject where it was: "notes.v1.Note.text", "notes.v1.Notes.GetNote". */
  readonly place: string;
  /** What it was and is, where a few words say it. */
  readonly before?: string;
  readonly after?: string;
  /** The difference and its effect: lower case, no full stop. */
  readonly reason: string;
  /** What a migrating user also wants to know: what a new field is for, or what replaces a deprecated one. */
  readonly about?: string;
  /** The part of a package's version that it raises. */
  readonly step: Difference["step"];
  readonly effects: Effects;
  /** Whether it is part of requests, of answers, or of both. */
  readonly reach: Reach;
  /** What the translators make of it, where there are some. */
  readonly crossing?: Crossing;
  /** Of a removal: whether the older version had it as deprecated. */
  readonly announced?: boolean;
  readonly fields?: { readonly older?: FieldModel; readonly newer?: FieldModel };
}

export interface Reach {
  readonly request: boolean;
  readonly answer: boolean;
}

/** What changes of one subject have in common. */
export type Common = Pick<
  Change,
  "subject" | "older" | "newer" | "place" | "reach" | "crossing" | "announced" | "fields"
>;

/** What a change has beside its kind of difference. */
export type Details = Pick<Change, "before" | "after" | "about">;

/** Collects the changes of one subject. */
export interface Changes {
  add(difference: Difference, details?: Details): void;
  /** Adds a change where the values differ. */
  compare(difference: ChangedValue, before: unknown, after: unknown): void;
}

export function changesOf(common: Common, list: Change[]): Changes {
  return {
    add({ step, ...difference }, details) {
      list.push({ ...common, ...difference, ...details, step });
    },
    compare({ name, ...difference }, before, after) {
      if (JSON.stringify(before) === JSON.stringify(after)) return;
      const [was, is] = [showValue(before), showValue(after)];
      const reason = `${name} was ${was} and is ${is}: ${difference.reason}`;
      list.push({ ...common, ...difference, reason, before: was, after: is, step: "major" });
    },
  };
}

/** The first sentence of a comment, as `about` of what is new. */
export function aboutNew(comment: string): Details {
  const [sentence] = sentencesOf(comment);
  return sentence === undefined ? {} : { about: sentence };
}

/** What a comment says to do without what is deprecated. */
export function aboutDeprecated(comment: string): Details {
  const sentence = sentencesOf(comment).find((each) => /\b(?:deprecated|instead)\b/i.test(each));
  return sentence === undefined ? {} : { about: sentence.replace(/^Deprecated: /, "") };
}

function sentencesOf(comment: string): readonly string[] {
  const [paragraph = ""] = comment.trim().split(/\n\s*\n/);
  return paragraph
    .replaceAll("`", "")
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[.:;]) (?=[A-Z0-9`])/)
    .map((sentence) => sentence.replace(/[.:;]$/, ""))
    .filter((sentence) => sentence !== "");
}

/** A value as a reason shows it. */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}
