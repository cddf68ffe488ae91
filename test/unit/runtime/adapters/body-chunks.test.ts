import { expect, test } from "vitest";
import { BodyChunks } from "../../../../packages/runtime/src/adapters/body-chunks.ts";

test("pieces come back in order, however many they are", () => {
  for (const count of [0, 1, 2, 255, 256, 257, 513, 1000]) {
    const chunks = new BodyChunks();
    const all: number[] = [];
    for (let index = 0; index < count; index++) {
      const piece = [index % 256, (index * 7) % 256];
      chunks.add(Uint8Array.from(piece));
      all.push(...piece);
    }
    expect(chunks.length).toBe(all.length);
    expect(chunks.join()).toEqual(Uint8Array.from(all));
  }
});

test("one piece is not copied", () => {
  const chunks = new BodyChunks();
  const piece = new Uint8Array(5);
  chunks.add(piece);
  expect(chunks.join()).toBe(piece);
});

test("a body of single bytes takes little more memory than its bytes", () => {
  const chunks = new BodyChunks();
  const bytes = new Uint8Array(65_536);
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 4_000_000; index++) {
    const at = index % bytes.length;
    chunks.add(bytes.subarray(at, at + 1));
  }
  // Kept apart, they take more than 100 bytes each: 400 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  expect(chunks.join()).toHaveLength(4_000_000);
});
