import type { Fleet, FleetRow } from "./fleet-row.ts";
import { inHosts } from "./in-hosts.ts";
import { PoliteHosts, politeHostOf } from "./polite-hosts.ts";
import { type Probed, probeRow, type RowInit } from "./probe-row.ts";

export interface FleetInit extends Omit<RowInit, "hosts" | "folder"> {
  /** Hosts at once. */
  readonly concurrency: number;
  /** Requests in a second to a host; 5 when absent, and without limit for this machine. */
  readonly rate: number | undefined;
  readonly onDone: (row: FleetRow, probed: Probed) => void;
}

/** A row, with what came of it; without that where it was not run. */
export interface RunRow {
  readonly row: FleetRow;
  readonly probed?: Probed;
}

/** Runs the rows of a fleet, and returns them in its order. Commands run on this machine, one at a time. */
export async function runFleet(
  { rows, folder }: Fleet,
  { concurrency, rate, onDone, ...init }: FleetInit,
): Promise<readonly RunRow[]> {
  const hosts = new PoliteHosts(rate);
  const found = new Map<FleetRow, Probed>();
  const works = rows.flatMap((row) => {
    const { target } = row;
    if (target.kind === "left") return [];
    const isCommand = target.kind === "client" || target.run !== undefined;
    const own = target.kind === "client" ? [] : target.hosts.map(politeHostOf);
    return {
      hosts: isCommand ? [...own, "localhost"] : own,
      async run() {
        if (init.stop.aborted) return;
        const probed = await probeRow(row, target, { ...init, hosts, folder });
        // What was stopped half-way says nothing of the agent.
        if (init.stop.aborted) return;
        found.set(row, probed);
        onDone(row, probed);
      },
    };
  });
  await inHosts(works, concurrency);
  return rows.map((row) => {
    const probed = found.get(row);
    return { row, ...(probed && { probed }) };
  });
}
