import type { ts as tsTypes } from "ts-morph";

export const markNames = ["services", "extensions", "codecs"] as const;

export type MarkName = (typeof markNames)[number];

/** A line of the author's above which entries are added. */
export interface Mark {
  readonly file: tsTypes.SourceFile;
  /** Where the line begins. */
  readonly lineStart: number;
  readonly indent: string;
}

/** Finds the first "// a2agen:NAME" that is alone in its line, in the order of the files. */
export function findMark(files: readonly tsTypes.SourceFile[], name: MarkName): Mark | undefined {
  const pattern = new RegExp(`^([ \\t]*)// a2agen:${name}[ \\t]*\\r?$`, "m");
  for (const file of files) {
    const found = pattern.exec(file.text);
    if (found !== null) return { file, lineStart: found.index, indent: found[1] ?? "" };
  }
  return undefined;
}
