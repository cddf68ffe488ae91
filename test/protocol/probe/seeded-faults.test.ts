import type { HostOptions } from "@a2agen/runtime/host";
import { expect, test } from "vitest";
import { namedChecks } from "../../../packages/probe/src/checks/all-checks.ts";
import { everywhere } from "../../../packages/probe/src/core/judge-form.ts";
import type { RequirementId } from "../../../packages/probe/src/core/requirements.ts";
import { openWire } from "../../../packages/probe/src/core/wire.ts";
import type { ProbeInit } from "../../../packages/probe/src/probe.ts";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { type KitAgentOptions, kitScenario } from "../../shared/probe/kit-agent.ts";
import { probeAgent } from "../../shared/probe/probe-agent.ts";
import { withNeeds } from "../../shared/probe/with-needs.ts";
import { type SeededAgent, seedFaults } from "./seed-faults.ts";
import { type AgentKind, type SeededFault, seededFaults } from "./seeded-faults.ts";

const authenticate: NonNullable<HostOptions["authenticate"]> = ({ header }) => {
  const id = header("authorization")?.replace("Bearer ", "");
  return id === "ada" || id === "bob" ? { id } : undefined;
};

function optionsOf(kind: AgentKind): KitAgentOptions {
  const binding = /HTTP\+JSON|GRPC/.exec(kind)?.[0] ?? "JSONRPC";
  const capabilities =
    kind === "bare" ? {} : { streaming: true, pushNotifications: true, extendedAgentCard: isSecured(kind) };
  return {
    ...(isSecured(kind) ? { host: { authenticate } } : {}),
    card: (origin, port) => ({
      capabilities,
      supportedInterfaces: [
        { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
        { url: `http://127.0.0.1:${port}`, protocolBinding: "GRPC", protocolVersion: "1.0" },
      ].filter(({ protocolBinding }) => protocolBinding === binding),
      ...(isSecured(kind)
        ? {
            securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
            securityRequirements: [{ schemes: { bearer: { list: [] } } }],
          }
        : {}),
    }),
  };
}

function isSecured(kind: AgentKind): boolean {
  return kind.startsWith("secured");
}

const headersOf = (id: string): ProbeInit["headers"] => [{ name: "authorization", value: `Bearer ${id}` }];

/** The checks that can find a fault, with those whose tasks they need. */
function wantedFor(by: string): (check: string) => boolean {
  const own = withNeeds(namedChecks, ({ covers }) => covers.includes(by as RequirementId));
  if (by.startsWith("requests.")) return (id) => id.startsWith("requests.");
  if (everywhere.includes(by as RequirementId)) return (id) => !id.startsWith("requests.");
  return (id) => own.has(id);
}

interface Probed {
  readonly isWanted: (check: string) => boolean;
  readonly timeoutMs: number;
}

async function probe(seeded: SeededAgent, kind: AgentKind, { isWanted, timeoutMs }: Probed): Promise<Report> {
  const { origin } = await seeded.startKitAgent(optionsOf(kind));
  const wire = openWire({
    limits: { timeoutMs, totalMs: 2 * timeoutMs, maximumBytes: 8_000_000, maximumFrames: 1000 },
  });
  try {
    return await probeAgent(origin, {
      scenario: { ...(kind === "asks" ? { plain: "ask" } : kitScenario), nonce: "seeded" },
      wire,
      isWanted,
      ...(isSecured(kind) ? { headers: headersOf("ada"), otherHeaders: headersOf("bob") } : {}),
    });
  } finally {
    wire.close();
  }
}

test("single faults of host, kit, codecs and bindings are found", {
  tags: "later",
  timeout: 1_200_000,
}, async () => {
  const lanes = await seedFaults(seededFaults, 8);
  const kinds = [...new Set(seededFaults.map(({ agent }) => agent))];
  await shareOut(lanes, kinds, async (seeded, kind) => {
    const isWanted = (id: string): boolean => !id.startsWith("requests.");
    const { findings } = await probe(seeded, kind, { isWanted, timeoutMs: 10_000 });
    expect([kind, findings]).toEqual([kind, []]);
  });
  const visible = seededFaults.filter(({ by }) => !by.startsWith("hidden: "));
  const missed: string[] = [];
  await shareOut(lanes, visible, async (seeded, fault) => {
    seeded.choose(fault);
    let found: readonly string[] = [];
    // Many faults leave a call without an answer: waiting long for it is for machines on which others take long too.
    for (const timeoutMs of [2000, 10_000]) {
      const { findings } = await probe(seeded, fault.agent, { isWanted: wantedFor(fault.by), timeoutMs });
      found = findings.map(({ requirement }) => requirement);
      if (found.includes(fault.by)) break;
    }
    if (!found.includes(fault.by)) missed.push(`${nameOf(fault)}: ${[...new Set(found)].join(", ")}`);
    seeded.choose(undefined);
  });
  expect(missed).toEqual([]);
  expect(visible.length).toBeGreaterThanOrEqual(100);
});

/** Most of the time of a probe is waiting, in which others go on. */
async function shareOut<Lane, Item>(
  lanes: readonly Lane[],
  items: readonly Item[],
  work: (lane: Lane, item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  await Promise.all(
    lanes.map(async (lane) => {
      for (const item of rest) await work(lane, item);
    }),
  );
}

function nameOf({ module, find, put, by }: SeededFault): string {
  return `${module}: ${/«([^»]*)»/.exec(find)?.[1] ?? ""} -> ${put}, by ${by}`;
}
