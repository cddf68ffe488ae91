import { toFetchHandler } from "@a2agen/runtime/adapters";
import { serveAgent } from "./agent.ts";

declare const PORT: number;

declare const Bun: {
  serve(options: { port: number; hostname: string; fetch: ReturnType<typeof toFetchHandler> }): unknown;
};

Bun.serve({ port: PORT, hostname: "127.0.0.1", fetch: toFetchHandler(serveAgent()) });
