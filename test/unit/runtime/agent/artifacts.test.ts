import { dataArtifact, fileArtifact, textArtifact } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";

test.each([
  {
    given: textArtifact("a", "hello", { append: true, lastChunk: false }),
    want: { artifact: { artifactId: "a", parts: [{ text: "hello" }] }, append: true, lastChunk: false },
  },
  {
    given: dataArtifact("a", [1, null], { name: "Numbers" }),
    want: {
      artifact: {
        artifactId: "a",
        name: "Numbers",
        parts: [{ data: [1, null], mediaType: "application/json" }],
      },
    },
  },
  {
    given: dataArtifact("a", { caller: undefined, list: [{ none: undefined, one: 1 }] }),
    want: {
      artifact: { artifactId: "a", parts: [{ data: { list: [{ one: 1 }] }, mediaType: "application/json" }] },
    },
  },
  {
    given: fileArtifact("a", {
      bytes: new Uint8Array([0, 255]),
      filename: "a.bin",
      mediaType: "application/octet-stream",
    }),
    want: {
      artifact: {
        artifactId: "a",
        parts: [{ raw: "AP8=", filename: "a.bin", mediaType: "application/octet-stream" }],
      },
    },
  },
  {
    given: fileArtifact("a", { url: "https://example.com/a.bin" }, { lastChunk: true }),
    want: { artifact: { artifactId: "a", parts: [{ url: "https://example.com/a.bin" }] }, lastChunk: true },
  },
])("an artifact becomes $want", ({ given, want }) => {
  expect(given).toStrictEqual(want);
});
