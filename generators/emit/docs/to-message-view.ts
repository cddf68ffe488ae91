import { describeRules, type ValueRules } from "@a2agen/runtime/internal";
import type { FieldModel, MessageModel, OneofModel } from "../../model/model.ts";
import { code, codeList, deprecation, joinTexts } from "../shared/markdown.ts";
import { safeMarkdown } from "./safe-markdown.ts";
import { type DeclarationView, toDeclarationView } from "./to-declaration-view.ts";
import { fieldTypeText, type TypeContext } from "./type-text.ts";

export interface MessageView extends DeclarationView {
  readonly fields: readonly object[];
  readonly oneofs: readonly object[];
}

export function toMessageView(message: MessageModel, anchor: string, context: TypeContext): MessageView {
  return {
    ...toDeclarationView(message, anchor, context),
    fields: message.fields.map((field) => toFieldView(field, message, context)),
    oneofs: message.oneofs.map(toOneofView),
  };
}

function toFieldView(field: FieldModel, message: MessageModel, context: TypeContext) {
  const limits = limitsText(field);
  return {
    name: code(field.jsonName),
    protoName: code(field.name),
    type: fieldTypeText(field.shape, context),
    required: requiredText(field, message),
    description: safeMarkdown(field.comment),
    limits,
    deprecated: field.deprecated,
    /** All that is said of it, for one cell. */
    summary: joinTexts(deprecation(field), safeMarkdown(field.comment), limits),
  };
}

function requiredText({ presence, oneof: name }: FieldModel, { oneofs }: MessageModel): string {
  const oneof = name === undefined ? undefined : oneofs.find((candidate) => candidate.name === name);
  if (oneof !== undefined) return oneof.required ? "exactly one" : "at most one";
  return presence === "required" ? "yes" : "no";
}

function toOneofView({ name, members, required, open = false, comment }: OneofModel) {
  const more = open
    ? " Later versions add others: readers skip elements of lists that have one of those."
    : "";
  return {
    name: code(name),
    note: `${oneofNote(members, required)}${more}`,
    description: safeMarkdown(comment),
  };
}

function oneofNote(members: readonly string[], required: boolean): string {
  if (members.length > 1) {
    return `${required ? "Exactly" : "At most"} one of ${codeList(members)} is set.`;
  }
  return required ? `${codeList(members)} is set.` : "";
}

/** What options ask for, with texts of the proto as code. */
function rulesTexts({ value, key, count }: FieldModel["rules"]): readonly string[] {
  const say = (of: string, rules: ValueRules | undefined): string =>
    rules === undefined ? "" : `${of} ${code(describeRules(rules).join(", "))}.`;
  const { least, most, unique, orNone } = count ?? {};
  return [
    say("Rules:", value),
    say("Rules of keys:", key),
    least === undefined ? "" : `At least ${least}${orNone ? ", or none" : ""}.`,
    most === undefined ? "" : `At most ${most}.`,
    unique ? "No two are the same." : "",
  ];
}

/** What the profile says of a field's value beyond its type, as sentences; "" when nothing. */
function limitsText({ rules, presence }: FieldModel): string {
  const { minimum, maximum, nonEmpty, pattern, values, default: absent } = rules;
  const sentences = [
    minimum !== undefined && maximum !== undefined ? `From ${minimum} to ${maximum}.` : "",
    minimum !== undefined && maximum === undefined ? `At least ${minimum}.` : "",
    minimum === undefined && maximum !== undefined ? `At most ${maximum}.` : "",
    nonEmpty ? "At least one element." : "",
    values === undefined ? "" : `One of ${codeList(values)}.`,
    pattern === undefined ? "" : `Matches ${code(pattern)}.`,
    ...rulesTexts(rules),
    absent === undefined || presence === "required"
      ? ""
      : `Absent means ${typeof absent === "string" ? code(absent) : absent}.`,
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
