import { A2AServer } from "@voltagent/a2a-server";
import { Agent, VoltAgent } from "@voltagent/core";
import { honoServer } from "@voltagent/server-hono";
import { mockModel } from "./mock-model.js";

const work = new Agent({ name: "work", instructions: "Works.", model: mockModel() });
const port = Number(process.argv[2]);
new VoltAgent({
  agents: { work },
  a2aServers: { work: new A2AServer({ name: "work", version: "1.0.0", agents: { work } }) },
  server: honoServer({ port, hostname: "127.0.0.1" }),
});
