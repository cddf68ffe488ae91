import { spawn } from "node:child_process";
import { once } from "node:events";
import { utimesSync } from "node:fs";
import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openPGlite, type PGliteQueries } from "@a2agen/postgres";
import { openDirectory } from "@a2agen/postgres/directory";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPGlite, type PGlite, pgliteClass } from "../../shared/pglite.ts";

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
  expect(await tasks.store.expiredLeases(10)).toEqual([{ id: "t", version: 0 }]);
  await tasks.check();
  // Not even the same process opens it twice.
  await expect(openDirectory(pgliteClass, directory, { waitMs: 200 })).rejects.toThrow("held by process");
  const next = openDirectory(pgliteClass, directory);
  await tasks.close();
  await (await next).close();
  await expect(readFile(`${directory}.lock`)).rejects.toThrow("ENOENT");
});

test("is opened by one after the other where one process opens it twice", async () => {
  const openAndClose = async (): Promise<void> => (await openDirectory(pgliteClass, directory)).close();
  const first = openAndClose();
  // The first has written its file, and waits for others that may have written one.
  await expect
    .poll(() => readFile(`${directory}.lock`, "utf8").catch(() => ""), { interval: 5 })
    .toMatch(/\}$/);
  await Promise.all([first, openAndClose()]);
});

/** What a database is, but for when it was made. */
async function describeDatabase(database: PGliteQueries): Promise<readonly unknown[]> {
  const queries = [
    "select version(), (select string_agg(datname, ' ' order by datname) from pg_database) as databases",
    "select name, setting from pg_settings where source not in ('default', 'client') order by name",
    "select count(*) from pg_proc",
    `select c.relname, c.relkind, c.reloptions, a.attname, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull,
       pg_get_expr(d.adbin, d.adrelid) as initial, col_description(c.oid, a.attnum) as said, obj_description(c.oid) as comment
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relname like 'a2agen%' order by c.relname, a.attnum`,
    "select indexdef from pg_indexes where tablename like 'a2agen%' order by indexname",
    "select conname, pg_get_constraintdef(oid) as is from pg_constraint where conrelid::regclass::text like 'a2agen%' order by conname",
    "select version, name from a2agen_migration order by version",
  ];
  const rows: unknown[] = [];
  for (const query of queries) rows.push((await database.query(query)).rows);
  return rows;
}

test("a new directory begins with the database that PGlite and the migrations make", async () => {
  const made = await createPGlite();
  await openPGlite(made).migrate();
  let given: PGlite = made;
  const found: string[] = [];
  const create = async (place: string): Promise<PGlite> => {
    found.push(await versionIn(place));
    given = await createPGlite(place);
    return given;
  };
  const tasks = await openDirectory({ create }, directory);
  expect(found).toEqual(["18"]);
  expect(await describeDatabase(given)).toEqual(await describeDatabase(made));
  await tasks.close();
  await made.close();
});

test("a PGlite of another version makes a database of its own", async () => {
  const found: string[] = [];
  const create = async (place: string): Promise<PGlite> => {
    found.push(await versionIn(place));
    if (found.length === 1) await writeFile(join(place, "PG_VERSION"), "17\n");
    return createPGlite(place);
  };
  const tasks = await openDirectory({ create }, directory);
  expect(found).toEqual(["18", "none"]);
  await tasks.check();
  await tasks.close();
});

/** The version of PostgreSQL whose database is in a directory. */
async function versionIn(place: string): Promise<string> {
  return readFile(join(place, "PG_VERSION"), "utf8").then(
    (text) => text.trim(),
    () => "none",
  );
}

describe("a lock of another machine", () => {
  const open = (waitMs: number) => openDirectory(pgliteClass, join(folder, "tasks"), { waitMs });
  const held = "held by process 1 on another; a directory of tasks belongs to one process";
  let lock: string;

  beforeEach(async () => {
    lock = join(folder, "tasks.lock");
    await writeFile(lock, JSON.stringify({ pid: 1, host: "another", id: "x" }));
  });

  test("is held as long as it gives signs of life, whatever its clock says", async () => {
    await expect(open(0)).rejects.toThrow(held);
    let time = Date.now() - 3_600_000;
    const beat = (): void => {
      time += 2000;
      utimesSync(lock, new Date(time), new Date(time));
    };
    beat();
    const beating = setInterval(beat, 100);
    try {
      await expect(open(7000)).rejects.toThrow(held);
    } finally {
      clearInterval(beating);
    }
  });

  test("is free when it gives none for a while", async () => {
    const before = new Date(Date.now() - 60_000);
    await utimes(lock, before, before);
    await expect(open(0)).rejects.toThrow(held);
    await (await open(60_000)).close();
  });
});
