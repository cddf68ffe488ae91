import { availableParallelism } from "node:os";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { errorCode } from "@a2agen/runtime/internal";
import type { Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { parseSeconds } from "@a2agen/terminal/header-flags.ts";
import { readPort, untilEnded } from "@a2agen/terminal/port.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { allSpoken } from "../clients/all-spoken.ts";
import { behaviours } from "../clients/behaviours.ts";
import { callRules } from "../clients/call-rules.ts";
import { commandOf } from "../clients/command-of.ts";
import { probeClient, toReport } from "../clients/probe-client.ts";
import { labelOf, readTrials } from "../clients/recorded-trials.ts";
import { runCommand } from "../clients/run-command.ts";
import { serveBehaviours } from "../clients/serve-behaviours.ts";
import { current, previous } from "../core/named-versions.ts";
import type { ProbeFlags } from "./probe-flags.ts";
import { runReported } from "./run-reported.ts";
import { parseReports } from "./write-reports.ts";

/** Tries a client, and says what was found. */
export async function runClientCommand(flags: ProbeFlags, terminal: Terminal): Promise<Outcome> {
  const reports = parseReports(flags.report);
  const wanted: readonly string[] = flags.protocol === undefined ? [current, previous] : [flags.protocol];
  const spoken = allSpoken.filter(
    ({ version, binding }) => wanted.includes(version) && (flags.binding ?? binding) === binding,
  );
  const isWanted = wantedOf(flags.only);
  const { run } = flags;
  if (run === undefined) {
    const port = readPort(flags.listen ?? "4100", "--listen");
    const served = await serveBehaviours(port, { spoken, isWanted }).catch((cause: unknown) => {
      if (errorCode(cause) !== "EADDRINUSE") throw cause;
      throw new CommandError(`--listen: ${port} and the ports behind it: one is taken; give another one`, {
        cause,
      });
    });
    terminal.out(`http://127.0.0.1:${port}/\n`);
    terminal.err(`${served.count} agents at ports ${port + 1} to ${port + served.count}, until Ctrl-C.\n`);
    await untilEnded();
    return runReported({ flags, reports, terminal }, ({ onExchange }) => served.finish(onExchange));
  }
  if (!run.includes("{url}")) {
    throw new UsageError(
      `--run: expected a command with {url}, the agent to call; found ${JSON.stringify(run)}`,
    );
  }
  return runReported({ flags, reports, terminal }, (watch) =>
    probeClient({
      client: run,
      drive: runCommand(run, parseSeconds(flags.timeout) ?? 30_000),
      spoken,
      isWanted,
      parallel: Math.max(2, Math.min(4, availableParallelism())),
      commandOf: commandOf(run),
      ...watch,
    }),
  );
}

/** Judges a recording of a client again. */
export async function judgeClientRecording(
  exchanges: readonly Exchange[],
  flags: ProbeFlags,
  terminal: Terminal,
): Promise<Outcome> {
  const reports = parseReports(flags.report);
  const { client, trials } = readTrials(exchanges);
  if (trials.length === 0) throw new UsageError("--judge: expected a recording of --client");
  const spoken = allSpoken.filter((each) => trials.some((trial) => labelOf(trial.spoken) === labelOf(each)));
  return runReported({ flags, reports, terminal }, async () =>
    toReport(trials, { client, spoken, commandOf: commandOf(client) }),
  );
}

function wantedOf(only: readonly string[] | undefined): (id: string) => boolean {
  if (only === undefined) return () => true;
  const unknown = only.find((prefix) => !behaviours.some(({ id }) => id.startsWith(prefix)));
  if (unknown !== undefined) {
    throw new UsageError(
      `--only: expected what the identifier of a behaviour begins with; found ${JSON.stringify(unknown)}: --list --client lists them`,
    );
  }
  return (id) => only.some((prefix) => id.startsWith(prefix));
}

/** Requirements of clients, and what the agents do to try them. */
export function listBehaviours(): string {
  const rules = callRules.map((rule) => ({ ...rule, does: "" }));
  return [...rules, ...behaviours]
    .map(({ id, level, section, title, does, only = [] }) => {
      const where = only.length === 0 ? "" : ` (${only.join(", ")})`;
      const how = does === "" ? "" : `: the agent ${does}`;
      return `${id.padEnd(37)} ${level.padEnd(6)} ${section.padEnd(6)} ${title}${how}${where}\n`;
    })
    .join("");
}
