export type JsonObject = Readonly<Record<string, unknown>>;

/** An object of JSON: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads an object; undefined for a text that is none. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // What it is not is all that callers want to know.
    return undefined;
  }
}
