import type { FlagRow, GivenFlags } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { type PluginName, plugins } from "./plugins.ts";

/** A flag of the official command, with what it is among the flags of each command of ours that takes it. */
export interface OfficialFlag extends FlagRow {
  /** By command; a row without it says where the agent is, for those of `ofAgent`. */
  readonly to?: Partial<Record<PluginName, (values: readonly string[]) => GivenFlags>>;
}

/** The commands that take an agent. */
export const ofAgent: readonly PluginName[] = ["console", "gateway", "mock", "probe"];

/** The flags that describe an endpoint without a card. */
export const ofEndpoint: readonly string[] = ["transport", "tenant", "a2a-version"];

/** Names of the bindings in cards, by those of the official command. */
export const transports: Readonly<Record<string, string>> = {
  grpc: "GRPC",
  jsonrpc: "JSONRPC",
  rest: "HTTP+JSON",
};

const group = "As the a2a command has them, also from A2ACLI_… and its files";

/** For the request for the card that a mock is made of, and nothing else. */
const ofCard: OfficialFlag["to"] = { mock: () => ({}) };

/** Why a command does not take a flag of the official command. */
export function refusalOf(name: PluginName, flag: string): string {
  if (flag === "output") return "this command prints in one form only";
  return name === "console"
    ? "the console takes it in its page, for each agent"
    : "this command calls no agent, and has no use for it";
}

/** All that we take of the official command, from its flags, A2ACLI_ and the name, or its files. */
export const officialFlags: Readonly<Record<string, OfficialFlag>> = {
  "agent-card": {
    short: "a",
    value: "AGENT",
    group,
    help: "the agent: its origin, or the URL or file of its card",
  },
  endpoint: {
    short: "e",
    value: "URL",
    group,
    help: "the agent's endpoint, without a card; with one --transport",
  },
  transport: { value: Object.keys(transports).join("|"), list: true, group, help: "of --endpoint" },
  tenant: { value: "TENANT", group, help: "of --endpoint" },
  "a2a-version": { value: "VERSION", group, help: "of --endpoint; default: 1.0" },
  auth: {
    value: "CREDENTIALS",
    group,
    help: "the value of the header Authorization",
    to: headers(([credentials = ""]) => [`Authorization=${credentials}`]),
  },
  "svc-param": {
    value: "NAME=VALUE",
    list: true,
    group,
    help: "a header of every request",
    to: headers((values) => values),
  },
  timeout: {
    value: "DURATION",
    group,
    help: "how long a call may take: 30s, 1m30s",
    to: {
      ...ofCard,
      gateway: ([text = ""]) => ({ limit: [`callMs=${readDuration(text)}`] }),
      probe: ([text = ""]) => ({ timeout: String(readDuration(text) / 1000) }),
    },
  },
  insecure: {
    group,
    help: "call without encryption where --endpoint has no http://",
    to: { ...ofCard, console: () => ({}), gateway: () => ({ insecure: true }), probe: () => ({}) },
  },
  verbose: {
    short: "v",
    group,
    help: "say on standard error where settings are from",
    to: Object.fromEntries(Object.keys(plugins).map((name) => [name, () => ({})])),
  },
  output: {
    short: "o",
    choices: ["text", "json", "jsonl"],
    group,
    help: "text, or JSON",
    to: {
      diff: ([form]) => (form === "text" ? {} : { format: "json" }),
      probe: ([form]) => (form === "text" ? {} : { json: true }),
    },
  },
  config: { value: "FILE", group, help: "a file with these flags, .env, YAML or JSON, instead of .env" },
};

function headers(list: (values: readonly string[]) => readonly string[]): NonNullable<OfficialFlag["to"]> {
  const named = (values: readonly string[]): readonly string[] => list(values).map(keepHeader);
  return {
    ...ofCard,
    gateway: (values) => ({ "upstream-auth": named(values) }),
    probe: (values) => ({ "header-env": named(values) }),
  };
}

/** The header of --svc-param: NAME=VALUE, or NAME:VALUE. */
export function readHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^=:]+)[=:]\s*(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError("--svc-param: expected NAME=VALUE; found a value without a name, or the reverse");
  }
  return [name, value];
}

/** NAME=VARIABLE with the value in a variable: our commands take secrets from the environment alone. */
function keepHeader(text: string): string {
  const [name, value] = readHeader(text);
  const variable = `A2AGEN_HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
  process.env[variable] = value;
  return `${name}=${variable}`;
}

const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** The milliseconds of a duration as Go writes it, or of a number of seconds. */
export function readDuration(text: string): number {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!/^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/.test(text)) {
    throw new UsageError(
      `--timeout: expected a duration such as 30s or 1m30s; found ${JSON.stringify(text)}`,
    );
  }
  const parts = [...text.matchAll(/([\d.]+)(h|ms|m|s)/g)];
  return parts.reduce((sum, [, number, unit = ""]) => sum + Number(number) * (units[unit] ?? 0), 0);
}
