import assert from "node:assert/strict";
import { A2AService } from "@a2agen/a2a-1.0";
import { createClient } from "@a2agen/runtime/service";
import { hostOf } from "./client-of.ts";
import { createInProcessTransport } from "./in-process.ts";

const host = hostOf(
  { getTask: async ({ id }) => ({ id, status: { state: "TASK_STATE_WORKING" } }) },
  { authenticate: ({ header, query }) => ({ id: header("x-user") ?? query("user") ?? "anyone" }) },
);
const transport = createInProcessTransport(host);
const client = createClient(A2AService, transport);
assert.equal((await client.getTask({ id: "t-1" })).id, "t-1");
await transport.close();
