// An agent in a process of its own, with a model that follows SCRIPT; its tool writes to stdout.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { openPool } from "@a2agen/postgres";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import pg from "pg";
import type { MakeExecute } from "./agents/setup.ts";
import { type Piece, Script } from "./script.ts";

const makers: Readonly<Record<string, () => Promise<{ readonly makeExecute: MakeExecute }>>> = {
  "ai-sdk": () => import("./agents/ai-sdk.ts"),
  langgraph: () => import("./agents/langgraph.ts"),
  "openai-agents": () => import("./agents/openai-agents.ts"),
};

const { ADAPTER = "", SCRIPT = "[]", NEEDS_APPROVAL } = process.env;
const maker = await makers[ADAPTER]?.();
if (maker === undefined)
  throw new Error(`ADAPTER: expected ${Object.keys(makers).join(", ")}, found ${ADAPTER}`);

/** The model is stuck at a piece "stuck". */
const answers = (JSON.parse(SCRIPT) as (Piece | "stuck")[][]).map((answer) =>
  answer.map((piece): Piece => (piece === "stuck" ? { until: stuck() } : piece)),
);

class LoudScript extends Script {
  override next(prompt: unknown, signal?: AbortSignal): readonly Piece[] {
    const answer = super.next(prompt, signal);
    console.log(`model ${this.prompts.length}`);
    return answer;
  }
}

const run = ({ city }: { readonly city: string }): string => {
  console.log(`tool ${city}`);
  return `1 look at ${city}`;
};
const execute = await maker.makeExecute(new LoudScript(...answers), {
  // A result that is shown is kept.
  showTools: true,
  tools: { weather: { needsApproval: NEEDS_APPROVAL === "true", run } },
});

const pool = new pg.Pool();
pool.on("error", (error) => console.error(error.message));
const store = openPool(pool);
await store.migrate();

const http = createServer().listen(0, "127.0.0.1");
await once(http, "listening");
const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
const card: AgentCard = {
  name: "Desk",
  description: "Answers.",
  version: "1.0.0",
  supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain", "application/json"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};
const limits = { leaseMs: 1000 };
const agent = createAgent({ service: A2AService, card, store, execute, resumable: true, limits });
const host = createHost({ services: [implement(A2AService, agent)], card });
http.on("request", toNodeListener(createHttpHandler(host)));
console.log(`listening ${url}`);

function stuck(): Promise<never> {
  return new Promise(() => undefined);
}
