import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { bundleProgram } from "./bundle-program.ts";

/** A2AGEN_KILLS=200 for as many. */
const kills = Number(process.env["A2AGEN_KILLS"] ?? 2);

test("a directory of PGlite whose process is killed in mid-write opens again, with all that was acknowledged", async () => {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-pglite-"));
  const program = await bundleProgram(join(import.meta.dirname, "pglite-writer.ts"), {
    name: "pglite-writer",
    external: ["@electric-sql/pglite"],
  });
  let acknowledged = 0;
  for (let count = 0; count < kills; count++) {
    const child = spawn(process.execPath, [program, join(directory, "data")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const began = (await lines.next()).value as string | undefined;
    const version = Number(began?.replace("began ", ""));
    expect(version).toBeGreaterThanOrEqual(acknowledged);
    // Two entries are written at a time, both or none.
    expect(version % 2).toBe(0);
    for (let step = await lines.next(); step.done !== true; step = await lines.next()) {
      // At another place of the writing each time.
      if (acknowledged <= version) void delay((count * 37) % 200).then(() => child.kill("SIGKILL"));
      acknowledged = Number(step.value.replace("wrote ", ""));
    }
    await exited;
  }
  expect(acknowledged).toBeGreaterThan(0);
  await rm(directory, { recursive: true });
});
