interface Part {
  readonly text?: string;
  readonly content?: { readonly $case: string; readonly value: unknown };
}

interface Parts {
  readonly parts?: readonly Part[];
}

/** A message, a task or an event, of version 0.2 to 1. */
export interface Answer extends Parts {
  readonly error?: { readonly message: string };
  readonly result?: Answer;
  readonly payload?: { readonly value: Answer };
  readonly artifacts?: readonly Parts[];
  readonly artifact?: Parts;
}

/** The texts of an answer. Throws for an error of JSON-RPC. */
export function show(answer: Answer): string {
  const { error, result, payload, artifacts = [], artifact = {} } = answer;
  if (error !== undefined) throw new Error(error.message);
  const inner = result ?? payload?.value;
  if (inner !== undefined) return show(inner);
  return [answer, artifact, ...artifacts]
    .flatMap(({ parts = [] }) => parts)
    .map(({ text, content }) => text ?? (content?.$case === "text" ? String(content.value) : ""))
    .join("");
}
