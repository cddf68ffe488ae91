import { roles } from "@a2agen/versions/table.ts";
import type { Doubt } from "./sdk-results.ts";

/** A package of npm that is tried. */
export interface NpmSdk {
  readonly package: string;
  /** "all" versions, or the "newest". */
  readonly versions: "all" | "newest";
  /** The packages that its programs import beside it and its peers. */
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

export const npmSdks: readonly NpmSdk[] = [
  {
    package: "@a2a-js/sdk",
    versions: "all",
    agent: (version) => (version.startsWith("0.") ? "agent-0" : "agent-1"),
    client: "client",
    cardPath: (version) => (version.startsWith("0.2.") ? "/.well-known/agent.json" : undefined),
    spoken: (version) => ({ protocols: [version.startsWith("0.") ? roles.previous : roles.current] }),
  },
  {
    package: "a2a-ai-provider",
    versions: "newest",
    beside: ["ai@6"],
    client: "client-ai-provider",
    spoken: () => ({ protocols: [roles.previous], bindings: ["JSONRPC"] }),
  },
  {
    package: "@ag-ui/a2a",
    versions: "newest",
    client: "client-ag-ui",
    spoken: () => ({ protocols: [roles.previous], bindings: ["JSONRPC"] }),
  },
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
];
