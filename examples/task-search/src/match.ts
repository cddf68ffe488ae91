import type { Part, Task } from "@a2agen/a2a-1.0";

/**
 * Whether each word, in lower case, is somewhere in what was said in a task: its messages and its artifacts.
 */
export function matches({ artifacts = [], history = [], status }: Task, words: readonly string[]): boolean {
  const said = [...history, ...(status.message === undefined ? [] : [status.message]), ...artifacts];
  const texts = said.flatMap(({ parts }) => parts.flatMap(textOf));
  return words.every((word) => texts.some((text) => text.includes(word)));
}

function textOf({ text }: Part): readonly string[] {
  return text === undefined ? [] : [text.toLowerCase()];
}
