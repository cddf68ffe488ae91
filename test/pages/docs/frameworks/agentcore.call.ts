import assert from "node:assert/strict";
import { createHttpHandler } from "@a2agen/runtime/server";
import { forAgentCore } from "./agentcore.ts";
import { fetchFrom, hostOf } from "./client-of.ts";

const ask = fetchFrom(forAgentCore(createHttpHandler(hostOf({}), { jsonRpc: "/" })));
const ping = await ask("http://localhost:9000/ping");
assert.equal(ping.status, 200);
assert.equal(((await ping.json()) as { status: string }).status, "Healthy");
const request = { jsonrpc: "2.0", id: 1, method: "Nothing", params: {} };
const answer = await ask("http://localhost:9000/", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(request),
});
assert.equal(((await answer.json()) as { error: { code: number } }).error.code, -32601);
