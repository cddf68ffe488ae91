import { join } from "node:path";
import { expect, test } from "vitest";
import type { Exchange } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import type { RequirementId } from "../../../packages/probe/src/core/requirements.ts";
import { replayWire } from "../../../packages/probe/src/core/wire.ts";
import { manifestIds } from "../../../packages/probe/src/extensions/extension-checks.ts";
import { findExtensions } from "../../../packages/probe/src/extensions/find-extensions.ts";
import type { ProbeInit } from "../../../packages/probe/src/probe.ts";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { type ExtensionFault, extensionFaults } from "../../shared/faults/extension-faults.ts";
import type { Fault } from "../../shared/faults/fault.ts";
import { withFault } from "../../shared/faults/with-fault.ts";
import { type ExtensionAgentOptions, startExtensionAgent } from "../../shared/probe/extension-agent.ts";
import { probeAgent, shortFindings } from "../../shared/probe/probe-agent.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";

const packages = join(import.meta.dirname, "../../../packages");
const named = ["x402", "a2ui", "ucp", "task-progress"].map((name) => join(packages, `ext-${name}`));

const isOfManifests = (id: string): boolean => /^extensions\.(?:unasked|[A-Z])/.test(id);

let known: ReturnType<typeof findExtensions> | undefined;

async function probe(options: ExtensionAgentOptions, init: Partial<ProbeInit> = {}): Promise<Report> {
  return probeAgent(await startExtensionAgent(options), {
    isWanted: isOfManifests,
    findExtensions: (uris) => (known ??= findExtensions({ named, uris, warn: expect.fail })),
    ...init,
  });
}

/** What came of the requirements of manifests, and how often. */
function verdicts({ requirements }: Report): object {
  const own = requirements.filter(({ requirement }) => manifestIds.includes(requirement as RequirementId));
  return Object.fromEntries(
    own.map(({ requirement, verdict, checks }) => [requirement, `${verdict} ${checks}`]),
  );
}

test("an agent of the kit with packages of extensions has no finding", async () => {
  const report = await probe({}, { isWanted: (id) => !id.startsWith("requests.") });
  expect(shortFindings(report)).toEqual([]);
  expect(verdicts(report)).toEqual({
    "extensions.params": "passed 4",
    "extensions.served": "passed 5",
    "extensions.unasked": "passed 1",
    "extensions.data": "passed 14",
    "extensions.place": "passed 14",
    "extensions.side": "passed 14",
    "extensions.task-state": "passed 14",
    "extensions.moves": "passed 14",
    "extensions.client-moves": "passed 1",
    "extensions.refused": "passed 5",
    "extensions.survives": "passed 11",
    "extensions.headers": "passed 1",
  });
});

test.each([
  { version: "1.0", bindings: ["HTTP+JSON"] },
  { version: "1.0", bindings: ["GRPC"] },
  { version: "1.1-dev", bindings: ["JSONRPC"] },
  { version: "0.3", bindings: ["JSONRPC"] },
  { version: "1.0", isPaid: true },
] as const)(
  "nor over other bindings, in other versions, and with one that is required: %o",
  async (options) => {
    const report = await probe(options);
    expect(shortFindings(report)).toEqual([]);
    expect(verdicts(report)).toMatchObject({
      "extensions.data": "passed 14",
      "extensions.client-moves": "passed 1",
    });
  },
);

test("a recording is judged as the agent was, and --read-only sends no message", async () => {
  const exchanges: Exchange[] = [];
  const [fault] = extensionFaults.filter(({ by }) => by === "extensions.moves");
  const decorate: ExtensionAgentOptions["decorate"] = (handler) => withFault(handler, toFault(fault));
  const live = await probe({ decorate }, { onExchange: (exchange) => void exchanges.push(exchange) });
  const again = await probe({}, { cardUrl: live.url, wire: replayWire(exchanges), maxMessages: Infinity });
  expect(again).toEqual(live);
  expect(live.findings.map(({ requirement }) => requirement)).toContain("extensions.moves");
  const reading = await probe({ decorate }, { isReadOnly: true });
  expect([reading.messages, shortFindings(reading)]).toEqual([0, []]);
  expect(verdicts(reading)).toMatchObject({
    "extensions.params": "passed 4",
    "extensions.served": "passed 5",
    "extensions.headers": "passed 1",
    "extensions.data": "not-reached 0",
    "extensions.refused": "not-reached 0",
  });
});

test("the command finds installed packages, and says which manifests the card does not need", async () => {
  const [fault] = extensionFaults;
  const origin = await startExtensionAgent({ decorate: (handler) => withFault(handler, toFault(fault)) });
  const other = join(packages, "ext-timestamp/extension.yaml");
  const { status, stdout, stderr } = await runA2agen([
    "probe",
    origin,
    "--quick",
    "--json",
    "--extensions",
    "@a2agen/ext-x402",
    "--extensions",
    other,
  ]);
  const { findings } = JSON.parse(stdout) as Report;
  expect(findings.filter(({ requirement }) => requirement === fault?.by)).toMatchObject([
    {
      check: "extensions.Ucp.params",
      came: "params.capabilities: required [required]",
      expected: "params of https://ucp.dev/2026-04-08/specification/reference that fit its schema",
    },
  ]);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `${other}: the card declares none of its extensions\nNo message will reach the agent's own code.\n`,
  });
});

test("each requirement of manifests has a fault that it alone finds", () => {
  expect(new Set(extensionFaults.map(({ by }) => by))).toEqual(new Set(manifestIds));
});

function toFault(fault: ExtensionFault | undefined): Fault {
  if (fault === undefined) throw new Error("expected a fault");
  return { ...fault, agent: "open", version: "1.0", bindings: ["JSONRPC"] };
}

test.each(extensionFaults)("$name", { tags: "later" }, async (fault) => {
  const report = await probe({ decorate: (handler) => withFault(handler, toFault(fault)) });
  const found = new Set(report.findings.map(({ requirement }) => requirement));
  // A message whose data differ from those that came first is found as such too.
  if (fault.by !== "get.history-same") found.delete("get.history-same");
  expect(found).toEqual(new Set([fault.by]));
});
