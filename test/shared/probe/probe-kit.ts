import type { AgentCard } from "@a2agen/a2a-1.0";
import { defineExtension } from "@a2agen/runtime/extensions";
import type { HostOptions } from "@a2agen/runtime/host";
import type { ProbeInit } from "../../../packages/probe/src/probe.ts";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { type KitAgentOptions, kitScenario, type ProbedAgent, startKitAgent } from "./kit-agent.ts";
import { probeAgent } from "./probe-agent.ts";

/** The versions that an agent of the kit speaks, with the numbers by which cards name them. */
const numbers = { "0.3": "0.3", draft: undefined, "1.0": "1.0", "1.1-dev": "1.1" } as const;

export type KitVersion = keyof typeof numbers;

export const kitVersions = Object.keys(numbers) as readonly KitVersion[];

/**
 * Agents of the kit: one that offers all that it can to everybody, one that has an extended card and asks for
 * credentials, one that declares nothing, one that answers with messages, one with extensions.
 */
export const kitKinds = ["open", "secured", "bare", "replying", "extended"] as const;

export type KitKind = (typeof kitKinds)[number];

const authenticate: NonNullable<HostOptions["authenticate"]> = ({ header }) => {
  const id = header("authorization")?.replace("Bearer ", "");
  return id === "ada" || id === "bob" ? { id } : undefined;
};

const headersOf = (id: string): ProbeInit["headers"] => [{ name: "authorization", value: `Bearer ${id}` }];

const extensions = [true, false].map((required) =>
  defineExtension({
    uri: `https://example.com/extensions/${required ? "needed" : "offered"}/v1`,
    kind: "profile",
    description: "",
    required,
    dependencies: [],
  }),
);

const capabilities = { streaming: true, pushNotifications: true };

/** What differs from one that is open. */
const kinds: Readonly<
  Record<
    KitKind,
    {
      readonly card?: Partial<AgentCard>;
      readonly host?: NonNullable<KitAgentOptions["host"]>;
      readonly init?: Partial<ProbeInit>;
      readonly plain?: string;
    }
  >
> = {
  open: {},
  secured: {
    card: {
      capabilities: { ...capabilities, extendedAgentCard: true },
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    },
    host: { authenticate },
    init: { headers: headersOf("ada"), otherHeaders: headersOf("bob") },
  },
  bare: { card: { capabilities: {} } },
  replying: { plain: "reply" },
  extended: {
    card: {
      capabilities: { ...capabilities, extensions: extensions.map((extension) => extension.declare()) },
    },
    host: { extensions: extensions.map((extension) => ({ extension })) },
  },
};

/** Probes an agent of the kit in a version over each binding; the model's requests only if asked for. */
export async function probeKit(
  version: KitVersion,
  kind: KitKind = "open",
  {
    plain = kinds[kind].plain,
    decorate,
    bindings = ["JSONRPC", "HTTP+JSON", "GRPC"],
    ...more
  }: Partial<ProbeInit> & {
    readonly plain?: string;
    readonly decorate?: NonNullable<KitAgentOptions["decorate"]>;
    /** Of the interfaces on the card. */
    readonly bindings?: readonly string[];
  } = {},
): Promise<Report> {
  const { card, host = {}, init = {} } = kinds[kind];
  const agent = await startKitAgent({
    isFamily: version === "0.3" || version === "draft",
    isNext: version === "1.1-dev",
    host,
    ...(decorate === undefined ? {} : { decorate }),
    card: (origin, port) => ({
      ...(version === "draft"
        ? {}
        : { supportedInterfaces: interfacesOf(version, { origin, port }, bindings) }),
      ...card,
    }),
  });
  const scenario = { ...(plain === undefined ? kitScenario : { plain }), nonce: "kit" };
  const isWanted = (id: string): boolean => !id.startsWith("requests.");
  return probeAgent(agent.origin, {
    scenario,
    isWanted,
    ...init,
    ...(version === "draft" ? { card: await draftCard(agent, bindings) } : {}),
    ...more,
  });
}

/** The interfaces of an agent of the kit in a version. */
export function interfacesOf(
  version: Exclude<KitVersion, "draft">,
  { origin, port }: ProbedAgent,
  bindings: readonly string[],
): AgentCard["supportedInterfaces"] {
  const protocolVersion = numbers[version];
  const all = [
    { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion },
    { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion },
    { url: `http://127.0.0.1:${port}`, protocolBinding: "GRPC", protocolVersion },
  ];
  return all.filter(({ protocolBinding }) => bindings.includes(protocolBinding));
}

/** The card of the draft, which does not know of gRPC. */
async function draftCard({ origin, port }: ProbedAgent, bindings: readonly string[]): Promise<unknown> {
  const response = await fetch(`${origin}/draft/.well-known/agent-card.json`);
  const card = (await response.json()) as AgentCard;
  const grpc = { url: `http://127.0.0.1:${port}`, protocolBinding: "GRPC" };
  const all = [...card.supportedInterfaces, grpc];
  return {
    ...card,
    supportedInterfaces: all.filter(({ protocolBinding }) => bindings.includes(protocolBinding)),
  };
}
