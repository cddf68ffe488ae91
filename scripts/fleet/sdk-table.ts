import { roles } from "@a2agen/versions/table.ts";
import type { Doubt } from "./sdk-results.ts";

/** A package of npm that is tried. */
export interface NpmSdk {
  readonly package: string;
  /** All versions, or the newest. */
  readonly versions: "all" | "newest";
  /** What is installed beside it, in the place of all its peers. */
  readonly beside?: readonly string[];
  /** The program of `programs` that is an agent on it; undefined where it has no server. */
  agent?(version: string): string;
  /** The program that is a client on it. */
  readonly client?: string;
  /** Where the card is, when not at the path of A2A 0.3 and later. */
  cardPath?(version: string): string | undefined;
  /** The versions and bindings that its client speaks. */
  spoken?(version: string): { readonly protocols: readonly string[]; readonly bindings?: readonly string[] };
}

/** For frameworks that want a newer Node than the oldest that a2agen has. */
export const node22 = `node-${process.platform}-${process.arch}`;

const { current, previous } = roles;
const jsonRpc = {
  versions: "newest",
  spoken: () => ({ protocols: [previous], bindings: ["JSONRPC"] }),
} as const;

export const npmSdks: readonly NpmSdk[] = [
  {
    package: "@a2a-js/sdk",
    versions: "all",
    agent: (version) => (version.startsWith("0.") ? "agent-0.ts" : "agent-1.ts"),
    client: "client.ts",
    cardPath: (version) => (version.startsWith("0.2.") ? "/.well-known/agent.json" : undefined),
    spoken: (version) => ({ protocols: [version.startsWith("0.") ? previous : current] }),
  },
  {
    package: "@google/adk",
    versions: "newest",
    beside: ["express"],
    agent: () => "agent-adk.js",
    client: "client-adk.js",
    spoken: () => ({ protocols: [previous] }),
  },
  {
    package: "@mastra/core",
    versions: "newest",
    beside: ["@mastra/hono", "hono@4", "@hono/node-server", "ai@6", "zod@4", `${node22}@22`],
    agent: () => "agent-mastra.js",
    client: "client-mastra.js",
    cardPath: () => "/api/.well-known/work/agent-card.json",
    spoken: () => ({ protocols: [current, previous], bindings: ["JSONRPC"] }),
  },
  {
    ...jsonRpc,
    package: "@strands-agents/sdk",
    beside: ["@a2a-js/sdk@0.3", "express@5", "@modelcontextprotocol/sdk@1", "zod@4", `${node22}@22`],
    agent: () => "agent-strands.js",
    client: "client-strands.js",
  },
  {
    ...jsonRpc,
    package: "beeai-framework",
    beside: ["@a2a-js/sdk@0.3", "express@5", "ai@6", "zod@3"],
    agent: () => "agent-beeai.js",
    client: "client-beeai.js",
  },
  {
    package: "@voltagent/a2a-server",
    versions: "newest",
    beside: ["@voltagent/core@2", "@voltagent/server-hono", "ai@6", "zod@4"],
    agent: () => "agent-voltagent.js",
    cardPath: () => "/.well-known/work/agent-card.json",
  },
  {
    package: "@assistant-ui/react-a2a",
    versions: "newest",
    client: "client-assistant-ui.js",
    spoken: () => ({ protocols: [current], bindings: ["HTTP+JSON"] }),
  },
  { ...jsonRpc, package: "a2a-ai-provider", beside: ["ai@6"], client: "client-ai-provider.js" },
  { ...jsonRpc, package: "@ag-ui/a2a", client: "client-ag-ui.js" },
];

/** What the probe says where the specification says two things; found by reading both. */
export const doubts: readonly Doubt[] = [
  {
    id: /./,
    interface: /^HTTP.JSON 0.3$/,
    version: /^0\.3\.[67]$/,
    reason:
      "These versions write HTTP+JSON with the members of JSON-RPC, which the text of 0.3 allows; the probe writes it as the proto of 0.3 has it, as later versions and the SDK for Python do.",
  },
  {
    id: /^client-streams\.(?:error|error-first|not-json|page)$/,
    interface: /^JSONRPC/,
    version: /^0\.0\./,
    reason:
      "`@ag-ui/a2a` sends the message again, without a stream, when a stream fails, as its README says.",
  },
  {
    id: /^client-cards\./,
    interface: /^HTTP.JSON 1.0$/,
    version: /^0\./,
    reason:
      "`@assistant-ui/react-a2a` leaves the choice of an interface to its user: its program takes the first.",
  },
];
