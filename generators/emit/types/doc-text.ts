import type { FieldModel } from "../../model/model.ts";

/** The text of a declaration's comment, with the tag that editors strike names through for. */
export function declarationDoc({ comment, deprecated }: { comment: string; deprecated: boolean }): string {
  return paragraphs(comment, deprecated ? "@deprecated" : "");
}

/** The same for a field, followed by the limits of its value that the comment does not state. */
export function fieldDoc(field: FieldModel): string {
  return paragraphs(field.comment, rulesText(field), field.deprecated ? "@deprecated" : "");
}

function rulesText({ rules, presence, comment }: FieldModel): string {
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

function paragraphs(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
