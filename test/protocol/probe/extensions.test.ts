import { join } from "node:path";
import type { HttpHandler } from "@a2agen/runtime/http";
import { expect, test } from "vitest";
import type { RequirementId } from "../../../packages/probe/src/core/requirements.ts";
import { manifestIds } from "../../../packages/probe/src/extensions/extension-checks.ts";
import { findExtensions } from "../../../packages/probe/src/extensions/find-extensions.ts";
import type { ProbeInit } from "../../../packages/probe/src/probe.ts";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { extensionFaults } from "../../shared/faults/extension-faults.ts";
import { withFault } from "../../shared/faults/with-fault.ts";
import { startExtensionAgent } from "../../shared/probe/extension-agent.ts";
import { probeAgent, shortFindings } from "../../shared/probe/probe-agent.ts";

const packages = join(import.meta.dirname, "../../../packages");
const named = ["x402", "a2ui", "ucp", "task-progress"].map((name) => join(packages, `ext-${name}`));

const isOfManifests = (id: string): boolean => /^extensions\.(?:unasked|[A-Z])/.test(id);

let known: ReturnType<typeof findExtensions> | undefined;

async function probe(
  decorate?: (handler: HttpHandler) => HttpHandler,
  init: Partial<ProbeInit> = {},
): Promise<Report> {
  return probeAgent(await startExtensionAgent(decorate), {
    isWanted: isOfManifests,
    findExtensions: (uris) => (known ??= findExtensions({ named, uris, warn: expect.fail })),
    ...init,
  });
}

test("an agent of the kit with packages of extensions has no finding", async () => {
  const report = await probe(undefined, { isWanted: (id) => !id.startsWith("requests.") });
  expect(shortFindings(report)).toEqual([]);
  const tried = report.requirements.filter(({ requirement }) =>
    manifestIds.includes(requirement as RequirementId),
  );
  expect(
    Object.fromEntries(
      tried.map(({ requirement, verdict, checks }) => [requirement, `${verdict} ${checks}`]),
    ),
  ).toEqual({
    "extensions.params": "passed 4",
    "extensions.served": "passed 5",
    "extensions.unasked": "passed 1",
    "extensions.data": "passed 14",
    "extensions.place": "passed 14",
    "extensions.side": "passed 14",
    "extensions.task-state": "passed 14",
    "extensions.moves": "passed 14",
    "extensions.client-moves": "passed 1",
    "extensions.refused": "passed 3",
    "extensions.survives": "passed 9",
    "extensions.headers": "passed 1",
  });
});

test("each requirement of manifests has a fault that it alone finds", () => {
  expect(new Set(extensionFaults.map(({ by }) => by))).toEqual(new Set(manifestIds));
});

test.each(extensionFaults)("$name", async ({ by, effect }) => {
  const fault = { name: "", by, effect, agent: "open", version: "1.0", bindings: ["JSONRPC"] } as const;
  const report = await probe((handler) => withFault(handler, fault));
  expect(new Set(report.findings.map(({ requirement }) => requirement))).toEqual(new Set([by]));
});
