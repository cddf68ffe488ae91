import { constants } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { errorCode, errorMessage, parseUrl } from "@a2agen/runtime/internal";
import { loadLodgers } from "../lodgers.ts";
import type { Finding } from "./finding.ts";

const check = "tasks";

/** Whether tasks can be kept at a place: a URL of PostgreSQL, or a directory. */
export async function checkStore(place: string | undefined): Promise<readonly Finding[]> {
  if (place === undefined || place === "") return [];
  if (/^postgres(?:ql)?:\/\//.test(place)) return [await checkTables(place, hostOf(place))];
  const found = await checkDirectory(resolve(place));
  return [found ?? (await checkTables(place, place))];
}

/** Without user and password. */
function hostOf(url: string): string {
  const parsed = parseUrl(url);
  return parsed === undefined ? "the database" : `${parsed.host}${parsed.pathname}`;
}

/** What keeps a directory from being opened; undefined for a directory of tables that nobody holds. */
async function checkDirectory(directory: string): Promise<Finding | undefined> {
  const kind = await stat(directory).catch((error: unknown) => errorCode(error));
  if (kind === "ENOENT") return checkParent(directory, directory);
  if (kind === undefined || typeof kind === "string") return unreadable(directory, kind ?? "unknown");
  const denied = await access(directory, constants.R_OK | constants.W_OK).catch((error: unknown) => error);
  if (denied !== undefined) return unreadable(directory, errorCode(denied) ?? errorMessage(denied));
  const holder = await readHolder(`${directory}.lock`);
  if (holder !== undefined && isRunning(holder)) {
    return { check, outcome: "ok", message: `${directory}, in use by process ${holder}` };
  }
  if (!kind.isDirectory())
    return { check, outcome: "ok", message: `${directory}, a file that can be written` };
  const isDatabase = await stat(`${directory}/PG_VERSION`).then(
    () => true,
    () => false,
  );
  return isDatabase ? undefined : { check, outcome: "ok", message: `${directory}, without tasks yet` };
}

async function checkParent(directory: string, below: string): Promise<Finding> {
  const parent = dirname(below);
  const error = await access(parent, constants.W_OK).catch((cause: unknown) => errorCode(cause) ?? "unknown");
  // The directories above are made as well.
  if (error === "ENOENT" && parent !== below) return checkParent(directory, parent);
  return error === undefined
    ? { check, outcome: "note", message: `${directory} is not there yet; the agent makes it when it starts` }
    : unreadable(parent, error);
}

function unreadable(path: string, reason: string): Finding {
  const message = `${path} cannot be read and written: ${reason}`;
  return { check, outcome: "problem", message, remedy: "give it to the user who runs the agent: chown" };
}

/** The process that the lock beside a directory names, on this machine or another. */
async function readHolder(path: string): Promise<number | undefined> {
  try {
    const { pid } = JSON.parse(await readFile(path, "utf8")) as { readonly pid?: unknown };
    return typeof pid === "number" ? pid : undefined;
  } catch {
    // No lock, or one that is being written.
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** What `a2agen tasks migrate-schema --dry-run` says of the tables. */
async function checkTables(place: string, shown: string): Promise<Finding> {
  const path = ["tasks", "migrate-schema"];
  try {
    const commands = await loadLodgers(path);
    const command = commands.find((candidate) => candidate.path.join(" ") === path.join(" "));
    let output = "";
    await command?.run(
      { flags: { "dry-run": true, json: true }, operands: [place] },
      { out: (text) => (output += String(text)), err: () => undefined },
    );
    const { from, to } = JSON.parse(output) as { readonly from: number; readonly to: number };
    if (from >= to) return { check, outcome: "ok", message: `${shown}, tables of version ${from}` };
    const message =
      from === 0 ? `${shown} has no tables yet` : `${shown} has tables of version ${from}; ${to} is wanted`;
    return { check, outcome: "warning", message, remedy: "npx a2agen tasks migrate-schema STORE" };
  } catch (error) {
    return {
      check,
      outcome: "problem",
      // It names the place, without a password.
      message: errorMessage(error),
      remedy: remedyFor(error) ?? "open it with another program, such as psql, to see more",
    };
  }
}

function remedyFor(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return remedies[errorCode(error) ?? ""] ?? remedies[errorCode(cause) ?? ""];
}

const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: "start PostgreSQL there, or correct the port",
  ENOENT: "start PostgreSQL there, or correct the path of its socket",
  ENOTFOUND: "correct the name of the host",
  MODULE_NOT_FOUND: "install the driver in the project of the agent",
  "28P01": "correct the user or the password of the URL",
  "3D000": "create the database: createdb NAME",
};
