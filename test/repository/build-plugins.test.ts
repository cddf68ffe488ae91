import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runBuf } from "../../scripts/buf.ts";
import { buildPlugins } from "../../scripts/build-plugins.ts";
import { listFiles } from "../../scripts/list-files.ts";

const repository = join(import.meta.dirname, "../..");
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

  const typescript = 'export const Dog: string = "pet.Dog";\n';

  const cases: readonly {
    readonly name: string;
    readonly given: { readonly option: string; readonly loadsYaml?: true };
    readonly want: { readonly packages: string; readonly files: Readonly<Record<string, string>> };
  }[] = [
    {
      name: "loads no package for target=ts",
      given: { option: "target=ts" },
      want: { packages: "", files: { "pet_probe.ts": typescript } },
    },
    {
      name: "loads yaml when it imports it dynamically",
      given: { option: "target=ts", loadsYaml: true },
      want: { packages: "yaml", files: { "pet_probe.ts": typescript } },
    },
  ];

  test.each(cases)("$name", async ({ given, want }) => {
    const [built] = await buildPlugins({ entryDirectory, outDirectory });
    const project = await mkdtemp(join(workspace, "project-"));
    await writeFile(join(project, "pet.proto"), proto);
    const plugin = join(repository, built?.path ?? "");
    const environment = given.loadsYaml === true ? ["PROBE_LOADS_YAML=1"] : [];
    const local = ["env", ...environment, process.execPath, "--require", reporter, plugin];
    const template = { version: "v2", plugins: [{ local, out: "out", opt: [given.option] }] };
    const output = await runBuf(["generate", "--template", JSON.stringify(template)], project);
    const names = await listFiles(join(project, "out"));
    const files = await Promise.all(
      names.map(async (name) => [name, await readFile(join(project, "out", name), "utf8")] as const),
    );
    expect({ packages: output.trim().replace(/^packages: ?/, ""), files: Object.fromEntries(files) }).toEqual(
      want,
    );
  });

  test.each([
    { option: "target=ts", packages: "packages:" },
    { option: "target=js+dts", packages: "packages: typescript" },
  ])("of a2agen loads the TypeScript compiler when it is needed: $option", async ({ option, packages }) => {
    const project = await mkdtemp(join(workspace, "project-"));
    await writeFile(join(project, "pet.proto"), proto);
    const plugin = join(repository, "dist/protoc-gen-a2a-types.js");
    const local = [process.execPath, "--require", reporter, plugin];
    const template = { version: "v2", plugins: [{ local, out: "out", opt: [option] }] };
    const output = await runBuf(["generate", "--template", JSON.stringify(template)], project);
    expect(output.trim()).toBe(packages);
  });

  test("is an executable script of Node", async () => {
    await buildPlugins({ entryDirectory, outDirectory });
    const path = join(outDirectory, "protoc-gen-probe.js");
    const [firstLine] = (await readFile(path, "utf8")).split("\n");
    expect({ firstLine, mode: (await stat(path)).mode & 0o777 }).toEqual({
      firstLine: "#!/usr/bin/env node",
      mode: 0o755,
    });
  });
});

describe("building plugins", () => {
  test("leaves a bundle alone that would stay the same", async () => {
    const [first] = await buildPlugins({ entryDirectory, outDirectory });
    const path = join(repository, first?.path ?? "");
    const before = await stat(path);
    await buildPlugins({ entryDirectory, outDirectory });
    const after = await stat(path);
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  test("removes the bundles of plugins that are gone, and nothing else", async () => {
    await writeFile(join(outDirectory, "protoc-gen-gone.js"), "");
    await writeFile(join(outDirectory, "other.js"), "");
    await buildPlugins({ entryDirectory, outDirectory });
    expect((await readdir(outDirectory)).sort()).toEqual(["other.js", "protoc-gen-probe.js"]);
  });

  test("refuses a static import of a package that is loaded on demand", async () => {
    const eager = join(import.meta.dirname, "eager-plugins");
    await expect(buildPlugins({ entryDirectory: eager, outDirectory })).rejects.toThrow(
      new Error('protoc-gen-eager.js: imports yaml at start-up; use await import("yaml")'),
    );
    expect(await readdir(outDirectory)).toEqual([]);
  });
});
