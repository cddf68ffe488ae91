import type { Header } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Spoken } from "../clients/behaviour.ts";

/** An agent that is probed. */
export interface AgentTarget {
  readonly kind: "agent";
  /** Of the card, or what it is called where it is given. */
  readonly cardUrl: string;
  readonly card?: unknown;
  /** The shell command that starts it. */
  readonly run?: string | undefined;
  readonly isAllowed: (url: string) => boolean;
  /** What it may send requests to; no two agents that share one are probed at once. */
  readonly hosts: readonly string[];
  readonly headers: readonly Header[];
  /** A file. */
  readonly scenario?: string | undefined;
  readonly isWriting: boolean;
  readonly timeoutMs: number;
}

/** A client that is tried. */
export interface ClientTarget {
  readonly kind: "client";
  readonly command: string;
  readonly spoken: readonly Spoken[];
  /** For one run of the command. */
  readonly timeoutMs: number;
}

/** What is in the table and is not run. */
export interface LeftTarget {
  readonly kind: "left";
  readonly reason: string;
  /** The command that would run it. */
  readonly command?: string;
}

/** A row of the table. */
export interface FleetRow {
  readonly name: string;
  readonly group?: string | undefined;
  /** Names its files; no other row has it. */
  readonly slug: string;
  readonly target: AgentTarget | ClientTarget | LeftTarget;
}

export interface Fleet {
  readonly title: string;
  /** Where commands run. */
  readonly folder: string;
  readonly rows: readonly FleetRow[];
}
