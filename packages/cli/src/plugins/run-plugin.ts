import { errorMessage } from "@a2agen/runtime/internal";
import type { Command, CommandInput, GivenFlags, Outcome } from "@a2agen/terminal/command.ts";
import { isCommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { formatJsonError } from "@a2agen/terminal/json-error.ts";
import { createProcessTerminal } from "@a2agen/terminal/process-terminal.ts";
import { runCli } from "@a2agen/terminal/run-cli.ts";
import { safeJson, safeText } from "@a2agen/terminal/safe-text.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { loadCommands } from "../commands.ts";
import { type AgentValues, explainFailure, type FoundAgent, findAgent } from "./find-agent.ts";
import { type Configured, readOfficialConfig } from "./official-config.ts";
import { ofAgent, ofEndpoint, officialFlags, readDuration, refusalOf } from "./official-flags.ts";
import type { PluginName } from "./plugins.ts";

/** Runs a command of ours as one of the official tool: with its flags, configuration and exit codes. */
export function runPlugin(
  name: PluginName,
  args: readonly string[],
  terminal: Terminal = createProcessTerminal(),
): Promise<Outcome> {
  return runCli({
    program: "a2a",
    args: args[0] === "--version" ? args : [name, ...args],
    commands: async () => {
      const commands = await loadCommands([name]);
      return commands.flatMap((each) => (each.path.join(" ") === name ? [asPlugin(name, each)] : []));
    },
    terminal,
  });
}

/** The names of the flags that a command takes. */
function flagsOf(name: PluginName): readonly string[] {
  return Object.entries(officialFlags).flatMap(([flag, { to }]) => {
    const isTaken = to === undefined ? ofAgent.includes(name) : Object.hasOwn(to, name);
    return isTaken || flag === "config" ? [flag] : [];
  });
}

/** The command with the flags of the official tool that it takes; where both have a name, it is ours. */
function asPlugin(name: PluginName, command: Command): Command {
  const taken = flagsOf(name);
  const rows = Object.entries(officialFlags).flatMap(([flag, row]) => {
    if (Object.hasOwn(command.flags, flag)) return [];
    return [[flag, taken.includes(flag) ? row : { ...row, refused: refusalOf(name, flag) }] as const];
  });
  const { operand, exitCodes = [] } = command;
  const hasAgent = ofAgent.includes(name);
  return {
    ...command,
    ...(operand !== undefined && hasAgent && { operand: { ...operand, isOptional: true } }),
    flags: { ...command.flags, ...Object.fromEntries(rows) },
    ...(hasAgent && {
      exitCodes: [
        ...exitCodes.filter(([code]) => code < 2),
        [2, "the command line is wrong"],
        [3, "the agent cannot be reached, or has no card"],
        [4, "the agent wants credentials"],
        [5, "the agent does not answer in time"],
        ...exitCodes.filter(([code]) => code === 130),
      ],
    }),
    run: (input, terminal) => runTranslated({ name, command, taken, input, terminal }),
  };
}

interface Translated {
  readonly name: PluginName;
  readonly command: Command;
  readonly taken: readonly string[];
  readonly input: CommandInput<GivenFlags>;
  readonly terminal: Terminal;
}

async function runTranslated({ name, command, taken, input, terminal }: Translated): Promise<Outcome> {
  const own = Object.entries(input.flags).filter(([flag]) => isOwn(command, flag, taken));
  // The gateway's own --config is another file.
  const config = isOwn(command, "config", taken) ? undefined : input.flags["config"];
  const configured = await readOfficialConfig(typeof config === "string" ? config : undefined);
  const settings: Record<string, Configured> = {};
  for (const flag of taken) {
    const given = isOwn(command, flag, taken) ? undefined : input.flags[flag];
    const setting =
      given === undefined
        ? configured[flag]
        : { values: [given].flat().map(String), from: "the command line" };
    if (setting !== undefined && setting.values[0] !== "false") settings[flag] = setting;
  }
  const values = Object.fromEntries(
    Object.entries(settings).map(([flag, setting]) => [flag, setting.values]),
  );
  const translated = Object.entries(values).map(([flag, value]) => officialFlags[flag]?.to?.[name]?.(value));
  const agent = await placeAgent(name, input, values);
  if (values["verbose"] !== undefined) {
    for (const [flag, { from }] of Object.entries(settings)) terminal.err(`# --${flag}: ${safeText(from)}\n`);
    if (agent !== undefined) terminal.err(`# the agent: ${safeText(agent.url ?? agent.operand)}\n`);
  }
  const flags = merge([Object.fromEntries(own), ...translated, agent?.flags]);
  const operands = agent === undefined ? input.operands : [agent.operand];
  // Our commands write a value on several lines.
  const isLines = values["output"]?.[0] === "jsonl";
  const out: Terminal["out"] = (text) =>
    terminal.out(String(text).startsWith("{") ? `${safeJson(JSON.parse(String(text)))}\n` : text);
  try {
    const outcome = await command.run({ flags, operands }, isLines ? { ...terminal, out } : terminal);
    // A wrong command line is thrown: the command has not done its work.
    return outcome === 2 && agent !== undefined ? await explainFailure(agent, inTime(values)) : outcome;
  } catch (error) {
    if (!isCommandError(error) || agent === undefined) throw error;
    const message = errorMessage(error);
    const isJson = (values["output"]?.[0] ?? "text") !== "text";
    terminal.err(`${isJson ? formatJsonError({ code: error.code, message }) : safeText(message)}\n`);
    return await explainFailure(agent, inTime(values));
  } finally {
    await agent?.close?.();
  }
}

/** Whether a flag that was given is for the command itself, and has no meaning that both share. */
function isOwn(command: Command, flag: string, taken: readonly string[]): boolean {
  const isShared = (flag === "timeout" || flag === "insecure") && taken.includes(flag);
  return Object.hasOwn(command.flags, flag) && !isShared;
}

/** A word of the command line names the agent before any configuration. */
async function placeAgent(
  name: PluginName,
  { operands: [word], flags }: CommandInput<GivenFlags>,
  values: AgentValues,
): Promise<FoundAgent | undefined> {
  if (!ofAgent.includes(name)) return undefined;
  const given = ["agent-card", "endpoint"].filter((flag) => flags[flag] !== undefined);
  const [alone] = ofEndpoint.filter((flag) => flags[flag] !== undefined);
  if (alone !== undefined && (word !== undefined || given[0] === "agent-card")) {
    throw new UsageError(`--${alone} goes with --endpoint: a card says it itself`);
  }
  if (word !== undefined) {
    if (given.length > 0) throw new UsageError(`--${given[0]} and ${word} cannot be given together`);
    return { operand: word, flags: {}, ...(/^https?:/i.test(word) && { url: word }) };
  }
  const known = inTime(values);
  const places = given.length > 0 ? given : ["agent-card", "endpoint"].filter((flag) => values[flag]);
  if (places.length > 1) throw new UsageError("--agent-card and --endpoint cannot be given together");
  // What is given counts before what is configured.
  return findAgent(name, given[0] === "agent-card" ? { ...known, endpoint: undefined } : known);
}

function inTime({ timeout, ...values }: AgentValues): AgentValues {
  const [text] = timeout ?? [];
  return text === undefined ? values : { ...values, timeout: [String(readDuration(text))] };
}

/** Lists are joined, and of other flags the last one counts. */
function merge(all: readonly (GivenFlags | undefined)[]): GivenFlags {
  const merged = new Map<string, GivenFlags[string]>();
  for (const [name, value] of all.flatMap((flags) => Object.entries(flags ?? {}))) {
    const before = merged.get(name);
    merged.set(name, typeof before === "object" && typeof value === "object" ? [...before, ...value] : value);
  }
  return Object.fromEntries(merged);
}
