import { readFile } from "node:fs/promises";
import { UsageError } from "./command-error.ts";
import { describeUnreadable } from "./read-bytes.ts";

/** The value of a file; throws a UsageError that begins with `name` and says what is wrong, and where. */
export async function readJson(
  path: string,
  { name = path, expected }: { readonly name?: string; readonly expected: string },
): Promise<unknown> {
  try {
    return parseJson(await readFile(path, "utf8"));
  } catch (cause) {
    throw new UsageError(`${name}: ${describeUnreadable(cause, expected)}`, { cause });
  }
}

/** Reads JSON; throws a SyntaxError that says line and column, where the engine says the position. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = (cause as SyntaxError).message.replace(/(?<= at )position (\d+)$/, (_, at: string) => {
      const lines = text.slice(0, Number(at)).split("\n");
      return `${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
    });
    throw new SyntaxError(message, { cause });
  }
}
