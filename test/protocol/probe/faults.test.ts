import { expect, test } from "vitest";
import type { Exchange } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import { replayWire } from "../../../packages/probe/src/core/wire.ts";
import { kitScenario, startKitAgent } from "../../shared/probe/kit-agent.ts";
import { probeAgent } from "../../shared/probe/probe-agent.ts";
import { type Fault, faults, known } from "./faults.ts";

const init = { scenario: { ...kitScenario, nonce: "kit" } };

/** Faults that are not found, with the reason. */
const hidden: ReadonlyMap<string, string> = new Map([
  ["the extended card for everyone", "the card declares none, so that it is not asked for twice"],
]);

test("single faults of an agent are found", { tags: "later" }, async () => {
  const { origin } = await startKitAgent();
  const recorded: Exchange[] = [];
  await probeAgent(origin, { ...init, onExchange: (exchange) => void recorded.push(exchange) });
  const first =
    recorded.find(({ id }) => id === "JSONRPC 1.0/send.plain/1")?.answer?.frames?.[0]?.bytes.text ?? "";
  const page =
    recorded.find(({ id }) => id === "JSONRPC 1.0/list.pages/1")?.answer?.frames?.[0]?.bytes.text ?? "";
  known.set("JSONRPC 1.0/send.context/1", /"id":"([^"]+)","contextId"/.exec(first)?.[1] ?? "");
  known.set("JSONRPC 1.0/list.pages/2", /"tasks":\[\{"id":"([^"]+)"/.exec(page)?.[1] ?? "");
  const named = recorded.filter(({ id }) => !id.includes("/requests."));
  const judge = async (exchanges: readonly Exchange[]): Promise<number> => {
    const isWanted = (id: string): boolean => exchanges.length > named.length || !id.startsWith("requests.");
    const report = await probeAgent(origin, { ...init, isWanted, wire: replayWire(exchanges) });
    return report.findings.length + (report.problem === undefined ? 0 : 1);
  };
  expect(await judge(recorded)).toBe(0);
  const missed: string[] = [];
  for (const fault of faults) {
    const { changed, count } = plant(fault, fault.where.source.includes("requests") ? recorded : named);
    if (count === 0) missed.push(`${fault.name}: no exchange`);
    else if ((await judge(changed)) === 0) missed.push(fault.name);
  }
  expect(missed.filter((name) => !hidden.has(name.replace(": no exchange", "")))).toEqual([]);
  expect(faults.length - hidden.size).toBeGreaterThanOrEqual(100);
});

/** The exchanges as an agent with the fault has them. */
function plant(
  { where, change }: Fault,
  recorded: readonly Exchange[],
): { readonly changed: readonly Exchange[]; readonly count: number } {
  let count = 0;
  const changed = recorded.map((exchange) => {
    if (!where.test(exchange.id)) return exchange;
    count++;
    const copy = structuredClone(exchange);
    change(copy);
    return copy;
  });
  return { changed, count };
}
