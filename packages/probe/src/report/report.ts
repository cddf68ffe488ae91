import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Level } from "../core/requirement.ts";

/** What came of a requirement over an interface. */
export type Verdict = "passed" | "failed" | "not-reached" | "not-applicable";

/** A deviation with all that a reader needs. */
export interface SingleFinding {
  /** Its identifier: "get.unknown". */
  readonly requirement: string;
  readonly level: Level;
  readonly title: string;
  /** "JSONRPC 1.0"; "card" for the agent card. */
  readonly interface: string;
  readonly version: string;
  readonly binding: string;
  readonly section: string;
  /** Those of a2a-tck that test the same: ["CORE-GET-002"]; absent where there is none. */
  readonly tck?: readonly string[];
  /** For whom it matters; absent where the title says it, and for clients. */
  readonly why?: string;
  /** What to change in the agent; absent for clients. */
  readonly mend?: string;
  readonly check: string;
  readonly expected: string;
  readonly came: string;
  /** The command that sends the request again; absent where nothing was sent. */
  readonly command?: string;
  readonly exchange?: Exchange;
}

/** Where a finding was made, beside the first place. */
export type Place = Pick<SingleFinding, "check" | "expected" | "came" | "command">;

/** Deviations that have one cause: the first one, and where the others are. */
export interface ReportedFinding extends SingleFinding {
  /** How many places there are, the first one included. */
  readonly count: number;
  /** The other places; absent where there is one place. */
  readonly more?: readonly Place[];
}

/** A requirement over an interface. */
export interface ReportedRequirement {
  readonly requirement: string;
  readonly interface: string;
  readonly verdict: Verdict;
  /** How many checks were made. */
  readonly checks: number;
  /** Why it was not reached, or does not apply. */
  readonly reason?: string;
}

/** What a probe has found. */
export interface Report {
  readonly agent: string;
  readonly url: string;
  readonly interfaces: readonly string[];
  /** Interfaces that were left out, with the reason. */
  readonly others: readonly string[];
  readonly requirements: readonly ReportedRequirement[];
  /** The worst first. */
  readonly findings: readonly ReportedFinding[];
  readonly requests: number;
  readonly messages: number;
  /** Why the agent could not be tested. */
  readonly problem?: string;
}
