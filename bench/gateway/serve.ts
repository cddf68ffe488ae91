import type { AgentCard } from "@a2agen/a2a-1.0";
import { createGateway } from "@a2agen/gateway";
import { announce } from "../served.ts";
import { agents, serve } from "./agents.ts";
import type { AgentName, BetweenName } from "./names.ts";
import { passOn } from "./proxy.ts";

/** The program of each agent, and of what stands before it: that is given the port of its agent. */
const [name = "", port] = process.argv.slice(2);
const between = {
  "node:http": (upstream) => serve(() => passOn(upstream)),
  async a2agen(upstream) {
    const url = `http://127.0.0.1:${upstream}`;
    const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as Partial<AgentCard>;
    // That of gRPC has another port.
    const origins = (card.supportedInterfaces ?? []).map((place) => place.url);
    const gateway = await createGateway({ upstream: url, origins });
    return Number(new URL(gateway.url).port);
  },
} as const satisfies Record<BetweenName, (port: number) => Promise<number>>;

announce(
  port === undefined ? await agents[name as AgentName]() : await between[name as BetweenName](Number(port)),
);
