import { build } from "esbuild";
import { expect, test } from "vitest";
import { sizeOf } from "../../../shared/size-of.ts";

function clientOf(table: string, binding: "jsonrpc" | "rest"): string {
  const create = binding === "jsonrpc" ? "createJsonRpcTransport" : "createRestTransport";
  return `
    import { ${table} } from "@a2agen/a2a-1.0";
    import { ${create} } from "@a2agen/runtime/${binding}";
    import { createClient } from "@a2agen/runtime/service";
    export const open = (url) => createClient(${table}, ${create}(${table}.protocol, { url }));`;
}

function connectBy(binding: "jsonRpc" | "rest", table = "A2AServiceClient"): string {
  return `
    import { ${table} } from "@a2agen/a2a-1.0";
    import { connect } from "@a2agen/runtime/client";
    import { ${binding} } from "@a2agen/runtime/${binding.toLowerCase()}";
    export const open = (url) => connect(${table}, url, { bindings: [${binding}()] });`;
}

test.each([
  { what: "a client by JSON-RPC", source: clientOf("A2AServiceClient", "jsonrpc"), most: 17_200 },
  { what: "a client by HTTP+JSON", source: clientOf("A2AServiceClient", "rest"), most: 19_050 },
  {
    what: "a client by JSON-RPC of the whole table",
    source: clientOf("A2AService", "jsonrpc"),
    most: 22_350,
  },
  { what: "connect with JSON-RPC", source: connectBy("jsonRpc"), most: 36_100 },
  { what: "connect with HTTP+JSON", source: connectBy("rest"), most: 37_900 },
  {
    what: "connect with JSON-RPC and the whole table",
    source: connectBy("jsonRpc", "A2AService"),
    most: 41_300,
  },
])("$what has at most $most bytes", async ({ source, most }) => {
  expect(await sizeOf(source)).toBeLessThan(most);
});

test("the SDK's client of one binding is larger", async () => {
  const theirs = await sizeOf('export { Client, JsonRpcTransport } from "@a2a-js/sdk/client";');
  const ours = await sizeOf(clientOf("A2AServiceClient", "jsonrpc"));
  expect(theirs).toBeGreaterThan(1.4 * ours);
});

test("the table for clients leaves out what only servers need", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: clientOf("A2AServiceClient", "jsonrpc"),
      resolveDir: import.meta.dirname,
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "esm",
    conditions: ["a2agen-source"],
  });
  const text = outputFiles[0]?.text ?? "";
  expect(text).toContain("function checkTask(");
  expect(text).not.toMatch(/function (?:encodeTask|checkSendMessageRequest|defineCodec|createHost)\(/);
});
