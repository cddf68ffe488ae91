import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** Bytes of what a page loads, minified and compressed. */
async function sizeOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
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

const client = `
  import { A2AServiceClient } from "@a2agen/a2a-1.0";
  import { connect } from "@a2agen/runtime/client";
  import { jsonRpc } from "@a2agen/runtime/jsonrpc";
  export const open = (url) => connect(A2AServiceClient, url, { bindings: [jsonRpc()] });`;

test("all of the package adds less than 8 kB to a client", async () => {
  const all = await sizeOf(`${client} export * from "@a2agen/conversation";`);
  expect(all - (await sizeOf(client))).toBeLessThan(8000);
});
