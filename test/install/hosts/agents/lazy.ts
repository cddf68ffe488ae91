// What cannot work: an agent that the first request makes, and others use.
import { toFetchHandler } from "@a2agen/runtime/adapters";
import type { HttpHandler } from "@a2agen/runtime/http";
import { serveAgent } from "./agent.ts";

let handler: HttpHandler | undefined;

// oxlint-disable-next-line import/no-default-export -- a Worker is the default export of its module.
export default {
  fetch(request: Request): Promise<Response> {
    handler ??= serveAgent();
    return toFetchHandler(handler)(request);
  },
};
