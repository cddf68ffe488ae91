import { roles } from "@a2agen/versions/table.ts";
import { type KitId, type KitRequirement, kitRows } from "../core/kit.ts";
import { type Level, levels } from "../core/requirement.ts";
import type { Report, ReportedRequirement } from "./report.ts";

type Status = "PASS" | "FAIL" | "SKIPPED" | "NOT TESTED";

/** A requirement of the kit, as its compatibility report has it. */
interface Row {
  readonly level: Level;
  readonly status: Status;
  /** The outcome over each transport. */
  readonly transports: Readonly<Record<string, Status>>;
  readonly errors: readonly string[];
  readonly test_ids: readonly string[];
}

/** What the kit calls the bindings, and the card. */
const transports: Readonly<Record<string, string>> = {
  card: "agent_card",
  GRPC: "grpc",
  JSONRPC: "jsonrpc",
  "HTTP+JSON": "http_json",
};

/** What the requirements of one binding begin with. */
const prefixes: Readonly<Record<string, string>> = {
  "GRPC-": "grpc",
  "JSONRPC-": "jsonrpc",
  "HTTP_JSON-": "http_json",
};

/**
 * The compatibility report of a2a-tck, for the version that the kit tests: what the probe found of each
 * requirement of the kit.
 */
export function formatTck(report: Report, { date }: { readonly date: Date }): string {
  const rows = kitRows.map(([id, requirement]) => [id, rowOf(report, id, requirement)] as const);
  const over = (names: readonly string[]) =>
    rows.flatMap(([, row]) => names.flatMap((name) => row.transports[name] ?? []));
  const names = Object.values(transports).filter((name) => over([name]).length > 0);
  const kit = {
    summary: {
      timestamp: date.toISOString(),
      sut_url: report.url,
      spec_version: roles.current,
      overall_compatibility: shareOf(rows.map(([, row]) => row)),
      ...Object.fromEntries(
        levels.map((level) => [
          `${level.toLowerCase()}_compatibility`,
          shareOf(rows.flatMap(([, row]) => (row.level === level ? row : []))),
        ]),
      ),
    },
    per_requirement: Object.fromEntries(rows),
    per_transport: Object.fromEntries(names.map((name) => [name, countsOf(over([name]))])),
  };
  return `${JSON.stringify(kit, undefined, 2)}\n`;
}

function rowOf(report: Report, id: KitId, { level, ours }: KitRequirement): Row {
  const own = report.requirements.flatMap((each) => {
    const transport = transportOf(each);
    return transport !== undefined && ours.some((our) => our === each.requirement) && isOver(id, transport)
      ? { transport, verdict: each.verdict }
      : [];
  });
  const names = [...new Set(own.map(({ transport }) => transport))];
  const outcomes = names.map((name) => {
    const verdicts = own.flatMap(({ transport, verdict }) => (transport === name ? verdict : []));
    return [name, statusOf(verdicts)] as const;
  });
  const failed = new Set(own.flatMap(({ transport, verdict }) => (verdict === "failed" ? transport : [])));
  const errors = report.findings.flatMap(({ requirement, interface: where, expected, came }) =>
    ours.some((our) => our === requirement) && failed.has(transportOf({ interface: where }) ?? "")
      ? `${where}: ${requirement}: expected ${expected}; came ${came}`
      : [],
  );
  return {
    level,
    status: outcomes.length === 0 ? "NOT TESTED" : together(outcomes.map(([, status]) => status)),
    transports: Object.fromEntries(outcomes),
    errors,
    test_ids: [...new Set(ours)].toSorted(),
  };
}

/** The transport of a result; undefined for those of versions that the kit does not test. */
function transportOf({ interface: label }: Pick<ReportedRequirement, "interface">): string | undefined {
  if (label === "card") return transports["card"];
  const [binding = "", version] = label.split(" ");
  return version === roles.current ? transports[binding] : undefined;
}

function isOver(id: KitId, transport: string): boolean {
  const [, only] = Object.entries(prefixes).find(([prefix]) => id.startsWith(prefix)) ?? [];
  return only === undefined || only === transport;
}

/** A requirement is met where nothing of it failed, and something was tested. */
function statusOf(verdicts: readonly ReportedRequirement["verdict"][]): Status {
  if (verdicts.includes("failed")) return "FAIL";
  return verdicts.includes("passed") ? "PASS" : "SKIPPED";
}

function together(statuses: readonly Status[]): Status {
  if (statuses.includes("FAIL")) return "FAIL";
  return statuses.includes("PASS") ? "PASS" : "SKIPPED";
}

function countsOf(statuses: readonly Status[]): Readonly<Record<string, number>> {
  const count = (wanted: Status): number => statuses.filter((status) => status === wanted).length;
  return {
    total: statuses.length,
    passed: count("PASS"),
    failed: count("FAIL"),
    skipped: count("SKIPPED"),
  };
}

/** How many of the requirements that were tested are met: "97.5%"; "100.0%" where none was. */
function shareOf(rows: readonly Row[]): string {
  const tested = rows.filter(({ status }) => status === "PASS" || status === "FAIL");
  const passed = tested.filter(({ status }) => status === "PASS").length;
  return `${(tested.length === 0 ? 100 : (100 * passed) / tested.length).toFixed(1)}%`;
}
