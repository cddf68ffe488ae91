import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openDirectory } from "@a2agen/postgres/directory";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pgliteClass } from "../../shared/pglite.ts";

let folder: string;
let directory: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2agen-directory-"));
  directory = join(folder, "deep", "tasks");
});

afterEach(() => rm(folder, { recursive: true }));

test("a directory belongs to one process, and what a killed one had at work is free at once", async () => {
  const program = join(import.meta.dirname, "directory-holder.ts");
  const child = spawn(process.execPath, ["--conditions=a2agen-source", "--import=tsx", program, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  await expect(openDirectory(pgliteClass, directory, { waitMs: 200 })).rejects.toThrow(
    `tasks.lock: held by process ${child.pid} on `,
  );
  child.kill("SIGKILL");
  await exited;
  const tasks = await openDirectory(pgliteClass, directory, { waitMs: 200 });
  expect(await tasks.store.lapsed(10)).toEqual([{ id: "t", version: 0 }]);
  await tasks.check();
  // Not even the same process opens it twice.
  await expect(openDirectory(pgliteClass, directory, { waitMs: 200 })).rejects.toThrow("held by process");
  const next = openDirectory(pgliteClass, directory);
  await tasks.close();
  await (await next).close();
  await expect(readFile(`${directory}.lock`)).rejects.toThrow("ENOENT");
});

test("a lock of another machine is held as long as it gives signs of life", async () => {
  const lock = join(folder, "tasks.lock");
  await writeFile(lock, JSON.stringify({ pid: 1, host: "another", id: "x" }));
  const open = () => openDirectory(pgliteClass, join(folder, "tasks"), { waitMs: 0 });
  await expect(open()).rejects.toThrow(
    "held by process 1 on another; a directory of tasks belongs to one process",
  );
  const before = new Date(Date.now() - 60_000);
  await utimes(lock, before, before);
  await (await open()).close();
});
