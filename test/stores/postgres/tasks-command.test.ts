import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPGlite } from "@a2agen/postgres";
import { beforeAll, expect, test } from "vitest";
import { createPGlite } from "../../shared/pglite.ts";
import { type CliResult, runA2agen } from "../../shared/run-a2agen.ts";
import { beginning, statusOf, textOf } from "../../unit/runtime/agent/store/samples.ts";

let directory: string;

function tasks(command: string, ...rest: readonly string[]): Promise<CliResult> {
  return runA2agen(["tasks", command, directory, ...rest]);
}

beforeAll(async () => {
  directory = join(await mkdtemp(join(tmpdir(), "a2agen-tasks-")), "data");
  return () => rm(join(directory, ".."), { recursive: true });
});

test("the tasks of a directory are listed, shown, canceled and deleted", async () => {
  const missing = await tasks("list");
  expect(missing).toEqual({
    status: 1,
    stdout: "",
    stderr: `${directory}: expected the directory of a PGlite, or a URL that begins with postgres://; found neither\n`,
  });
  const planned = await tasks("migrate-schema", "--dry-run");
  expect(planned.stdout).toMatch(/^create table a2agen_migration \(/);
  expect((await tasks("migrate-schema")).stdout).toMatch(/^the schema is at version \d+, before at 0\n$/);
  expect((await tasks("migrate-schema")).stdout).toMatch(/^the schema is at version \d+, nothing to do\n$/);
  expect((await tasks("list")).stdout).toBe("no tasks\n");
  const database = await createPGlite(directory);
  const store = openPGlite(database);
  await store.create({ ...beginning("done"), scope: "alice" });
  await store.append("done", 0, [
    textOf("done", "a", "text\u001b[31m"),
    statusOf("done", "TASK_STATE_COMPLETED"),
  ]);
  await store.create({ ...beginning("open"), scope: "bob" });
  await store.create({ ...beginning("held"), scope: "bob", holdMs: 3_600_000 });
  await store.close();
  await database.close();
  const listed = await tasks("list");
  expect(listed.stderr).toBe("");
  expect(listed.stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["TASK", "STATE", "LATEST STATUS", "ENTRIES", "WORK", "SCOPE"],
    ["done", "completed", "2026-01-01 00:00:01", "2", "rests", "alice"],
    ["open", "submitted", "2026-01-01 00:00:00", "0", "rests", "bob"],
    ["held", "submitted", "2026-01-01 00:00:00", "0", "held", "bob"],
    [""],
  ]);
  const data = JSON.parse((await tasks("list", "--state", "completed", "--json")).stdout) as unknown;
  expect(data).toEqual([expect.objectContaining({ id: "done", state: "TASK_STATE_COMPLETED", version: 2 })]);
  const shown = await tasks("show", "done");
  expect(shown.stdout.split("\n")).toEqual([
    "task       done",
    "context    context",
    "scope      alice",
    "state      completed since 2026-01-01T00:00:01Z",
    "work       rests",
    "messages   0",
    "artifacts  a (1 part)",
    "entries    2",
    "",
    '1  artifact +a "text\\u001b[31m"',
    "2  status completed 2026-01-01T00:00:01Z",
    "",
  ]);
  expect((await tasks("cancel", "open", "held", "--dry-run")).stdout).toBe(
    "open: would be canceled\nheld: its process would be asked to stop\n",
  );
  expect(await tasks("cancel", "open", "held", "done", "none")).toEqual({
    status: 1,
    stdout: "open: canceled\nheld: its process is asked to stop\n",
    stderr: "done: has ended, in the state completed\nnone: there is no such task\n",
  });
  const old = ["--older-than", "1d", "--state", "completed"] as const;
  expect((await tasks("expire", ...old, "--dry-run")).stdout).toMatch(/^done\nwould delete 1 task /);
  expect((await tasks("expire", ...old)).stdout).toMatch(/^deleted 1 task /);
  expect((await tasks("show", "done")).status).toBe(1);
  expect((await tasks("expire")).stderr).toContain("expected --older-than AGE");
});
