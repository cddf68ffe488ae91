const width = 110;

/** JSON as the formatter of the repository has it: lists of scalars on one line where they fit. */
export function printJson(value: unknown): string {
  return `${print(value, { indent: "", before: 0 })}\n`;
}

interface Place {
  readonly indent: string;
  /** Characters that stand before the value on its line. */
  readonly before: number;
}

function print(value: unknown, { indent, before }: Place): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const oneLine = `[${value.map((element) => JSON.stringify(element)).join(", ")}]`;
    const isShort = before + oneLine.length < width && value.every((element) => typeof element !== "object");
    if (isShort) return oneLine;
    const lines = value.map(
      (element) => `${inner}${print(element, { indent: inner, before: inner.length })}`,
    );
    return `[\n${lines.join(",\n")}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  if (entries.length === 0) return "{}";
  const lines = entries.map(([key, entry]) => {
    const start = `${inner}${JSON.stringify(key)}: `;
    return `${start}${print(entry, { indent: inner, before: start.length })}`;
  });
  return `{\n${lines.join(",\n")}\n${indent}}`;
}
