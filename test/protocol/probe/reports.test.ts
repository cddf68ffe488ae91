import { expect, test } from "vitest";
import { formatJUnit } from "../../../packages/exchange/src/report/format-junit.ts";
import { formatHtml } from "../../../packages/probe/src/report/format-html.ts";
import { formatMarkdown } from "../../../packages/probe/src/report/format-markdown.ts";
import { formatSarif } from "../../../packages/probe/src/report/format-sarif.ts";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { startPeerAgent } from "../../shared/interop/peer-agent.ts";
import { probeAgent } from "../../shared/probe/probe-agent.ts";

const formats: readonly ((report: Report) => string)[] = [
  (report) => formatHtml(report, { date: new Date(0) }),
  formatJUnit,
  formatMarkdown,
  formatSarif,
  (report) => JSON.stringify(report, undefined, 1),
];

/** Without times, and without the identifiers that the agent chooses. */
function withoutChance(text: string): string {
  return (
    text
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "ID")
      .replaceAll(/\d{4}-\d\d-\d\dT(?:[\d:.]|%3A)+Z/g, "TIME")
      .replaceAll(/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT/g, "TIME")
      // Hashes of the above.
      .replaceAll(/W\/(?:\\*"|&quot;)[\w+/-]+/g, "ETAG")
      .replaceAll(/(base64(?:": ")?) ?[\w+/=]{40,}/g, "$1 BYTES")
      .replaceAll(/"afterMs": ?[\d.]+/g, '"afterMs": 0')
  );
}

test("two runs make the same reports of an agent, byte for byte, but for times and its identifiers", {
  tags: "later",
}, async () => {
  const now = (): string => new Date().toISOString();
  const { origin } = await startPeerAgent({ binding: "JSONRPC", hasGrpc: true, now });
  const isWanted = (id: string): boolean => !id.startsWith("requests.") || id.includes("parts[0]/none");
  const runs: (readonly string[])[] = [];
  for (const nonce of ["probe-00000001", "probe-00000002"]) {
    const report = await probeAgent(origin, {
      scenario: { plain: "Hello", working: "stay", nonce },
      isWanted,
    });
    expect(report.findings.length).toBeGreaterThan(5);
    runs.push(formats.map((format) => withoutChance(format(report))));
  }
  expect(runs[1]).toEqual(runs[0]);
});
