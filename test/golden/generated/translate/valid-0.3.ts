import fc from "fast-check";
import { valuesWith } from "../../../shared/a2a-0.3/arbitrary.ts";

const text = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.constantFrom("__proto__", "tasks/1", "a/b", "\u{1f600}"),
);

/** What is likely where the schema says "string" only. */
const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  timestamp: fc.oneof(
    text,
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
    text,
    fc.base64String({ maxLength: 12 }),
    fc.constantFrom("_-_-", "YQ", "YQ\n==", "Y Q = =", "!!!!"),
  ),
};

/** Values that the schema of 0.3 allows, now with usual texts, now with any. */
export const valid03 = valuesWith({
  text: (property) => texts[property] ?? text,
  integer: fc.oneof(fc.nat(1000), fc.constantFrom(-1, 2 ** 31, 2 ** 40)),
});
