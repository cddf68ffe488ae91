import type { FieldModel } from "../../model/model.ts";
import { code, codeList } from "../shared/markdown.ts";

/** What the profile says of a field's value beyond its type, as sentences; "" when nothing. */
export function limitsText({ rules, presence }: FieldModel): string {
  const { minimum, maximum, nonEmpty, pattern, values, default: absent } = rules;
  const sentences = [
    minimum !== undefined && maximum !== undefined ? `From ${minimum} to ${maximum}.` : "",
    minimum !== undefined && maximum === undefined ? `At least ${minimum}.` : "",
    minimum === undefined && maximum !== undefined ? `At most ${maximum}.` : "",
    nonEmpty ? "At least one element." : "",
    values === undefined ? "" : `One of ${codeList(values)}.`,
    pattern === undefined ? "" : `Matches ${code(pattern)}.`,
    absent === undefined || presence === "required"
      ? ""
      : `Absent means ${typeof absent === "string" ? code(absent) : absent}.`,
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
