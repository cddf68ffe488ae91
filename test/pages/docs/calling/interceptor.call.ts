import assert from "node:assert/strict";
import { A2AService } from "@a2agen/a2a-1.0";
import { textArtifact } from "@a2agen/runtime/agent";
import { createRestTransport } from "@a2agen/runtime/rest";
import { createHttpHandler } from "@a2agen/runtime/server";
import { createClient } from "@a2agen/runtime/service";
import { fetchFrom, hostOf, run, say } from "./client-of.ts";
import { measure } from "./interceptor.ts";

const { agent } = run(async function* () {
  yield textArtifact("a", "done");
});
const fetch = fetchFrom(createHttpHandler(hostOf(agent)));
const transport = createRestTransport(A2AService.protocol, { url: "http://localhost:4000", fetch });
const wrapped = measure(transport);
const client = createClient(A2AService, wrapped);
assert.equal((await client.sendMessage(say("go"))).task?.status.state, "TASK_STATE_COMPLETED");
const states: unknown[] = [];
for await (const { statusUpdate } of client.sendStreamingMessage(say("go")))
  states.push(statusUpdate?.status.state);
assert.equal(states.at(-1), "TASK_STATE_COMPLETED");
await wrapped.close();
