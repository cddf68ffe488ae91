import { toDurableObject } from "@a2agen/runtime/adapters";
import { serveAgent } from "./agent.ts";

interface Env {
  readonly AGENT: {
    idFromName(name: string): unknown;
    get(id: unknown): { fetch(request: Request): Promise<Response> };
  };
}

export const Agent = toDurableObject(serveAgent);

// oxlint-disable-next-line import/no-default-export -- a Worker is the default export of its module.
export default {
  fetch: (request: Request, { AGENT }: Env): Promise<Response> =>
    AGENT.get(AGENT.idFromName("agent")).fetch(request),
};
