import { appendFile, readFile } from "node:fs/promises";
import type { Exchange } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import { openWire } from "../../../packages/probe/src/core/wire.ts";
import type { HttpHandler } from "../../../packages/runtime/src/http/http-message.ts";
import type { Effect } from "../faults/fault.ts";
import { withFault } from "../faults/with-fault.ts";
import { probeKit } from "../probe/probe-kit.ts";
import { asJsonRpc } from "./as-json-rpc.ts";
import type { Mutant } from "./mutant.ts";
import { changeExchange, withGrpcEffect } from "./over-grpc.ts";
import { reaches, recording, type Traffic } from "./reach.ts";
import { withNotifications } from "./with-notifications.ts";

/** What came of a mutant: the requirements that find it, none for one that survives. */
export interface Outcome {
  readonly mutant: Mutant;
  readonly found: readonly string[];
}

const limits = { timeoutMs: 3000, totalMs: 6000, maximumBytes: 8_000_000, maximumFrames: 1000 };

/** The mutants that change anything of what a right agent is asked or answers. */
export async function reachable(mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  const all = new Map<string, { readonly traffic: Traffic[]; readonly exchanges: Exchange[] }>();
  const first = new Map(mutants.toReversed().map((mutant) => [keyOf(mutant), mutant]));
  const runs = [...first].map(async ([key, { agent, binding, version }]) => {
    const own = { traffic: [] as Traffic[], exchanges: [] as Exchange[] };
    all.set(key, own);
    await probeKit(version, agent, {
      bindings: [binding],
      decorate: decorateFor(binding, (handler) => recording(handler, own.traffic)),
      onExchange: (exchange) => own.exchanges.push(exchange),
    });
  });
  await Promise.all(runs);
  return mutants.filter((mutant) => {
    const { traffic = [], exchanges = [] } = all.get(keyOf(mutant)) ?? {};
    const { binding, effect: make } = mutant;
    const effect = make();
    if (effect.kind === "notifications") return changesNotifications(effect, exchanges);
    return binding === "GRPC"
      ? exchanges.some((each) => JSON.stringify(changeExchange(each, effect)) !== JSON.stringify(each))
      : reaches(effect, traffic);
  });
}

const keyOf = ({ version, binding, agent }: Mutant): string => `${version} ${binding} ${agent}`;

/** Whether an effect changes anything of what came to webhooks. */
function changesNotifications(
  effect: Extract<Effect, { kind: "notifications" }>,
  exchanges: readonly Exchange[],
): boolean {
  const counts = new Map<string, number>();
  return exchanges.some(({ side, request, answer }) => {
    if (side !== "SIDE_SERVER" || answer === undefined) return false;
    const at = counts.get(request.url) ?? 0;
    counts.set(request.url, at + 1);
    return JSON.stringify(effect.map(request, at)) !== JSON.stringify([request]);
  });
}

type Decorate = (handler: HttpHandler) => HttpHandler;

function decorateFor(binding: string, decorate: Decorate): Decorate {
  if (binding === "GRPC") return (handler) => handler;
  return binding === "HTTP+JSON" ? (handler) => asJsonRpc(handler, decorate) : decorate;
}

/**
 * Probes each mutant, some at once: most of a probe is waiting. Outcomes are kept in `progress`, a file of
 * JSON Lines; a run that was stopped goes on from there.
 */
export async function runMutants(mutants: readonly Mutant[], progress?: string): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const known = progress === undefined ? new Map<string, readonly string[]>() : await readProgress(progress);
  const rest = mutants.values();
  const lanes = Array.from({ length: 12 }, async () => {
    for (const mutant of rest) {
      const kept = known.get(mutant.name);
      const found = kept ?? (await findMutant(mutant));
      outcomes.push({ mutant, found });
      if (progress === undefined || kept !== undefined) continue;
      await appendFile(progress, `${JSON.stringify([mutant.name, found])}\n`);
    }
  });
  await Promise.all(lanes);
  return outcomes;
}

async function readProgress(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(path, "utf8").catch(() => "");
  // The last line may be half of one.
  const lines = text.split("\n").slice(0, -1);
  return new Map(lines.map((line) => JSON.parse(line) as [string, readonly string[]]));
}

async function findMutant({ agent, binding, version, effect }: Mutant): Promise<readonly string[]> {
  const wire = openWire({ limits });
  const own = { effect: effect() };
  try {
    const { findings, problem } = await probeKit(version, agent, {
      bindings: [binding],
      decorate: decorateFor(binding, (handler) => withFault(handler, own)),
      wire: binding === "GRPC" ? withGrpcEffect(wire, own.effect) : withNotifications(wire, own.effect),
      isAllowed: (url) => url.includes("127.0.0.1"),
    });
    const found = new Set(findings.map(({ requirement }) => requirement));
    return [...found, ...(problem === undefined ? [] : ["problem"])];
  } finally {
    wire.close();
  }
}
