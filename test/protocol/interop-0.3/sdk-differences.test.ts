import { describe, expect, test } from "vitest";
import { sdkDifferences } from "./sdk-differences.ts";

describe("what the SDK of 0.3 does otherwise than it should, it still does", () => {
  test.each(sdkDifferences)("$side: $name", async ({ observe, found }) => {
    expect(await observe()).toEqual(found);
  });
});
