import assert from "node:assert/strict";
import { client } from "./small.ts";
import { clients, transports } from "./transports.ts";

assert.deepEqual(
  transports.map(({ binding }) => binding),
  ["JSONRPC", "HTTP+JSON", "GRPC"],
);
assert.deepEqual(
  [...clients, client].map((each) => typeof each.getTask),
  ["function", "function", "function", "function"],
);
for (const transport of transports) await transport.close();
