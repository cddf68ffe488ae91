import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildWorkspace } from "../../shared/process/build-workspace.ts";
import { makeSharedDirectory, share } from "../../shared/process/share.ts";
import { sharedWorkspace } from "../../shared/process/shared-workspace.ts";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-share-"));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

/** The id of a process that has ended. */
function endedProcess(): number {
  return spawnSync(process.execPath, ["--eval", "0"]).pid;
}

describe("what test files share", () => {
  test("is made once, however many ask for it at once, and is whole for all", async () => {
    let made = 0;
    const make = async (place: string): Promise<void> => {
      made++;
      await writeFile(join(place, "first"), "1");
      await new Promise((resolve) => setImmediate(resolve));
      await writeFile(join(place, "last"), "2");
    };
    const ask = async (): Promise<readonly string[]> =>
      readdir(await share({ directory, name: "thing", make }));
    const found = await Promise.all([ask(), ask(), ask()]);
    expect(found).toEqual([
      ["first", "last"],
      ["first", "last"],
      ["first", "last"],
    ]);
    expect(await ask()).toEqual(["first", "last"]);
    expect(made).toBe(1);
  });

  test("is made once for several processes", async () => {
    const program = `
      import { appendFile } from "node:fs/promises";
      import { share } from ${JSON.stringify(join(import.meta.dirname, "../../shared/process/share.ts"))};
      const directory = ${JSON.stringify(directory)};
      await share({ directory, name: "thing", make: () => appendFile(directory + "/makers", process.pid + "\\n") });
    `;
    await writeFile(join(directory, "ask.mts"), program);
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--import", import.meta.resolve("tsx"), join(directory, "ask.mts")], {
        stdio: "inherit",
      }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, "close"))[0] as number));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect((await readFile(join(directory, "makers"), "utf8")).trim().split("\n")).toHaveLength(1);
  });

  test("that cannot be made fails for all, with the reason", async () => {
    const make = (): Promise<void> => Promise.reject(new Error("no room"));
    const asked = [1, 2].map(() => share({ directory, name: "thing", make }));
    for (const each of asked)
      await expect(each).rejects.toThrow("thing: cannot be made for the tests: no room");
    await expect(share({ directory, name: "thing", make })).rejects.toThrow("no room");
  });

  test("has a process that makes it, and fails when that has ended", async () => {
    const maker = endedProcess();
    await writeFile(join(directory, "thing.lock"), String(maker));
    await expect(share({ directory, name: "thing", make: () => Promise.resolve() })).rejects.toThrow(
      `thing: process ${maker}, which was making it for the tests, has ended`,
    );
  });

  test("is not waited for without end", async () => {
    await writeFile(join(directory, "thing.lock"), String(process.pid));
    const asked = share({ directory, name: "thing", make: () => Promise.resolve(), timeout: 100 });
    await expect(asked).rejects.toThrow(
      `thing: expected it within 100 ms from process ${process.pid}; it is not there yet`,
    );
  });
});

describe("the directory for it", () => {
  test("is one for each run", async () => {
    const [one, two] = [await makeSharedDirectory(directory), await makeSharedDirectory(directory)];
    expect(one).not.toBe(two);
    expect((await readdir(directory)).length).toBe(2);
  });

  test("of a run that was killed is removed by the next, and nothing else", async () => {
    const names = [`shared-${endedProcess()}-abc`, "shared-notes", "other"];
    for (const name of names) await mkdir(join(directory, name));
    const made = await makeSharedDirectory(directory);
    expect((await readdir(directory)).map((name) => join(directory, name)).sort()).toEqual(
      [join(directory, "other"), join(directory, "shared-notes"), made].sort(),
    );
  });
});

test("a copy of the workspace is its own: its packages lead to the copy", async () => {
  const shared = await sharedWorkspace();
  const copy = await buildWorkspace("share-test");
  try {
    const name = "node_modules/@a2agen/runtime/package.json";
    await writeFile(join(copy, "runtime/package.json"), "{}");
    expect(await readFile(join(copy, name), "utf8")).toBe("{}");
    expect(await readFile(join(shared, name), "utf8")).toContain('"@a2agen/runtime"');
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}, 300_000);
