import { describe, expect, test } from "vitest";
import { excerptOf, transportFacts } from "../../../../packages/runtime/src/http/answer-error.ts";
import { hasOtherCharset, mediaTypeOf } from "../../../../packages/runtime/src/http/media-type.ts";

describe("an excerpt of a body", () => {
  const texts: { name: string; given: string; want: string }[] = [
    { name: "nothing", given: "", want: "" },
    { name: "one line", given: " a\r\n\tb\0c ", want: "a b c" },
    { name: "no tags", given: "<p class='a'>b<br>c</p>", want: "b c" },
    { name: "no styles and scripts", given: "<style>a{}</style>b<script\n>c<d</script >e", want: "b e" },
    { name: "a tag that does not end", given: "a < b", want: "a < b" },
    { name: "not too much", given: "x".repeat(201), want: `${"x".repeat(200)}…` },
  ];

  test.each(texts)("has $name", ({ given, want }) => {
    expect(excerptOf(given)).toBe(want);
  });

  test.each(["<", "<style>", "<script ", "\n"])("of many %j takes no time to speak of", (piece) => {
    const began = performance.now();
    excerptOf(piece.repeat(1_000_000));
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe("the headers of an answer tell", () => {
  const cases: { name: string; given: Record<string, string>; want: object }[] = [
    { name: "nothing", given: {}, want: {} },
    {
      name: "how to authenticate",
      given: { "www-authenticate": "Bearer, Basic" },
      want: { challenges: ["Bearer, Basic"] },
    },
    { name: "when to come again", given: { "retry-after": "120" }, want: { retryAfterMs: 120_000 } },
    {
      name: "no date, which depends on clocks",
      given: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" },
      want: {},
    },
    { name: "nothing before now", given: { "retry-after": "-1" }, want: {} },
  ];

  test.each(cases)("$name", ({ given, want }) => {
    expect(transportFacts(new Response(null, { headers: given }))).toEqual(want);
  });
});

describe("a content type", () => {
  const types: { given: string | undefined; type: string; other: boolean }[] = [
    { given: undefined, type: "", other: false },
    { given: "application/json", type: "application/json", other: false },
    { given: " Application/JSON ;charset=UTF-8", type: "application/json", other: false },
    { given: 'application/json; a=b; Charset="utf8"', type: "application/json", other: false },
    { given: "application/json; charset=us-ascii", type: "application/json", other: false },
    { given: "application/json; charset=utf-16", type: "application/json", other: true },
    { given: "application/json;charset = latin1", type: "application/json", other: true },
    { given: 'application/json; charset="utf-8x"', type: "application/json", other: true },
  ];

  test.each(types)("$given", ({ given, type, other }) => {
    expect([mediaTypeOf(given), hasOtherCharset(given)]).toEqual([type, other]);
  });
});
