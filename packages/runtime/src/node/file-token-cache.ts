import { randomUUID } from "node:crypto";
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode, isObject } from "../core/object.ts";
import { sleep } from "../core/time.ts";
import type { TokenCache } from "../oauth/token-cache.ts";

/** Keeps tokens in a file that only its owner can read, for several processes. */
export interface FileTokenCache extends TokenCache {
  readonly get: (key: string) => Promise<unknown>;
  readonly set: (key: string, value: object | undefined) => Promise<void>;
  readonly lock: NonNullable<TokenCache["lock"]>;
  /** Forgets everything. */
  clear(): Promise<void>;
}

/** A cache in the file at `path`, which it makes with its folder: whole at any time, of mode 0600. */
export function fileTokenCache(path: string): FileTokenCache {
  const change = async (key: string, value: object | undefined): Promise<void> => {
    const entries = new Map(Object.entries(await readEntries(path)));
    if (value === undefined) entries.delete(key);
    else entries.set(key, value);
    await replaceFile(path, JSON.stringify(Object.fromEntries(entries)));
  };
  return {
    get: async (key) => new Map(Object.entries(await readEntries(path))).get(key),
    set: (key, value) => alone(`${path}.writing`, () => change(key, value)),
    lock: (_key, work) => alone(`${path}.lock`, work),
    clear: () => rm(path, { force: true }),
  };
}

async function readEntries(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return isObject(value) ? value : {};
  } catch (error) {
    // Another program's file is replaced: tokens can be had again.
    if (errorCode(error) === "ENOENT" || error instanceof SyntaxError) return {};
    throw error;
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const written = `${path}.${randomUUID()}`;
  try {
    await writeFile(written, text, { flag: "wx", mode: 0o600 });
    // The process's mask may have taken more away.
    await chmod(written, 0o600);
    await rename(written, path);
  } finally {
    await rm(written, { force: true });
  }
}

/** Does work while a file exists that one process at a time can make; a dead process's does not count. */
async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
  while (!(await take(lock))) await sleep(20);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  const made = `${lock}.${randomUUID()}`;
  try {
    // A lock names its owner from the first: one without a name would be waited for without end.
    await writeFile(made, String(process.pid), { flag: "wx", mode: 0o600 });
    await link(made, lock);
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    await rm(made, { force: true });
  }
  const owner = await readOwner(lock);
  if (owner === "" || isAlive(Number(owner))) return false;
  // One at a time: another process may have taken the lock since its dead owner was read.
  await alone(`${lock}.of-${Number(owner)}`, async () => {
    if ((await readOwner(lock)) === owner) await rm(lock, { force: true });
  });
  return false;
}

/** The number of the process that holds a lock; empty where none does. */
async function readOwner(lock: string): Promise<string> {
  try {
    return await readFile(lock, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
