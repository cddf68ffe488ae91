import type { Message } from "../generated/lf/a2a/v1/a2a_types.ts";

/** The texts of a message's parts, joined with newlines. */
export function textOf({ parts }: Message): string {
  let texts: string | undefined;
  for (const { text } of parts) {
    if (text !== undefined) texts = texts === undefined ? text : `${texts}\n${text}`;
  }
  return texts ?? "";
}
