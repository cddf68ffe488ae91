import { count } from "@a2agen/runtime/internal";
import { code, codeList } from "../shared/markdown.ts";
import type { ResolvedFieldNarrowing, ResolvedNarrowing } from "./resolved-extension.ts";

/** The rules of a profile for one core message as sentences. */
export function narrowingTexts({ carrier, fields }: ResolvedNarrowing): readonly string[] {
  return [
    ...(carrier === undefined ? [] : ["Carries the data of the extension."]),
    ...fields.flatMap(fieldTexts),
  ];
}

function fieldTexts({
  field,
  required,
  values,
  members,
  minItems,
  maxItems,
}: ResolvedFieldNarrowing): readonly string[] {
  const name = code(field.jsonName);
  const subject = field.shape.kind === "list" ? `Each element of ${name}` : name;
  return [
    required ? `${name} is there.` : "",
    values.length === 0 ? "" : `${subject} is ${values.length === 1 ? "" : "one of "}${codeList(values)}.`,
    members.length === 0
      ? ""
      : `${subject} has ${members.length === 1 ? "" : "one of "}${codeList(members)}.`,
    minItems === undefined ? "" : `${name} has at least ${count(minItems, "element")}.`,
    maxItems === undefined ? "" : `${name} has at most ${count(maxItems, "element")}.`,
  ].filter((text) => text !== "");
}
