import { expect, test } from "vitest";
import { sizeOf } from "../../shared/size-of.ts";

const client = `
  import { A2AServiceClient } from "@a2agen/a2a-1.0";
  import { connect } from "@a2agen/runtime/client";
  import { jsonRpc } from "@a2agen/runtime/jsonrpc";
  export const open = (url) => connect(A2AServiceClient, url, { bindings: [jsonRpc()] });`;

test("all of the package adds less than 8 kB to a client", async () => {
  const all = await sizeOf(`${client} export * from "@a2agen/conversation";`);
  expect(all - (await sizeOf(client))).toBeLessThan(8000);
});
