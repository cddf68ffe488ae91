/** What joining text reads of a part of a message or artifact, in any version. */
export interface TextPart {
  readonly text?: string;
  readonly filename?: string;
  readonly mediaType?: string;
  readonly metadata?: object;
}

/**
 * Adds the parts of an update with `append` to those of its artifact. The first one becomes one part with the
 * last one that is there if `joinText` joins them; parts of one update stay apart, as its author made them.
 */
export function appendParts<Part extends TextPart>(there: Part[], added: readonly Part[]): void {
  const last = there.at(-1);
  const [first] = added;
  const joined = last && first && joinText(last, first);
  if (joined !== undefined) there[there.length - 1] = joined;
  // Not by spreading: an artifact may have more parts than a call may have arguments.
  for (let index = joined === undefined ? 0 : 1; index < added.length; index++) {
    // It is there: the index is less than the length.
    there.push(added[index] as Part);
  }
}

/**
 * One part of two texts, the second of which continues the first. Undefined if they stay two: one of them is
 * no text, has a filename or metadata, which are about that part alone, or is of another media type.
 */
function joinText<Part extends TextPart>(first: Part, second: Part): Part | undefined {
  if (!isPlain(first) || !isPlain(second) || first.mediaType !== second.mediaType) return undefined;
  return { ...first, text: first.text + second.text };
}

function isPlain<Part extends TextPart>(part: Part): part is Part & { readonly text: string } {
  return part.text !== undefined && part.filename === undefined && part.metadata === undefined;
}
