import fc from "fast-check";

/** What agents of 0.3 write where its schema says "string" only. */
const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  timestamp: fc.oneof(
    fc.constantFrom(
      "2025-04-02T16:59:25.331844",
      "2025-04-02t16:59:25z",
      "2025-04-02 16:59:25+02:00",
      "2025-04-02T16:59:25.1234567891-0530",
      "2024-02-30T00:00:00Z",
      "0001-01-01T00:00:00+01:00",
      "9999-12-31T23:59:59.999999999Z",
    ),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  bytes: fc.oneof(
    fc.base64String({ maxLength: 12 }),
    fc.constantFrom("_-_-", "YQ", "YQ\n==", "Y Q = =", "!!!!"),
  ),
  name: fc.constantFrom("tasks/1", "a/b"),
};

/** The values, now with usual texts, now with any. */
export function respell(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const chosen = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, fc.option(text, { nil: undefined })]),
  );
  return fc.tuple(values, fc.record(chosen)).map(([value, spelled]) => replaceTexts(value, spelled));
}

function replaceTexts(value: unknown, spelled: Readonly<Record<string, string | undefined>>): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => replaceTexts(each, spelled));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => {
      const text = typeof each === "string" && Object.hasOwn(spelled, name) ? spelled[name] : undefined;
      return [name, text ?? replaceTexts(each, spelled)];
    }),
  );
}
