import { describe, expect, test } from "vitest";
import { bytesOf, isLongerThan } from "../../../../packages/runtime/src/service/text-bytes.ts";

const texts = ["", "a", "é", "日本", "x日é", "😀", "a😀b", "\u07ff\u0800\ud7ff\ue000\uffff", "\0\x7f\x80"];

describe("the bytes of a text", () => {
  test.each(texts)("%j has those of its UTF-8", (text) => {
    expect(bytesOf(text)).toBe(Buffer.byteLength(text));
  });

  test.each(texts)("%j is longer than anything below them", (text) => {
    const bytes = Buffer.byteLength(text);
    expect([-1, 0, 1].map((more) => isLongerThan(text, bytes + more))).toEqual([true, false, false]);
  });
});
