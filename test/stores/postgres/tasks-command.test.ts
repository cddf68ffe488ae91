import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPGlite, openPool, type PostgresTaskStore } from "@a2agen/postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { beginning, statusOf, textOf } from "../../shared/agent/store/samples.ts";
import { createPGlite } from "../../shared/pglite.ts";
import { type CliResult, runA2agen } from "../../shared/run-a2agen.ts";
import { startPostgres } from "./postgres-server.ts";

/** A database, as the command line names it. */
interface Place {
  readonly name: string;
  /** Opens a store over it, for as long as it is used. */
  use(work: (store: PostgresTaskStore) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

async function makeDirectory(): Promise<Place> {
  const parent = await mkdtemp(join(tmpdir(), "a2agen-tasks-"));
  const name = join(parent, "data");
  return {
    name,
    async use(work) {
      const database = await createPGlite(name);
      const store = openPGlite(database);
      await work(store);
      await store.close();
      await database.close();
    },
    stop: () => rm(parent, { recursive: true }),
  };
}

async function startServer(): Promise<Place> {
  const server = await startPostgres();
  const { host, user, database } = server.connection;
  return {
    name: `postgres://${user}:secret@localhost/${database}?host=${encodeURIComponent(host)}`,
    async use(work) {
      const pool = await server.makePool("public");
      const store = openPool(pool);
      await work(store);
      await store.close();
      await pool.end();
    },
    stop: () => server.stop(),
  };
}

type Run = (command: string, ...rest: readonly string[]) => Promise<CliResult>;

async function start(make: () => Promise<Place>): Promise<{ readonly place: Place; readonly tasks: Run }> {
  const place = await make();
  onTestFinished(() => place.stop());
  const tasks: Run = (command, ...rest) => runA2agen(["tasks", command, place.name, ...rest]);
  return { place, tasks };
}

describe.each([
  { name: "a PGlite in a directory", make: makeDirectory },
  { name: "a PostgreSQL", make: startServer },
])("the tasks of $name", ({ make }) => {
  test("are listed, shown, canceled and deleted", async () => {
    const { place, tasks } = await start(make);
    const planned = await tasks("migrate-schema", "--dry-run");
    expect(planned.stdout).toMatch(/^create table a2agen_migration \(/);
    expect((await tasks("migrate-schema")).stdout).toMatch(/^the schema is at version \d+, before at 0\n$/);
    expect((await tasks("migrate-schema")).stdout).toMatch(/^the schema is at version \d+, nothing to do\n$/);
    expect((await tasks("list")).stdout).toBe("no tasks\n");
    await place.use(async (store) => {
      await store.create({ ...beginning("done"), scope: "alice" });
      await store.append("done", 0, [
        textOf("done", "a", "text\u001b[31m"),
        statusOf("done", "TASK_STATE_COMPLETED"),
      ]);
      await store.create({ ...beginning("open"), scope: "bob" });
      await store.create({ ...beginning("leased"), scope: "bob", leaseMs: 3_600_000 });
    });
    const listed = await tasks("list");
    expect(listed.stderr).toBe("");
    expect(listed.stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["TASK", "STATE", "LATEST STATUS", "ENTRIES", "WORK", "SCOPE"],
      ["done", "completed", "2026-01-01 00:00:01", "2", "idle", "alice"],
      ["open", "submitted", "2026-01-01 00:00:00", "0", "idle", "bob"],
      ["leased", "submitted", "2026-01-01 00:00:00", "0", "leased", "bob"],
      [""],
    ]);
    const data = JSON.parse((await tasks("list", "--state", "completed", "--json")).stdout) as unknown;
    expect(data).toEqual([
      expect.objectContaining({ id: "done", state: "TASK_STATE_COMPLETED", version: 2 }),
    ]);
    const shown = await tasks("show", "done");
    expect(shown.stdout.split("\n")).toEqual([
      "task       done",
      "context    context",
      "scope      alice",
      "state      completed since 2026-01-01T00:00:01Z",
      "work       idle",
      "messages   0",
      "artifacts  a (1 part)",
      "entries    2",
      "",
      '1  artifact +a "text\\u001b[31m"',
      "2  status completed 2026-01-01T00:00:01Z",
      "",
    ]);
    expect((await tasks("cancel", "open", "leased", "--dry-run")).stdout).toBe(
      "open: would be canceled\nleased: its process would be asked to stop\n",
    );
    expect(await tasks("cancel", "open", "leased", "done", "none")).toEqual({
      status: 1,
      stdout: "open: canceled\nleased: its process is asked to stop\n",
      stderr: "done: has ended, in the state completed\nnone: there is no such task\n",
    });
    const old = ["--older-than", "1d", "--state", "completed"] as const;
    expect((await tasks("expire", ...old, "--dry-run")).stdout).toMatch(/^done\nwould delete 1 task /);
    expect((await tasks("expire", ...old)).stdout).toMatch(/^deleted 1 task /);
    expect((await tasks("show", "done")).status).toBe(1);
    expect((await tasks("expire")).stderr).toContain("expected --older-than AGE");
  });
});

test("a2agen doctor tells whether tables are there, reachable and up to date", async () => {
  const { place, tasks } = await start(startServer);
  const examine = async (store: string): Promise<unknown> => {
    const { stdout } = await runA2agen(["doctor", "--store", store, "--json"]);
    const found = JSON.parse(stdout) as readonly { readonly check: string }[];
    return found.filter(({ check }) => check === "tasks");
  };
  const shown = `localhost/${place.name.replace(/^.*\//, "").replace(/\?.*/, "")}`;
  expect(await examine(place.name)).toEqual([
    {
      check: "tasks",
      outcome: "warning",
      message: `${shown} has no tables yet`,
      remedy: "npx a2agen tasks migrate-schema STORE",
    },
  ]);
  await tasks("migrate-schema");
  expect(await examine(place.name)).toEqual([
    { check: "tasks", outcome: "ok", message: expect.stringMatching(/, tables of version \d+$/) as string },
  ]);
  expect(await examine("postgres://a2agen:secret@localhost/tasks?host=%2Fnone")).toEqual([
    {
      check: "tasks",
      outcome: "problem",
      message: expect.stringMatching(
        /^postgres:\/\/a2agen@localhost\/tasks\?host=%2Fnone: connect ENOENT /,
      ) as string,
      remedy: "start PostgreSQL there, or correct the path of its socket",
    },
  ]);
});

test("a place without tasks is said, without its password", async () => {
  const missing = await runA2agen(["tasks", "list", "none"]);
  expect(missing).toEqual({
    status: 1,
    stdout: "",
    stderr:
      "none: expected the directory of a PGlite, or a URL that begins with postgres://; found neither\n",
  });
  const { tasks, place } = await start(startServer);
  const shown = place.name.replace(":secret", "");
  expect((await tasks("list")).stderr).toMatch(
    /: the tables of @a2agen\/postgres are at version 0, expected \d/,
  );
  expect((await tasks("list")).stderr.startsWith(`${shown}: `)).toBe(true);
  const away = await runA2agen(["tasks", "list", "postgres://a2agen:secret@localhost/tasks?host=%2Fnone"]);
  expect(away.stderr).toMatch(/^postgres:\/\/a2agen@localhost\/tasks\?host=%2Fnone: connect ENOENT /);
});
