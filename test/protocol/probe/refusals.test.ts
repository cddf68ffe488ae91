import type { HttpHandler } from "@a2agen/runtime/http";
import { expect, onTestFinished, test } from "vitest";
import { openWire } from "../../../packages/probe/src/core/wire.ts";
import type { Verdict } from "../../../packages/probe/src/report/report.ts";
import { shortFindings } from "../../shared/probe/probe-agent.ts";
import { type KitVersion, probeKit } from "../../shared/probe/probe-kit.ts";

interface Refused {
  readonly title: string;
  readonly version: KitVersion;
  readonly method: RegExp;
  readonly code: number;
  readonly checks: readonly string[];
  /** The requirements that may have findings. */
  readonly wanted: RegExp;
  readonly verdict: Verdict;
  readonly findings: readonly unknown[];
}

test.each<Refused>([
  {
    title: "an agent that cancels nothing, which says nothing of its streams",
    version: "1.0",
    method: /CancelTask/,
    code: -32004,
    checks: ["cancel.race", "streams.subscribe"],
    wanted: /^(?:cancel\.race|streams\.subscribe-ends)$/,
    verdict: "not-reached",
    findings: [],
  },
  {
    title: "an agent of 0.3 without an extended card that says so by the error of 0.3",
    version: "0.3",
    method: /getAuthenticatedExtendedCard/,
    code: -32007,
    checks: ["extended.unsupported"],
    wanted: /^extended\.unsupported$/,
    verdict: "passed",
    findings: [],
  },
  {
    title: "an agent of 1.0 that does",
    version: "1.0",
    method: /GetExtendedAgentCard/,
    code: -32007,
    checks: ["extended.unsupported"],
    wanted: /^extended\.unsupported$/,
    verdict: "failed",
    findings: [expect.stringContaining("expected UnsupportedOperationError")],
  },
])("$title", async ({ version, method, code, checks, wanted, verdict, findings }) => {
  const refusing =
    (handler: HttpHandler): HttpHandler =>
    async (request) => {
      const bytes = await request.body({ maximumBytes: 1_000_000, timeoutMs: 10_000 });
      const text = Buffer.from(bytes).toString();
      const { method: verb, target } = request;
      const plain = {
        method: verb,
        target,
        header: (name: string) => request.header(name),
        onDisconnect: (listener: () => void) => request.onDisconnect(listener),
      };
      if (!method.test(text)) return handler({ ...plain, body: async () => bytes });
      const { id } = JSON.parse(text) as { readonly id: string };
      const body = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "no" } });
      return { status: 200, headers: { "content-type": "application/json" }, body };
    };
  const wire = openWire({
    limits: { timeoutMs: 1500, totalMs: 5000, maximumBytes: 8_000_000, maximumFrames: 1000 },
  });
  onTestFinished(() => wire.close());
  const report = await probeKit(version, "open", {
    bindings: ["JSONRPC"],
    isWanted: (id) => id === "send.plain" || checks.includes(id),
    decorate: refusing,
    wire,
  });
  const made = report.requirements.filter(({ requirement }) => wanted.test(requirement));
  expect(new Set(made.map((each) => each.verdict))).toEqual(new Set([verdict]));
  const own = shortFindings(report).filter((found) => wanted.test(found.split(" ")[1] ?? ""));
  expect(own).toEqual(findings);
});
