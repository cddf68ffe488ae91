import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";

it("the client and the bindings over HTTP can be bundled for where there is no Node API", async () => {
  const { metafile, warnings } = await build({
    stdin: {
      contents: [
        'export { connect } from "./client/index.ts";',
        'export { jsonRpc } from "./jsonrpc/index.ts";',
        'export { rest } from "./rest/index.ts";',
      ].join("\n"),
      resolveDir: fileURLToPath(new URL("../../../../packages/runtime/src/", import.meta.url)),
    },
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  expect(warnings).toEqual([]);
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  expect(imports).toEqual([]);
  const [output] = Object.values(metafile.outputs);
  expect(Object.keys(output?.inputs ?? {}).filter((path) => path.includes("node_modules"))).toEqual([]);
});

it("so can what gets tokens, with one library", async () => {
  const { metafile, warnings } = await build({
    stdin: { contents: 'export * from "@a2agen/runtime/oauth";', resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module"],
    conditions: ["a2agen-source", "import"],
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  expect(warnings).toEqual([]);
  const [output] = Object.values(metafile.outputs);
  expect(output?.imports).toEqual([]);
  const libraries = Object.keys(output?.inputs ?? {}).filter((path) => path.includes("node_modules"));
  expect(libraries).toEqual(["node_modules/oauth4webapi/build/index.js"]);
});
