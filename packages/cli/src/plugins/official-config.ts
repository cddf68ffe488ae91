import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { errorMessage, isObject } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { officialFlags } from "./official-flags.ts";

/** The values of a flag, and where they are from: a variable or a file. */
export interface Configured {
  readonly values: readonly string[];
  readonly from: string;
}

type Settings = Readonly<Record<string, Configured>>;

/**
 * What the official command takes from elsewhere for flags that are not given, by their names. The
 * environment comes first, then the file of --config or the nearest .env upwards, then those of the user.
 */
export async function readOfficialConfig(config: string | undefined): Promise<Settings> {
  const { XDG_CONFIG_HOME: xdg, HOME: home = homedir() } = process.env;
  const own = join(home, ".config");
  const files = [
    config ?? findUpwards(process.cwd()),
    join(own, "a2a-cli/config.yaml"),
    join(xdg ?? own, "a2a-cli/.env"),
  ].filter((path) => path !== undefined && (path === config || existsSync(path)));
  const read = await Promise.all(files.map((path) => readSettings(path as string)));
  const all = Object.assign({}, ...read.toReversed(), settingsOf(process.env)) as Settings;
  // What is empty hides what comes after it, and says nothing itself.
  return Object.fromEntries(Object.entries(all).filter(([, { values }]) => values[0] !== ""));
}

function findUpwards(directory: string): string | undefined {
  const path = join(directory, ".env");
  // A virtual environment of Python may have the name.
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false) return path;
  const parent = dirname(directory);
  return parent === directory ? undefined : findUpwards(parent);
}

async function readSettings(path: string): Promise<Settings> {
  try {
    const text = await readFile(path, "utf8");
    if (path.endsWith(".env")) return settingsOf(parseEnv(text), path);
    const { parseDocument } = await import("yaml");
    const document = parseDocument(text);
    const found: unknown = document.errors.length > 0 ? undefined : document.toJS();
    if (isObject(found)) return settingsOf(found, path);
    const [problem] = document.errors;
    if (problem !== undefined && /\.(?:ya?ml|json)$/i.test(path)) throw problem;
    return settingsOf(parseEnv(text), path);
  } catch (cause) {
    throw new CommandError(`${path}: expected a configuration of a2a; ${errorMessage(cause)}`, { cause });
  }
}

/** From an environment, or from a file, which can have the names of the flags too. */
function settingsOf(found: Readonly<Record<string, unknown>>, path?: string): Settings {
  const names = Object.keys(officialFlags).filter((name) => name !== "config");
  const rows = names.flatMap((name) => {
    const variable = `A2ACLI_${name.toUpperCase().replaceAll("-", "_")}`;
    const value = (path === undefined ? undefined : found[name]) ?? found[variable];
    if (value === undefined) return [];
    const values = name === "transport" && typeof value === "string" ? value.split(",") : [value].flat();
    const texts = values.map((each) => (each === null ? "" : String(each as string | number).trim()));
    return [[name, { values: texts, from: path ?? variable }] as const];
  });
  return Object.fromEntries(rows);
}
