import { randomUUID } from "node:crypto";
import { open, readFile, stat, unlink, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds between two signs of life. */
const beatMs = 2000;
/**
 * Milliseconds without a sign of life after which a holder on another machine is taken for dead. Where the
 * time of its last one is as long ago, three missing ones are enough; that time alone says nothing, since
 * clocks jump and differ.
 */
const deadMs = 20_000;
const missingMs = 3 * beatMs;
/** Milliseconds between two looks at a lock that is held. */
const lookMs = 100;

/** Locks that this process holds, from the time when it makes their files. */
const held = new Set<string>();

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly id: string;
}

/**
 * Keeps a file that says which process holds a directory. A holder on this machine is taken for dead when its
 * process is gone, one on another machine (a container, a shared volume) when it gives no sign of life. Waits
 * for a live one up to `waitMs`, and fails then.
 */
export async function lockFile(path: string, waitMs: number): Promise<() => Promise<void>> {
  const own: Holder = { pid: process.pid, host: hostname(), id: randomUUID() };
  const watch: Watch = { mtimeMs: undefined, since: 0 };
  for (const end = performance.now() + waitMs; ; await pause(lookMs)) {
    if (!held.has(path)) {
      if (await write(path, own)) break;
      const holder = await read(path);
      // Gone in the meantime, or of a process that was killed while it wrote the file.
      if (await isDead(path, holder, watch)) {
        await unlink(path).catch(() => undefined);
        continue;
      }
      if (performance.now() >= end) throw new Error(explain(path, holder));
    } else if (performance.now() >= end) throw new Error(explain(path, own));
  }
  // Two may have taken the lock of a dead one away at the same time: the later file counts.
  await pause(lookMs);
  if ((await read(path))?.id !== own.id) {
    held.delete(path);
    return lockFile(path, waitMs);
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, beatMs);
  beat.unref();
  return async () => {
    clearInterval(beat);
    held.delete(path);
    if ((await read(path))?.id === own.id) await unlink(path).catch(() => undefined);
  };
}

async function write(path: string, own: Holder): Promise<boolean> {
  try {
    const file = await open(path, "wx");
    held.add(path);
    await file.writeFile(JSON.stringify(own));
    await file.close();
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    held.delete(path);
    throw error;
  }
}

async function read(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

/** When the sign of life was first seen that is still the last one. */
interface Watch {
  mtimeMs: number | undefined;
  since: number;
}

async function isDead(path: string, holder: Holder | undefined, watch: Watch): Promise<boolean> {
  const mtimeMs = await stat(path).then(
    (stats) => stats.mtimeMs,
    () => undefined,
  );
  if (mtimeMs === undefined) return true;
  if (watch.mtimeMs !== mtimeMs) Object.assign(watch, { mtimeMs, since: performance.now() });
  const silentMs = performance.now() - watch.since;
  if (holder === undefined) return silentMs > beatMs;
  if (holder.host !== hostname()) {
    return silentMs > (Date.now() - mtimeMs > deadMs ? missingMs : deadMs);
  }
  // A number of this process is that of one before it, unless this one holds the lock: in a container every
  // process has the same.
  return holder.pid === process.pid ? !held.has(path) : !isAlive(holder.pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isCode(error, "EPERM");
  }
}

function explain(path: string, holder: Holder | undefined): string {
  const who = holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host}`;
  return `${path}: held by ${who}; a directory of tasks belongs to one process at a time. End that one, or delete the file if it is not an agent; for several processes use PostgreSQL`;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
