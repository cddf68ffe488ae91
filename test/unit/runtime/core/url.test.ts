import { expect, test } from "vitest";
import { parseUrl } from "../../../../packages/runtime/src/core/url.ts";

test.each([
  ["https://a.example/x", undefined, "https://a.example/x"],
  ["y?z", "https://a.example/x", "https://a.example/y?z"],
  ["https://bücher.example", undefined, "https://xn--bcher-kva.example/"],
  ["/日本", new URL("https://a.example"), "https://a.example/%E6%97%A5%E6%9C%AC"],
  ["a.example", undefined, undefined],
  ["https://", undefined, undefined],
  ["y", "x", undefined],
])("%j against %s is %j", (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});

test("says the same of a URL beyond Latin-1 however often it is asked", () => {
  for (let count = 0; count < 20_000; count++) {
    if (parseUrl("https://日本.example/") === undefined) expect.fail(`call ${count} found no URL`);
  }
});
