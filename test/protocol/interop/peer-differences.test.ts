import { describe, expect, test } from "vitest";
import { peerDifferences } from "./peer-differences.ts";

describe("what the SDK does otherwise than the protocol says, it still does", () => {
  test.each(peerDifferences)("$side: $name", async ({ observe, found }) => {
    expect(await observe()).toEqual(found);
  });
});
