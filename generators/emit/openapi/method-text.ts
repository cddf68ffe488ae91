import type { MethodModel, ServiceModel } from "../../model/model.ts";
import { capitalize } from "../../naming/casing.ts";

export interface MethodText {
  /** One line: the first sentence of the comment, or the words of the name. */
  readonly summary: string;
  readonly description: string;
}

/** What is said of a method; never empty, since linters want both. */
export function describeMethod(service: ServiceModel, { name, comment }: MethodModel): MethodText {
  const [sentence = ""] = comment.replaceAll(/\s+/g, " ").split(/(?<=[.!?:])\s/);
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return {
    summary: sentence === "" ? capitalize(words) : sentence.replace(/[.:]$/, ""),
    description: comment === "" ? `Calls \`${service.typeName}.${name}\`.` : comment,
  };
}
