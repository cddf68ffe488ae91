import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** In the directory of our packages, "packages": what they are. */
export const packageList = "packages.json";

export interface ShareOptions {
  /** Of the run of tests: nobody else makes things in it. */
  readonly directory: string;
  /** What is made: the name of a directory, too. */
  readonly name: string;
  /** Fills the directory, which is there and empty. */
  readonly make: (directory: string) => Promise<void>;
  /** How long to wait for another process that makes it, in milliseconds. */
  readonly timeout?: number;
}

/**
 * Makes something once for all test files of a run, whatever their processes: the first that asks for it
 * makes it, the others wait until it is there. Returns its directory, which nobody may change. Rejects for
 * all of them with the reason when it cannot be made.
 */
export async function share({ directory, name, make, timeout = 300_000 }: ShareOptions): Promise<string> {
  const place = join(directory, name);
  const lock = `${place}.lock`;
  const outcome = `${place}.outcome`;
  if (await take(lock)) {
    const problem = await attempt(async () => {
      await mkdir(place);
      await make(place);
    });
    await writeFile(`${outcome}.part`, problem);
    await rename(`${outcome}.part`, outcome);
  } else {
    await waitFor({ name, lock, outcome, timeout });
  }
  const problem = await readFile(outcome, "utf8");
  if (problem !== "") throw new Error(`${name}: cannot be made for the tests: ${problem}`);
  return place;
}

/** Whether nobody had it before. */
async function take(lock: string): Promise<boolean> {
  return writeFile(lock, String(process.pid), { flag: "wx" }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}

/** What went wrong; "" for nothing. */
async function attempt(task: () => Promise<void>): Promise<string> {
  try {
    await task();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Waiting {
  readonly name: string;
  readonly lock: string;
  readonly outcome: string;
  readonly timeout: number;
}

async function waitFor({ name, lock, outcome, timeout }: Waiting): Promise<void> {
  const end = performance.now() + timeout;
  const isThere = (): Promise<boolean> =>
    readFile(outcome).then(
      () => true,
      () => false,
    );
  while (!(await isThere())) {
    const maker = Number(await readFile(lock, "utf8"));
    // It may have finished in between, and ended.
    if (maker !== 0 && !isRunning(maker) && !(await isThere())) {
      throw new Error(`${name}: process ${maker}, which was making it for the tests, has ended`);
    }
    if (performance.now() > end) {
      throw new Error(`${name}: expected it within ${timeout} ms from process ${maker}; it is not there yet`);
    }
    await setTimeout(50);
  }
}

function isRunning(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * A new directory for what a run of tests shares, below `parent`. Those of runs that were killed are removed:
 * their names say which process they were of.
 */
export async function makeSharedDirectory(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    const [, owner] = /^shared-(\d+)-/.exec(name) ?? [];
    if (owner !== undefined && !isRunning(Number(owner))) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
  return mkdtemp(join(parent, `shared-${process.pid}-`));
}
