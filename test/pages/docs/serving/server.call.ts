// with server.ts
import assert from "node:assert/strict";
import { A2AServiceClient } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { say } from "./client-of.ts";

for (const binding of [jsonRpc(), rest()]) {
  const { client, close } = await connect(A2AServiceClient, "http://localhost:4000", { bindings: [binding] });
  const { message } = await client.sendMessage(say("hello"));
  assert.deepEqual(message?.parts, [{ text: "You said: hello" }]);
  await close();
}
