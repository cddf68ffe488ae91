import { expect, test } from "vitest";
import { findOtherVersion } from "../../../../packages/runtime/src/service/other-version.ts";

const uri = "https://example.com/ext/a/v1";

test.each<readonly [string, string, boolean]>([
  ["the same", uri, false],
  ["a later one", "https://example.com/ext/a/v2", true],
  ["a minor one", "https://example.com/ext/a/v1.2", true],
  ["a beta", "https://example.com/ext/a/v2beta1", true],
  ["a day", "https://example.com/ext/a/2026-01-01", true],
  ["another extension", "https://example.com/ext/b/v1", false],
  ["one below it", "https://example.com/ext/a/v1/b", false],
  ["one without a version", "https://example.com/ext/a", false],
  ["a name that begins as a version", "https://example.com/ext/a/v1x", false],
  ["another host", "https://example.org/ext/a/v2", false],
])("%s", (_name, other, isVersion) => {
  expect(findOtherVersion(uri, [other])).toBe(isVersion ? other : undefined);
});

test("URNs have versions too", () => {
  expect(findOtherVersion("urn:acme:pet:1.2", ["urn:acme:dog:1.3", "urn:acme:pet:1.3"])).toBe(
    "urn:acme:pet:1.3",
  );
});

test("a URI of a hundred thousand segments is read in one go", () => {
  const long = `urn:${"v1:1.1-1:".repeat(50_000)}`;
  expect(findOtherVersion(long, [`${long}x`]) === undefined).toBe(true);
});
