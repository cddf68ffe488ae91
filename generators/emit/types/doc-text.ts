import type { FieldModel, Scalar, WellKnown } from "../../model/model.ts";

/** The text of a declaration's comment, with the tag that editors strike names through for. */
export function declarationDoc({ comment, deprecated }: { comment: string; deprecated: boolean }): string {
  return paragraphs(comment, deprecated ? "@deprecated" : "");
}

/** The same for a field, followed by the limits of its value that the comment does not state. */
export function fieldDoc(field: FieldModel): string {
  return paragraphs(field.comment, rulesText(field), field.deprecated ? "@deprecated" : "");
}

/** The same for a property in TypeScript, whose type `string` does not say what it stands for. */
export function propertyDoc(field: FieldModel): string {
  const facts = [wireText(field), rulesText(field)].filter((text) => text !== "").join(" ");
  return paragraphs(field.comment, facts, field.deprecated ? "@deprecated" : "");
}

function rulesText(field: FieldModel): string {
  const { rules, presence, comment } = field;
  const { minimum, maximum, nonEmpty, pattern, default: absent, usual } = rules;
  const sentences = [
    minimum !== undefined && maximum !== undefined ? `From ${minimum} to ${maximum}.` : "",
    minimum !== undefined && maximum === undefined && !comment.includes(`${minimum} or more`)
      ? `At least ${minimum}.`
      : "",
    minimum === undefined && maximum !== undefined ? `At most ${maximum}.` : "",
    nonEmpty && !/\bat least one\b/i.test(comment) ? "At least one element." : "",
    pattern === undefined ? "" : `Matches \`${pattern}\`.`,
    absent === undefined || presence === "required" ? "" : `Absent means ${JSON.stringify(absent)}.`,
    usual === undefined ? "" : `Usually ${JSON.stringify(usual)}.`,
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** The form of strings that stand for something else, unless the comment says it. */
function wireText({ shape: { type }, comment }: FieldModel): string {
  const kind = type.kind === "scalar" ? type.scalar : type.kind === "wellKnown" ? type.wellKnown : undefined;
  const form = kind === undefined ? undefined : wireForms.get(kind);
  return form === undefined || form.said.test(comment) ? "" : form.text;
}

interface WireForm {
  readonly text: string;
  readonly said: RegExp;
}

const integer64: WireForm = { text: "A 64-bit integer as a decimal string.", said: /\bdecimal\b/i };
const base64: WireForm = { text: "Bytes in base64.", said: /base64/i };

export const wireForms: ReadonlyMap<Scalar | WellKnown, WireForm> = new Map<Scalar | WellKnown, WireForm>([
  ["int64", integer64],
  ["uint64", integer64],
  ["sint64", integer64],
  ["fixed64", integer64],
  ["sfixed64", integer64],
  ["Int64Value", integer64],
  ["UInt64Value", integer64],
  ["bytes", base64],
  ["BytesValue", base64],
  ["Timestamp", { text: 'RFC 3339 in UTC, such as "2025-01-31T12:30:00Z".', said: /RFC 3339|ISO 8601/i }],
  ["Duration", { text: 'Seconds with the suffix "s", such as "1.5s".', said: /"[\d.]+s"/ }],
  ["FieldMask", { text: "Paths in lowerCamelCase, joined with commas.", said: /lowerCamelCase/i }],
]);

function paragraphs(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
