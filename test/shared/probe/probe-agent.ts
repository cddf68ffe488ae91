import { openWire } from "../../../packages/probe/src/core/wire.ts";
import { type ProbeInit, runProbe } from "../../../packages/probe/src/probe.ts";
import type { Report } from "../../../packages/probe/src/report/report.ts";

/** Probes an agent on this machine. */
export async function probeAgent(origin: string, init: Partial<ProbeInit> = {}): Promise<Report> {
  const wire = openWire({
    limits: { timeoutMs: 30_000, totalMs: 60_000, maximumBytes: 8_000_000, maximumFrames: 1000 },
  });
  try {
    return await runProbe({
      cardUrl: `${origin}/.well-known/agent-card.json`,
      wire,
      headers: [],
      scenario: { plain: "Hello", nonce: "probe" },
      isAllowed: () => true,
      maxMessages: 100,
      isReadOnly: false,
      isQuick: false,
      ...init,
    });
  } finally {
    wire.close();
  }
}

/** Findings in short, each kind once. */
export function shortFindings(report: Report): readonly string[] {
  return [
    ...new Set(
      report.findings.map(
        ({ level, requirement, interface: where, expected, came, command }) =>
          `${level} ${requirement} ${where}: expected ${expected}; came ${came}; ${command}`,
      ),
    ),
  ];
}
