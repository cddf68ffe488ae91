import { setTimeout } from "node:timers/promises";

export type Length = "short" | "long";

/** The headings of a report, in their order. */
export function headingsOf(topic: string, length: Length): string[] {
  const short = [`What there is to know about ${topic}`];
  return length === "short" ? short : [...short, "How it came about", "What experts say", "Outlook"];
}

export interface Chunk {
  readonly text: string;
  /** True for the last chunk of the section. */
  readonly isLast: boolean;
}

/** Writes a section sentence by sentence. It stands in for a language model: replace it with yours. */
export async function* writeSection(
  heading: string,
  topic: string,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  const sentences = [
    `${heading}: `,
    `much has been written about ${topic}. `,
    `Little of it is known to this agent. `,
    `It would say more if a model wrote this.\n`,
  ];
  for (const [index, text] of sentences.entries()) {
    await setTimeout(50, undefined, { signal });
    yield { text, isLast: index === sentences.length - 1 };
  }
}
