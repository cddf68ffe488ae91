import type { Part } from "@a2agen/a2a-1.0";
import * as agent from "@a2agen/runtime/agent";
import * as client from "@a2agen/runtime/client";
import { expect, test } from "vitest";

const { bytesOf, dataOf, filePart, textOf } = client;

test("clients and agents have the same functions", () => {
  const { bytesOf: b, dataOf: d, filePart: f, textOf: t } = agent;
  expect([b, d, f, t]).toEqual([bytesOf, dataOf, filePart, textOf]);
});

test("a file is a part, of bytes, a URL or a blob", async () => {
  const bytes = new Uint8Array([0, 1, 255]);
  const about = { filename: "a.bin", mediaType: "application/octet-stream" };
  const parts: Part[] = [
    filePart({ bytes }),
    filePart({ bytes, ...about }),
    filePart({ url: "https://example.com/a.bin", ...about }),
    await filePart({ blob: new Blob([bytes]) }),
    await filePart({ blob: new Blob([bytes], { type: "image/png" }), filename: "a.png" }),
    await filePart({ blob: new File([bytes], "b.png", { type: "image/png" }) }),
    await filePart({ blob: new File([bytes], "b.png", { type: "image/png" }), ...about }),
  ];
  expect(parts).toEqual([
    { raw: "AAH/" },
    { raw: "AAH/", ...about },
    { url: "https://example.com/a.bin", ...about },
    { raw: "AAH/" },
    { raw: "AAH/", filename: "a.png", mediaType: "image/png" },
    { raw: "AAH/", filename: "b.png", mediaType: "image/png" },
    { raw: "AAH/", ...about },
  ]);
});

test("the content of parts is read", () => {
  const parts: Part[] = [
    { text: "one" },
    { raw: "AAH_" },
    { data: null },
    { url: "https://example.com/" },
    { text: "" },
    { data: { n: 1 } },
    { text: "é" },
  ];
  expect(textOf(parts)).toBe("one\n\né");
  expect(dataOf(parts)).toEqual([null, { n: 1 }]);
  expect(parts.map(bytesOf)).toEqual([
    new Uint8Array([111, 110, 101]),
    new Uint8Array([0, 1, 255]),
    undefined,
    undefined,
    new Uint8Array(),
    undefined,
    new Uint8Array([195, 169]),
  ]);
  expect([textOf([]), dataOf([])]).toEqual(["", []]);
  expect(() => bytesOf({ raw: "?" })).toThrow(new RangeError("expected base64"));
});
