import { once } from "node:events";
import { createServer } from "node:http";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { createRestTransport } from "@a2agen/runtime/rest";
import { createHttpHandler } from "@a2agen/runtime/server";
import { createClient } from "@a2agen/runtime/service";
import { type Agent, WatchService } from "./generated/index.js";

const agents = new Map<string, Agent>();
const watch: Partial<WatchService> = {
  async addAgent({ agent }) {
    const added = { ...agent, name: `agents/${agents.size + 1}` };
    agents.set(added.name, added);
    return { agent: added };
  },
  async *watchTasks({ agent }) {
    const { url } = agents.get(agent) ?? { url: "nobody" };
    for (const state of ["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"] as const) {
      yield { update: { taskId: `${url}#1`, contextId: agent, status: { state } } };
    }
  },
};

const host = createHost({ services: [implement(WatchService, watch)] });
const http = createServer(toNodeListener(createHttpHandler(host)));
http.listen(4000, "localhost");
await once(http, "listening");

const transport = createRestTransport(WatchService.protocol, { url: "http://localhost:4000" });
const client = createClient(WatchService, transport);
const { agent } = await client.addAgent({ agent: { url: "https://agent.example.com" } });
for await (const { update } of client.watchTasks({ agent: agent.name ?? "" })) {
  console.log(update.taskId, update.status.state);
}
await host.close();
http.close();
