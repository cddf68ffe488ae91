import type { Report } from "../report/report.ts";
import type { ProbeOptions } from "./probe-options.ts";

/**
 * Tries an agent as `a2agen probe` does: reads its card, tries every interface, and reports where it leaves
 * the specification. `target` is the URL of the agent, or of its card when it ends in .json.
 */
export async function probe(target: string, options: ProbeOptions = {}): Promise<Report> {
  // Programs that only register tests start without it.
  const { probeTarget } = await import("./probe-target.ts");
  return probeTarget(target, options);
}
