import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { useWorkDirectories } from "./work-directories.ts";

const workIn = useWorkDirectories();

describe("a2agen init", () => {
  test("takes packages from files that npm packed", async () => {
    const directory = await workIn({ "packs/a2agen-runtime-0.1.0.tgz": "" });
    const { status } = await runA2agen(["init", "x", "--yes", "--packages", "packs"], { directory });
    expect(status).toBe(0);
    const { dependencies } = JSON.parse(await readFile(join(directory, "x/package.json"), "utf8"));
    expect(dependencies).toMatchObject({
      "@a2agen/runtime": "file:../packs/a2agen-runtime-0.1.0.tgz",
      "@a2agen/a2a-1.0": "^0.1.0",
    });
  });

  test("names packed files by paths that links do not change", async () => {
    const directory = await workIn({ "packs/a2agen-runtime-0.1.0.tgz": "", "deep/er/file": "" });
    await symlink(join(directory, "deep/er"), join(directory, "link"));
    const args = ["init", "link/z/y", "--yes", "--packages", "packs"];
    expect(await runA2agen(args, { directory })).toMatchObject({ status: 0 });
    const { dependencies } = JSON.parse(await readFile(join(directory, "deep/er/z/y/package.json"), "utf8"));
    expect(dependencies).toMatchObject({
      "@a2agen/runtime": "file:../../../../packs/a2agen-runtime-0.1.0.tgz",
    });
  });

  test("takes packages from files that are numbered in the order of publishing", async () => {
    const directory = await workIn({ "packs/1-a2agen-runtime-0.1.0.tgz": "" });
    const { status } = await runA2agen(["init", "x", "--yes", "--packages", "packs"], { directory });
    expect(status).toBe(0);
    const { dependencies } = JSON.parse(await readFile(join(directory, "x/package.json"), "utf8"));
    expect(dependencies).toMatchObject({
      "@a2agen/runtime": "file:../packs/1-a2agen-runtime-0.1.0.tgz",
    });
  });

  test("takes packages that only others depend on from such files, too", async () => {
    const directory = await workIn({
      "packs/a2agen-runtime-0.1.0.tgz": "",
      "packs/a2agen-a2a-0.3-0.1.0.tgz": "",
    });
    const { status } = await runA2agen(["init", "x", "--yes", "--packages", "packs"], { directory });
    expect(status).toBe(0);
    const { overrides } = JSON.parse(await readFile(join(directory, "x/package.json"), "utf8"));
    expect(overrides).toEqual({ "@a2agen/a2a-0.3": "file:../packs/a2agen-a2a-0.3-0.1.0.tgz" });
  });

  test("says what --packages has to be", async () => {
    const directory = await workIn({ "empty/x": "" });
    const { stderr } = await runA2agen(["init", "x", "--packages", "empty"], { directory });
    expect(stderr).toMatch(
      /^--packages: expected some of a2agen-0\.1\.0\.tgz, .* in empty; found none of them\n$/,
    );
    const missing = await runA2agen(["init", "x", "--packages", "gone"], { directory });
    expect(missing.stderr).toBe("--packages: expected a directory; gone: ENOENT\n");
  });
});
