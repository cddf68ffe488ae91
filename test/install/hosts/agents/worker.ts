import { toDurableObject } from "@a2agen/runtime/adapters";
import { serveAgent } from "./agent.ts";

interface Env {
  readonly AGENT: {
    idFromName(name: string): unknown;
    get(id: unknown): { fetch(request: Request): Promise<Response> };
  };
}

export const Agent = toDurableObject(serveAgent);

export default {
  fetch: (request: Request, { AGENT }: Env) => AGENT.get(AGENT.idFromName("agent")).fetch(request),
};
