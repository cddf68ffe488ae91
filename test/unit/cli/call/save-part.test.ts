import { expect, test } from "vitest";
import { safeFileName } from "../../../../packages/cli/src/call/save-part.ts";

test("a name is cut to what file systems take, however many spaces and dots it has", () => {
  expect(safeFileName("a . .")).toBe("a");
  expect(safeFileName(`a${" .".repeat(200_000)}b`)?.length).toBeLessThan(256);
});
