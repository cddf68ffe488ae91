import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

// Bytes are counted, not time: what esbuild writes depends on its version and on the sources alone.

/** Bytes of what a framework adds to a bundle, minified and compressed. */
async function sizeOf(names: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names} } from "@a2agen/translate/layer";`,
      resolveDir: import.meta.dirname,
      loader: "ts",
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    conditions: ["a2agen-source"],
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

const server = "readRequest, writeAnswer, writeError";
const client = "writeRequest, readAnswer";
const headers = "versionHeaders";
const choice = "pickInterface, versionHeaders";
const cards = "readCard, writeCard";

test.each([
  { what: "a server of both versions", names: `${server}, ${headers}`, most: 15_000 },
  { what: "a client of both versions", names: `${client}, ${choice}`, most: 14_200 },
  { what: "a reader of messages and events", names: "readMessage", most: 11_600 },
  { what: "a reader of cards", names: `readCard, ${choice}`, most: 11_200 },
  { what: "a server that writes its card too", names: `${server}, ${headers}, writeCard`, most: 17_200 },
  { what: "everything", names: `${server}, ${client}, ${choice}, ${cards}, readMessage`, most: 22_800 },
])("$what adds at most $most bytes", async ({ names, most }) => {
  expect(await sizeOf(names)).toBeLessThanOrEqual(most);
});
