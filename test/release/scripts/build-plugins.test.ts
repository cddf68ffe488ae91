import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildPlugins } from "../../../scripts/build/build-plugins.ts";
import { runBuf } from "../../../scripts/generate/buf.ts";
import { listFiles } from "../../../scripts/list-files.ts";

const repository = join(import.meta.dirname, "../../..");
const entryDirectory = join(import.meta.dirname, "plugins");
const reporter = join(entryDirectory, "report-packages.cjs");

let workspace: string;
let outDirectory: string;

beforeAll(async () => {
  // In the repository, as an installed plugin has its dependencies above itself.
  await mkdir(join(repository, ".tmp"), { recursive: true });
  workspace = await mkdtemp(join(repository, ".tmp/build-plugins-"));
});

afterAll(() => rm(workspace, { recursive: true, force: true }));

beforeEach(async () => {
  outDirectory = await mkdtemp(join(workspace, "out-"));
});

describe("a bundled plugin", () => {
  const proto = 'syntax = "proto3";\npackage pet;\nmessage Dog {}\n';

  test.each(["target=ts", "target=js+dts"])("of a2agen loads no installed package: %s", async (option) => {
    const project = await mkdtemp(join(workspace, "project-"));
    await writeFile(join(project, "pet.proto"), proto);
    const plugin = join(repository, "dist/protoc-gen-a2a-types.js");
    const local = [process.execPath, "--require", reporter, plugin];
    const template = { version: "v2", plugins: [{ local, out: "out", opt: [option] }] };
    const output = await runBuf(["generate", "--template", JSON.stringify(template)], project);
    expect(output.trim()).toBe("packages:");
  });
});

describe("building plugins", () => {
  test("writes the same files whatever directory they are for", async () => {
    const other = await mkdtemp(join(workspace, "elsewhere-"));
    await buildPlugins({ entryDirectory, outDirectory });
    await buildPlugins({ entryDirectory, outDirectory: other });
    const names = await listFiles(outDirectory);
    expect(await listFiles(other)).toEqual(names);
    for (const name of names) {
      expect(await readFile(join(other, name), "utf8")).toBe(
        await readFile(join(outDirectory, name), "utf8"),
      );
    }
  });

  test("removes what an earlier build wrote, and nothing else", async () => {
    await buildPlugins({ entryDirectory, outDirectory });
    const written = await listFiles(outDirectory);
    for (const name of ["protoc-gen-gone.js", "protoc-gen/gone-ABCDEFGH.js", "other.js"]) {
      await writeFile(join(outDirectory, name), "");
    }
    await buildPlugins({ entryDirectory, outDirectory });
    expect((await listFiles(outDirectory)).toSorted()).toEqual([...written, "other.js"].toSorted());
  });

  test("refuses a static import of a package that is loaded on demand", async () => {
    const eager = join(import.meta.dirname, "eager-plugins");
    await expect(buildPlugins({ entryDirectory: eager, outDirectory })).rejects.toThrow(
      new Error('protoc-gen-eager.js: imports yaml at start-up; use await import("yaml")'),
    );
    expect(await readdir(outDirectory)).toEqual([]);
  });
});
