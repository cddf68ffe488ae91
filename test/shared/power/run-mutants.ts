import { openWire } from "../../../packages/probe/src/core/wire.ts";
import { withFault } from "../faults/with-fault.ts";
import { type KitKind, probeKit } from "../probe/probe-kit.ts";
import type { Mutant } from "./mutants.ts";
import { reaches, recording, type Traffic } from "./reach.ts";

/** What came of a mutant: the requirements that find it, none for one that survives. */
export interface Outcome {
  readonly mutant: Mutant;
  readonly found: readonly string[];
}

const bindings = ["JSONRPC"] as const;
const limits = { timeoutMs: 3000, totalMs: 6000, maximumBytes: 8_000_000, maximumFrames: 1000 };

/** The mutants that change anything of what a right agent is asked or answers. */
export async function reachable(mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  const traffic = new Map<KitKind, readonly Traffic[]>();
  for (const { agent } of mutants) {
    if (traffic.has(agent)) continue;
    const own: Traffic[] = [];
    traffic.set(agent, own);
    await probeKit("1.0", agent, { bindings, decorate: (handler) => recording(handler, own) });
  }
  return mutants.filter(({ agent, effect }) => reaches(effect(), traffic.get(agent) ?? []));
}

/** Probes each mutant, some at once: most of a probe is waiting. */
export async function runMutants(mutants: readonly Mutant[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const rest = mutants.values();
  const lanes = Array.from({ length: 12 }, async () => {
    for (const mutant of rest) outcomes.push({ mutant, found: await findMutant(mutant) });
  });
  await Promise.all(lanes);
  return outcomes;
}

async function findMutant({ agent, effect }: Mutant): Promise<readonly string[]> {
  const wire = openWire({ limits });
  const own = { effect: effect() };
  try {
    const { findings, problem } = await probeKit("1.0", agent, {
      bindings,
      decorate: (handler) => withFault(handler, own),
      wire,
      isAllowed: (url) => url.includes("127.0.0.1"),
    });
    const found = new Set(findings.map(({ requirement }) => requirement));
    return [...found, ...(problem === undefined ? [] : ["problem"])];
  } finally {
    wire.close();
  }
}
