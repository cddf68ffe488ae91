import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import {
  createAgent,
  dataArtifact,
  type Execute,
  inputRequired,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { implement } from "@a2agen/runtime/host";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { onTestFinished } from "vitest";
import { listen } from "../../shared/interop/our-agent.ts";

/** What it finds, line by line. */
export const plan = [
  "09:00  Alfama, before the crowds",
  "12:30  Lunch at the Ribeira market",
  "15:00  Tile museum",
];

/** Plans a day, with a pause after each thing that it has to say. */
function planIn(pauseMs: number): Execute {
  return async function* ({ task, text }) {
    if (task === undefined) {
      yield inputRequired("On foot, or by tram?");
      return;
    }
    yield working("Looking at maps and opening hours");
    for (const [at, line] of plan.entries()) {
      await setTimeout(pauseMs);
      yield textArtifact("plan", `${line}\n`, {
        name: "A day in Lisbon",
        append: at > 0,
        lastChunk: at === plan.length - 1,
      });
    }
    await setTimeout(pauseMs);
    yield dataArtifact("costs", { tickets: 18.5, way: text }, { name: "Costs", lastChunk: true });
  };
}

/** Serves the agent of the pictures in 1.0 and 0.3 until the test has ended; returns its origin. */
export async function startDemoAgent({ pauseMs = 0 } = {}): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  const card: AgentCard = {
    name: "Trip planner",
    description: "Plans a day in a city.",
    version: "1.4.0",
    supportedInterfaces: [
      { url: `${origin}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url: origin, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    ],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain", "application/json"],
    skills: [
      {
        id: "plan",
        name: "Plan a day",
        description: "Finds what fits into a day.",
        tags: ["travel"],
        examples: ["Plan a day in Lisbon"],
      },
    ],
  };
  const agent = createAgent({ service: A2AService, card, execute: planIn(pauseMs) });
  const family = createHostFamily({
    services: [implement(A2AService, agent)],
    card,
    older: [{ translation: a2a03ToA2a10 }],
  });
  server.on("request", toNodeListener(createHttpHandler(family)));
  onTestFinished(async () => {
    await Promise.all([family.close({ graceMs: 0 }), agent.close()]);
  });
  return origin;
}
