/** The type that `as const` gives a literal of objects, arrays and scalars: readonly everywhere. */
export function toLiteralType(literal: string): string {
  const around: string[] = [];
  let isKey = false;
  return literal.replaceAll(token, (text) => {
    if (text.startsWith("/") || /^\s/.test(text)) return text;
    if (text === "[" || text === "{") {
      around.push(text);
      isKey = text === "{";
      return text === "[" ? "readonly [" : text;
    }
    if (text === "]" || text === "}") {
      around.pop();
      isKey = false;
      return text;
    }
    if (text === ",") {
      isKey = around.at(-1) === "{";
      return isKey ? ";" : text;
    }
    const prefix = isKey ? "readonly " : "";
    isKey = false;
    return `${prefix}${text}`;
  });
}

const token = /"(?:[^"\\]|\\.)*"|\/\*[\s\S]*?\*\/|\/\/.*|\s+|[\w$.+-]+|[^\s]/g;
