import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { listEntries } from "@a2agen/exchange/card-entries.ts";
import { protocolNames } from "@a2agen/exchange/protocol-names.ts";
import { didYouMean } from "@a2agen/generators/naming/did-you-mean.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import { parseHeaders } from "@a2agen/terminal/header-flags.ts";
import { describeUnreadable } from "@a2agen/terminal/read-bytes.ts";
import { type ReadConfig, type Rules, readConfig } from "@a2agen/terminal/read-config.ts";
import { parseJson } from "@a2agen/terminal/read-json.ts";
import schema from "../../../../templates/probe/fleet.schema.json" with { type: "json" };
import { allSpoken } from "../clients/all-spoken.ts";
import { current, previous } from "../core/named-versions.ts";
import { cardUrlOf, hostOf, reachFrom } from "../core/reach.ts";
import { fileSlug } from "./file-slug.ts";
import type { AgentTarget, ClientTarget, Fleet, FleetRow } from "./fleet-row.ts";

interface WrittenDefaults {
  readonly scenario?: string;
  readonly write?: boolean;
  readonly timeout?: number;
  readonly protocols?: readonly string[];
  readonly bindings?: readonly string[];
}

interface WrittenRow extends WrittenDefaults {
  readonly name: string;
  readonly group?: string;
  readonly url?: string;
  readonly card?: string;
  readonly run?: string;
  readonly client?: string;
  readonly headerEnv?: Readonly<Record<string, string>>;
  readonly tokenEnv?: string;
  readonly allowHosts?: readonly string[];
  readonly notRun?: { readonly reason: string; readonly command?: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What a row is: it says one of these. */
const kinds = ["url", "card", "client", "notRun"] as const;

/** Reads the file of a fleet. Throws a CommandError that says where and what is wrong. */
export async function readFleet(path: string, env: Environment): Promise<Fleet> {
  const { value, fail } = await readConfig(path, { schema: schema as Rules });
  // It has been checked.
  const { title, defaults, agents } = value as {
    readonly title?: string;
    readonly defaults?: WrittenDefaults;
    readonly agents: readonly WrittenRow[];
  };
  const folder = dirname(resolve(path));
  const slugs = new Map<string, number>();
  const rows: FleetRow[] = [];
  for (const [at, written] of agents.entries()) {
    const failAt: RowFailure = (member, message) =>
      fail(["agents", at, member], `agents[${at}].${member}: ${message}`);
    const { name, group } = written;
    const slug = fileSlug(name);
    const before = slugs.get(slug);
    if (before !== undefined) {
      failAt("name", `expected another name than agents[${before}]; both name the files ${slug}`);
    }
    slugs.set(slug, at);
    const target = await readTarget({ ...defaults, ...written }, { folder, env, fail, failAt, at });
    rows.push({ name, group, slug, target });
  }
  return { title: title ?? "Fleet", folder, rows };
}

type RowFailure = (member: keyof WrittenRow, message: string) => never;

interface Around extends Pick<ReadConfig, "fail"> {
  readonly folder: string;
  readonly env: Environment;
  readonly failAt: RowFailure;
  readonly at: number;
}

async function readTarget(row: WrittenRow, around: Around): Promise<FleetRow["target"]> {
  const { fail, failAt, at } = around;
  const said = kinds.filter((kind) => row[kind] !== undefined);
  if (said.length !== 1) {
    const found = said.length === 0 ? "none" : said.join(" and ");
    fail(["agents", at], `agents[${at}]: expected one of ${kinds.join(", ")}; found ${found}`);
  }
  if (row.run !== undefined && row.url === undefined) failAt("run", "expected url beside it");
  if (row.notRun !== undefined) return { kind: "left", ...row.notRun };
  return row.client === undefined ? readAgent(row, around) : readClient(row, row.client, around);
}

async function readAgent(row: WrittenRow, { folder, env, failAt }: Around): Promise<AgentTarget> {
  const { url = "", card: file, run, headerEnv = {}, tokenEnv, allowHosts = [], scenario } = row;
  const given = file === undefined ? undefined : await readCard(resolve(folder, file), failAt);
  const cardUrl = file ?? cardUrlOf(url);
  const hosts = given === undefined ? [cardUrl] : listEntries(given).map((entry) => entry.url);
  return {
    kind: "agent",
    cardUrl: file === undefined ? cardUrl : basename(file),
    ...(given === undefined ? {} : { card: given }),
    run,
    isAllowed: given === undefined ? reachFrom(cardUrl, allowHosts) : () => true,
    hosts: [...hosts.map(hostOf), ...allowHosts],
    headers: readHeaders({ headerEnv, tokenEnv, env, failAt }),
    scenario: scenario === undefined ? undefined : resolve(folder, scenario),
    isWriting: row.write === true,
    timeoutMs: (row.timeout ?? 300) * 1000,
  };
}

function readClient(row: WrittenRow, command: string, { failAt }: Around): ClientTarget {
  if (!command.includes("{url}")) failAt("client", "expected a command with {url}, the agent to call");
  const { protocols = [current, previous], bindings, timeout = 30 } = row;
  const unknown = protocols.find((name) => !protocolNames.some((each) => each === name));
  if (unknown !== undefined) {
    const found = `found ${JSON.stringify(unknown)}${didYouMean(unknown, protocolNames)}`;
    failAt("protocols", `expected ${protocolNames.join(", ")}; ${found}`);
  }
  const spoken = allSpoken.filter(
    ({ version, binding }) => protocols.includes(version) && (bindings?.includes(binding) ?? true),
  );
  return { kind: "client", command, spoken, timeoutMs: timeout * 1000 };
}

async function readCard(path: string, failAt: RowFailure): Promise<unknown> {
  try {
    return parseJson(await readFile(path, "utf8"));
  } catch (cause) {
    return failAt("card", describeUnreadable(cause, "a file with an agent card in JSON"));
  }
}

interface WrittenHeaders extends Pick<Around, "env" | "failAt"> {
  readonly headerEnv: Readonly<Record<string, string>>;
  readonly tokenEnv: string | undefined;
}

function readHeaders({ headerEnv, tokenEnv, env, failAt }: WrittenHeaders): AgentTarget["headers"] {
  const named = Object.entries(headerEnv).map(([name, variable]) => `${name}=${variable}`);
  try {
    const token = tokenEnv === undefined ? {} : { "token-env": tokenEnv };
    const headers = parseHeaders({ "header-env": named, ...token }, env);
    return Object.entries(headers).map(([name, value]) => ({ name, value }));
  } catch (cause) {
    // The row has no flags.
    const message = errorMessage(cause).replace(/^--[a-z-]+: /, "");
    return failAt(tokenEnv === undefined ? "headerEnv" : "tokenEnv", message);
  }
}
