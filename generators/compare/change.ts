import type { FieldModel } from "../model/model.ts";
import type { Crossing } from "./crossing.ts";
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

/** What differs. */
export type ChangeKind =
  | "added"
  | "removed"
  | "moved"
  | "name"
  | "typescript"
  | "json"
  | "number"
  | "type"
  | "meaning"
  | "presence"
  | "oneof"
  | "limit"
  | "default"
  | "deprecated"
  | "closed"
  | "alias"
  | "request"
  | "response"
  | "streaming"
  | "idempotency"
  | "http"
  | "code"
  | "fact";

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
  /** What somebody who moves wants to know beside: what a new field is for, or what takes the place of a deprecated one. */
  readonly about?: string;
  /** The part of a package's version that it raises. */
  readonly step: "major" | "minor";
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

/** What is said of one change. */
export type Said = Pick<Change, "kind" | "reason" | "effects" | "before" | "after" | "about">;

/** Collects the changes of one subject. */
export interface Changes {
  /** Breaks users of a package with it. */
  major(said: Said): void;
  minor(said: Said): void;
  /** Breaks users where the values differ; `reason` says why that matters. */
  same(
    name: string,
    values: readonly [before: unknown, after: unknown],
    said: Omit<Said, "before" | "after">,
  ): void;
}

export function changesOf(common: Common, list: Change[]): Changes {
  const add = (step: Change["step"], said: Said): void => {
    list.push({ ...common, ...said, step });
  };
  return {
    major: (said) => add("major", said),
    minor: (said) => add("minor", said),
    same(name, [before, after], { kind, reason, effects }) {
      if (JSON.stringify(before) === JSON.stringify(after)) return;
      const [was, is] = [showValue(before), showValue(after)];
      add("major", {
        kind,
        reason: `${name} was ${was} and is ${is}: ${reason}`,
        effects,
        before: was,
        after: is,
      });
    },
  };
}

/** The first sentence of a comment, as `about` of what is new. */
export function aboutNew(comment: string): Pick<Said, "about"> {
  const [sentence] = sentencesOf(comment);
  return sentence === undefined ? {} : { about: sentence };
}

/** What a comment says to do without what is deprecated. */
export function aboutDeprecated(comment: string): Pick<Said, "about"> {
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
