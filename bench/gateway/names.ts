import type { SpokenVersion } from "../versions/requests.ts";

/** Agents, each in a process of its own. */
export const agentNames = ["1.0", "0.3", "1.0 over gRPC"] as const;
export type AgentName = (typeof agentNames)[number];

/** What stands between clients and an agent. */
export type BetweenName = "node:http" | "a2agen";

/** A client over JSON-RPC, an agent, and what stands between them. */
export interface Row {
  readonly between: BetweenName;
  readonly client: Exclude<SpokenVersion, "draft">;
  readonly agent: AgentName;
  readonly text: string;
}

export const rows: readonly Row[] = [
  { between: "node:http", client: "1.0", agent: "1.0", text: "reverse proxy on node:http" },
  { between: "a2agen", client: "1.0", agent: "1.0", text: "1.0 to 1.0" },
  { between: "a2agen", client: "0.3", agent: "1.0", text: "a client of 0.3, an agent of 1.0" },
  { between: "a2agen", client: "1.0", agent: "0.3", text: "a client of 1.0, an agent of 0.3" },
  { between: "a2agen", client: "1.0", agent: "1.0 over gRPC", text: "JSON-RPC to gRPC, both 1.0" },
];

/** Streams that are read at the same time, and the pace at which each is written. */
export const pace = { streams: 1000, everyMs: 50, updates: 400 } as const;
