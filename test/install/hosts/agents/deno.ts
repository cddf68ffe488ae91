import { toFetchHandler } from "@a2agen/runtime/adapters";
import { serveAgent } from "./agent.ts";

declare const PORT: number;

declare const Deno: {
  serve(options: { port: number; hostname: string }, handler: ReturnType<typeof toFetchHandler>): unknown;
};

Deno.serve({ port: PORT, hostname: "127.0.0.1" }, toFetchHandler(serveAgent()));
