import { serve } from "@hono/node-server";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { MastraServer } from "@mastra/hono";
import { InMemoryTaskStore } from "@mastra/server/a2a/store";
import { Hono } from "hono";
import { mockModel } from "./mock-model.js";

const work = new Agent({ id: "work", name: "work", instructions: "Works.", model: mockModel() });
const app = new Hono();
const mastra = new Mastra({ agents: { work }, logger: false });
await new MastraServer({ app, mastra, taskStore: new InMemoryTaskStore() }).init();
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: "127.0.0.1" });
