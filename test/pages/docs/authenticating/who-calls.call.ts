import assert from "node:assert/strict";
import type { AuthenticationRequest } from "@a2agen/runtime/host";
import { authenticateCallers } from "./who-calls.ts";

process.env["KEY_OF_ADA"] = "a-key-of-the-tests";
const authenticate = await authenticateCallers("https://login.example.com", "https://agent.example.com/a2a");

const call = (key: string): AuthenticationRequest => ({
  binding: "JSONRPC",
  method: "GetTask",
  kind: "unary",
  header: (name) => (name.toLowerCase() === "x-key" ? key : undefined),
  query: () => undefined,
  requirements: [{ schemes: { login: { list: ["notes"] } } }, { schemes: { key: {} } }],
  schemes: {
    login: { openIdConnectSecurityScheme: { openIdConnectUrl: "https://login.example.com" } },
    key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
  },
});
const ada = { id: "ada", scopes: ["notes"], schemes: ["key"] };
assert.deepEqual(await authenticate(call("a-key-of-the-tests")), ada);
assert.equal(await authenticate(call("another")), undefined);
