import { createRandom } from "@a2agen/runtime/fakes";
import { expect, test } from "vitest";
import type { Exchange } from "../../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import { formatContract } from "../../../../packages/testing/src/contract/contract-report.ts";
import { verifyContract } from "../../../../packages/testing/src/contract/verify-contract.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { startAgent } from "../../../system/cli/call/start-agent.ts";
import { breakingChanges } from "./breaking-changes.ts";
import { type Change, changedFetch } from "./changed-fetch.ts";
import { harmlessChanges } from "./harmless-changes.ts";
import { recordTalk } from "./record-talk.ts";

const seed = chooseSeed();

test("of 100 changes that break clients contracts find 95 at least, of 50 harmless ones none", {
  tags: "later",
}, async () => {
  console.info(`contracts: repeat with A2AGEN_SEED=${seed}`);
  const { origin } = await startAgent();
  const recordings = [
    await recordTalk(origin, { binding: "JSONRPC" }),
    await recordTalk(origin, { binding: "HTTP+JSON" }),
  ];
  const trial = async (
    change: Change,
    init: { readonly recording: readonly Exchange[]; readonly timeoutMs?: number },
  ): Promise<string> => {
    const report = await verifyContract({ ...init, agent: origin, fetch: changedFetch(change) });
    return report.findings.length === 0 ? "" : `${change.name}\n${formatContract(report)}`;
  };
  const missed: string[] = [];
  for (let at = 0; at < 100; at++) {
    const random = createRandom(`${seed}/breaking/${at}`);
    const recording = recordings[Math.floor(at / breakingChanges.length) % 2] as readonly Exchange[];
    const make = breakingChanges[at % breakingChanges.length] as (typeof breakingChanges)[number];
    const change = make(random, recording);
    if ((await trial(change, { recording })) === "") missed.push(`${at}: ${change.name}`);
  }
  const alarms: string[] = [];
  for (let at = 0; at < 50; at++) {
    const recording = recordings[Math.floor(at / harmlessChanges.length) % 2] as readonly Exchange[];
    const make = harmlessChanges[at % harmlessChanges.length] as (typeof harmlessChanges)[number];
    const change = make(createRandom(`${seed}/harmless/${at}`));
    // Nothing is missing here that would have to be waited for, so a busy machine may take its time.
    const found = await trial(change, { recording, timeoutMs: 300_000 });
    if (found !== "") alarms.push(found);
  }
  expect(alarms, `seed ${seed}`).toEqual([]);
  expect(missed.length, `seed ${seed}: missed ${missed.join("; ")}`).toBeLessThanOrEqual(5);
});
