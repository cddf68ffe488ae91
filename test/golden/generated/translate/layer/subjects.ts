import * as older from "@a2agen/a2a-0.3";
import * as olderFakes from "@a2agen/a2a-0.3/fakes";
import * as newer from "@a2agen/a2a-1.0";
import * as newerFakes from "@a2agen/a2a-1.0/fakes";
import type { Issue } from "@a2agen/runtime";
import type { Fake } from "@a2agen/runtime/fakes";
import type { Method } from "@a2agen/runtime/service";
import type { Loss, Translator } from "@a2agen/runtime/versions";
import { a2a03ToA2a10 } from "@a2agen/translate";
import type { LayerAnswers, LayerRequests } from "@a2agen/translate/layer";

type Part = "request" | "response";

/** A method of both versions, with what translates it elsewhere. */
export interface Subject {
  readonly name: keyof LayerRequests;
  readonly older: Method;
  readonly newer: Method;
  readonly request: Translator;
  readonly response: Translator;
}

const olderMethods: Readonly<Record<string, Method>> = older.A2AService.methods;
const newerMethods: Readonly<Record<string, Method>> = newer.A2AService.methods;

export const subjects: readonly Subject[] = a2a03ToA2a10.methods.map((row) => {
  const [from, to] = [olderMethods[row.older], newerMethods[row.newer]];
  if (from === undefined || to === undefined) throw new Error(`no method ${row.older} or ${row.newer}`);
  return {
    name: to.name as keyof LayerRequests,
    older: from,
    newer: to,
    request: row.request,
    response: row.response,
  };
});

/** Those whose answers are no cards. */
export const calls: readonly (Subject & { readonly name: keyof LayerAnswers })[] = subjects.filter(
  (subject): subject is Subject & { readonly name: keyof LayerAnswers } =>
    subject.name !== "GetExtendedAgentCard",
);

const fakes: Readonly<Record<string, unknown>> = { ...newerFakes };
const fakesOfOlder: Readonly<Record<string, unknown>> = { ...olderFakes };

/** The fake of what a method takes or returns; google.protobuf.Empty has none. */
export function fakeOf(subject: Subject, side: "older" | "newer", part: Part): Fake<unknown> | undefined {
  const codec = part === "request" ? subject[side].input : subject[side].output;
  const name = `fake${codec.typeName.split(".").at(-1) ?? ""}`;
  return (side === "older" ? fakesOfOlder : fakes)[name] as Fake<unknown> | undefined;
}

type Upgraded =
  | { readonly ok: true; readonly value: unknown; readonly losses: readonly Loss[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** What the layer should make of a value of 0.3, by the codecs and the translator that it does not load. */
export function upgraded(subject: Subject, part: Part, json: unknown): Upgraded {
  const [from, to] =
    part === "request"
      ? [subject.older.input, subject.newer.input]
      : [subject.older.output, subject.newer.output];
  const own = from.tryDecode(structuredClone(json));
  if (!own.ok) return { ok: false, issues: own.issues } as const;
  const { value, losses } = subject[part].upgrade(own.value);
  const invalid = losses.filter(({ kind }) => kind === "invalid");
  if (invalid.length > 0) return { ok: false, issues: invalid.map(toIssue) } as const;
  const checked = to.tryDecode(value);
  return checked.ok
    ? ({ ok: true, value: checked.value, losses } as const)
    : ({ ok: false, issues: checked.issues } as const);
}

function toIssue({ path, segments, message }: Loss): Issue {
  return { code: "format", path, segments, message };
}
