import { toFetchHandler } from "@a2agen/runtime/adapters";
import { serveAgent } from "./agent.ts";

export default { fetch: toFetchHandler(serveAgent()) };
