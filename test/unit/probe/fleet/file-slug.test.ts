import { expect, test } from "vitest";
import { fileSlug } from "../../../../packages/probe/src/fleet/file-slug.ts";

test.each([
  ["Shop, EU (1.0)", "shop-eu-1-0"],
  ["../../etc/passwd", "etc-passwd"],
  ["C:\\con", "c-con"],
  ["con", "con-agent"],
  ["Index", "index-agent"],
  ["...", "agent"],
  ["a\u0000b\u202ec", "a-b-c"],
  ["Größe 🚀", "gro-ße"],
  ["x".repeat(200), "x".repeat(80)],
])("%j names files %s", (name, want) => {
  expect(fileSlug(name)).toBe(want);
});
