import { toFetchHandler } from "@a2agen/runtime/adapters";
import { serveAgent } from "./agent.ts";

// oxlint-disable-next-line import/no-default-export -- a Worker is the default export of its module.
export default { fetch: toFetchHandler(serveAgent()) };
