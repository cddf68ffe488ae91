import { expect, test } from "vitest";
import { namedChecks } from "../../../packages/probe/src/checks/all-checks.ts";
import { everywhere } from "../../../packages/probe/src/core/judge-form.ts";
import { type RequirementId, requirements } from "../../../packages/probe/src/core/requirements.ts";
import { openWire } from "../../../packages/probe/src/core/wire.ts";
import { extensionFaults } from "../../shared/faults/extension-faults.ts";
import type { Fault } from "../../shared/faults/fault.ts";
import { faults } from "../../shared/faults/faults.ts";
import { withFault, withFaultyWire } from "../../shared/faults/with-fault.ts";
import { probeKit } from "../../shared/probe/probe-kit.ts";
import { withNeeds } from "../../shared/probe/with-needs.ts";

/** The checks that can find a fault, with those whose tasks they need. */
function wantedFor(by: RequirementId): (check: string) => boolean {
  if (everywhere.includes(by)) return (id) => !id.startsWith("requests.");
  const own = withNeeds(namedChecks, ({ covers }) => covers.includes(by));
  return (id) => own.has(id) || (by.startsWith("requests.") && id.startsWith("requests."));
}

/** What the probe finds of an agent of the kit with a fault. */
async function find(fault: Fault, timeoutMs: number): Promise<ReadonlySet<string>> {
  const { agent, bindings, by, version } = fault;
  const wire = openWire({
    limits: { timeoutMs, totalMs: 2 * timeoutMs, maximumBytes: 8_000_000, maximumFrames: 1000 },
  });
  try {
    const { findings } = await probeKit(version, agent, {
      bindings,
      decorate: (handler) => withFault(handler, fault),
      wire: withFaultyWire(wire, fault),
      isWanted: wantedFor(by),
      isAllowed: (url) => url.includes("127.0.0.1"),
    });
    return new Set(findings.map(({ requirement }) => requirement));
  } finally {
    wire.close();
  }
}

test("names of faults are unique", () => {
  const names = faults.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("each requirement has a fault that it finds", () => {
  const killed = new Set([...faults, ...extensionFaults].map(({ by }) => by));
  const ids = Object.keys(requirements) as RequirementId[];
  console.log(`${killed.size} of ${ids.length} requirements have a fault, ${faults.length} faults in all`);
  expect(ids.filter((id) => !killed.has(id))).toEqual([]);
});

test("single faults of an agent are found by the requirements that they break", {
  tags: "later",
}, async () => {
  const missed: string[] = [];
  const rest = faults.values();
  // Most of the time of a probe is waiting, in which others go on.
  const lanes = Array.from({ length: 24 }, async () => {
    for (const fault of rest) {
      let found: ReadonlySet<string> = new Set();
      // Many faults leave a call without an answer: waiting long for it is for machines on which others take
      // long too.
      for (const timeoutMs of [2000, 10_000]) {
        found = await find(fault, timeoutMs);
        if (found.has(fault.by)) break;
      }
      if (!found.has(fault.by)) missed.push(`${fault.name}: ${fault.by}; found ${[...found].join(", ")}`);
    }
  });
  await Promise.all(lanes);
  expect(missed).toEqual([]);
  expect(faults.length).toBeGreaterThanOrEqual(200);
});
