import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { errorMessage } from "@a2agen/runtime/internal";
import { commandOf } from "../clients/command-of.ts";
import { probeClient } from "../clients/probe-client.ts";
import { runCommand } from "../clients/run-command.ts";
import { readScenario } from "../command/read-scenario.ts";
import { defaultMessages } from "../core/budget.ts";
import { limitsOf } from "../core/transport/limits.ts";
import { openWire } from "../core/wire.ts";
import { extensionFinder } from "../extensions/extension-finder.ts";
import { runProbe } from "../probe.ts";
import type { Report } from "../report/report.ts";
import type { AgentTarget, ClientTarget, FleetRow } from "./fleet-row.ts";
import { type PoliteHosts, politeHostOf } from "./polite-hosts.ts";
import { startAgent } from "./start-agent.ts";

export interface RowInit {
  readonly hosts: PoliteHosts;
  readonly folder: string;
  readonly isWriting: boolean;
  /** Ends the run, with its reason. */
  readonly stop: AbortSignal;
  readonly onProgress: (label: string) => void | Promise<void>;
}

/** What came of a row that was run. */
export interface Probed {
  readonly report: Report;
  /** Why parts of it were left out. */
  readonly notes: readonly string[];
}

/** Milliseconds until an agent has to serve its card, which some compile first. */
const startMs = 120_000;

/** Probes the agent or client of a row; never rejects. */
export async function probeRow(
  { name }: FleetRow,
  target: AgentTarget | ClientTarget,
  init: RowInit,
): Promise<Probed> {
  const notes = new Set<string>();
  const onProgress = (label: string): void | Promise<void> => init.onProgress(`${name}: ${label}`);
  try {
    const own = { ...init, onProgress, noted: (reason: string) => void notes.add(reason) };
    const report = await (target.kind === "agent" ? probeAgent(target, own) : tryClient(target, own));
    return { report, notes: [...notes].filter((note) => report.problem?.includes(note) !== true) };
  } catch (error) {
    // One row is no reason to lose the others.
    return { report: untested(target, errorMessage(error)), notes: [...notes] };
  }
}

interface Around extends RowInit {
  readonly noted: (reason: string) => void;
}

async function probeAgent(target: AgentTarget, around: Around): Promise<Report> {
  const { cardUrl, run, timeoutMs } = target;
  const { folder, stop, onProgress } = around;
  if (run === undefined) return within(timeoutMs, stop, (until) => sendChecks(target, until, around));
  await onProgress("waiting for its card");
  const started = await startAgent(run, { cardUrl, folder, stop, waitMs: Math.min(timeoutMs, startMs) });
  try {
    if (started.problem !== undefined) return untested(target, started.problem);
    return await within(timeoutMs, stop, (until) => sendChecks(target, until, around));
  } finally {
    await started.stop();
  }
}

async function sendChecks(target: AgentTarget, until: AbortSignal, around: Around): Promise<Report> {
  const { cardUrl, card, headers, hosts, isAllowed } = target;
  const scenario = await readScenario(target.scenario, `probe-${randomBytes(4).toString("hex")}`);
  const limits = limitsOf({ isQuick: false, timeoutMs: undefined });
  const wire = around.hosts.wrap(openWire({ limits }), until, around.noted);
  const isLocal = hosts.every((host) => politeHostOf(host) === "localhost");
  try {
    return await runProbe({
      cardUrl,
      ...(card === undefined ? {} : { card }),
      wire,
      headers,
      scenario,
      isAllowed,
      findExtensions: extensionFinder({ named: [], warn: around.noted }),
      maxMessages: defaultMessages,
      isReadOnly: !(around.isWriting || target.isWriting),
      isQuick: false,
      // Those made from the model are some thousands: too many for agents of others.
      isWanted: (check) => isLocal || !check.startsWith("requests."),
      onProgress: around.onProgress,
    });
  } finally {
    wire.close();
  }
}

async function tryClient(target: ClientTarget, { folder, stop, onProgress }: Around): Promise<Report> {
  const { command, spoken, timeoutMs } = target;
  const drive = runCommand(command, timeoutMs, { folder, stop });
  return probeClient({
    client: command,
    drive: (run) => {
      if (stop.aborted) throw new Error(String(stop.reason));
      return drive(run);
    },
    spoken,
    parallel: Math.max(2, Math.min(4, availableParallelism())),
    commandOf: commandOf(command),
    onProgress,
  });
}

/** Does work that a signal ends: that of the run, or the time limit. */
async function within<T>(
  ms: number,
  stop: AbortSignal,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(`the time limit of ${ms / 1000} s is used up`), ms);
  try {
    return await work(AbortSignal.any([stop, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** The report on what could not be tested. */
export function untested(target: AgentTarget | ClientTarget, problem: string): Report {
  const [agent, url] = target.kind === "agent" ? ["", target.cardUrl] : [target.command, ""];
  const nothing = { interfaces: [], others: [], requirements: [], findings: [], requests: 0, messages: 0 };
  return { agent, url, ...nothing, problem };
}
