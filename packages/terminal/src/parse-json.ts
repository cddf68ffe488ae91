/** Reads JSON; throws a SyntaxError that says line and column, where the engine says the position. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const [whole, position] =
      (cause instanceof SyntaxError && / at position (\d+)$/.exec(cause.message)) || [];
    if (whole === undefined || !(cause instanceof SyntaxError)) throw cause;
    const lines = text.slice(0, Number(position)).split("\n");
    const place = ` at ${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
    throw new SyntaxError(cause.message.replace(whole, place), { cause });
  }
}
