import { createServer } from "node:http";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { serveAgent } from "./agent.ts";

declare const PORT: number;

createServer(toNodeListener(serveAgent())).listen(PORT, "127.0.0.1");
