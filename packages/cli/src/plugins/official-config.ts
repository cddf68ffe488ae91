import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { errorMessage, isObject } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { officialFlags } from "./official-flags.ts";

/** By name of a flag. */
type Values = Readonly<Record<string, readonly string[]>>;

/**
 * What the official command takes from elsewhere for flags that are not given. The environment comes first,
 * then the file of --config or the nearest .env upwards, then those of the user.
 */
export async function readOfficialConfig(config: string | undefined): Promise<Values> {
  const { A2ACLI_CONFIG: _, XDG_CONFIG_HOME: xdg, HOME: home = homedir() } = process.env;
  const own = join(home, ".config");
  const files = [
    config ?? findUpwards(process.cwd()),
    join(own, "a2a-cli/config.yaml"),
    join(xdg ?? own, "a2a-cli/.env"),
  ].filter((path) => path !== undefined && (path === config || existsSync(path)));
  const read = await Promise.all(files.map((path) => readValues(path as string)));
  return Object.assign({}, ...read.toReversed(), ofEnvironment(process.env)) as Values;
}

function findUpwards(directory: string): string | undefined {
  const path = join(directory, ".env");
  if (existsSync(path)) return path;
  const parent = dirname(directory);
  return parent === directory ? undefined : findUpwards(parent);
}

async function readValues(path: string): Promise<Values> {
  try {
    const text = await readFile(path, "utf8");
    if (!/\.(?:ya?ml|json)$/.test(path)) return ofEnvironment(parseEnv(text));
    const { parse } = await import("yaml");
    const found: unknown = parse(text);
    return Object.fromEntries(
      Object.entries(isObject(found) ? found : {}).map(([name, value]) => [name, [value].flat().map(String)]),
    );
  } catch (cause) {
    throw new CommandError(`${path}: expected a configuration of a2a; ${errorMessage(cause)}`, { cause });
  }
}

function ofEnvironment(env: Readonly<Record<string, string | undefined>>): Values {
  const found = Object.entries(officialFlags).flatMap(([name, { list }]) => {
    const value = env[`A2ACLI_${name.toUpperCase().replaceAll("-", "_")}`];
    if (value === undefined || value === "") return [];
    // A comma in the value of a header is followed by no name.
    const values = value.split(value.includes("=") ? /,(?=[^,=\s]+=)/ : ",");
    return [[name, list === true ? values : [value]] as const];
  });
  return Object.fromEntries(found);
}
