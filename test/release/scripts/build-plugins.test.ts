import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
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

/** ts-morph, and what it loads. */
const compiler = [
  "@ts-morph/common",
  "balanced-match",
  "brace-expansion",
  "code-block-writer",
  "fdir",
  "minimatch",
  "path-browserify",
  "picomatch",
  "tinyglobby",
  "ts-morph",
].join(" ");

describe("a bundled plugin", () => {
  const proto = 'syntax = "proto3";\npackage pet;\nmessage Dog {}\n';

  const typescript = 'export const Dog: string = "pet.Dog";\n';

  const cases: readonly {
    readonly name: string;
    readonly given: { readonly option: string; readonly loads?: "yaml" | "ts-morph" };
    readonly want: { readonly packages: string; readonly files: Readonly<Record<string, string>> };
  }[] = [
    {
      name: "loads no package for target=ts",
      given: { option: "target=ts" },
      want: { packages: "", files: { "pet_probe.ts": typescript } },
    },
    {
      name: "has the package with it that it imports dynamically",
      given: { option: "target=ts", loads: "yaml" },
      want: { packages: "", files: { "pet_probe.ts": typescript } },
    },
    {
      name: "loads the package that npm installs when it imports it dynamically",
      given: { option: "target=ts", loads: "ts-morph" },
      want: { packages: compiler, files: { "pet_probe.ts": typescript } },
    },
  ];

  test.each(cases)("$name", async ({ given, want }) => {
    const { programs } = await buildPlugins({ entryDirectory, outDirectory });
    const project = await mkdtemp(join(workspace, "project-"));
    await writeFile(join(project, "pet.proto"), proto);
    const plugin = join(repository, programs[0]?.path ?? "");
    const environment = given.loads === undefined ? [] : [`PROBE_LOADS=${given.loads}`];
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
    { option: "target=js+dts", packages: `packages: ${compiler}` },
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
    const describeFiles = async (): Promise<readonly unknown[]> =>
      Promise.all(
        (await listFiles(outDirectory)).map(async (name) => {
          const { ino, mtimeMs } = await stat(join(outDirectory, name));
          return { name, ino, mtimeMs };
        }),
      );
    await buildPlugins({ entryDirectory, outDirectory });
    const before = await describeFiles();
    await buildPlugins({ entryDirectory, outDirectory });
    expect(await describeFiles()).toEqual(before);
  });

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

  test.each([
    { keepsEarlier: false, kept: [] },
    { keepsEarlier: true, kept: ["protoc-gen-gone.js", "protoc-gen/gone-ABCDEFGH.js"] },
  ])(
    "removes what an earlier build wrote, and nothing else: $keepsEarlier",
    async ({ keepsEarlier, kept }) => {
      await buildPlugins({ entryDirectory, outDirectory });
      const written = await listFiles(outDirectory);
      for (const name of ["protoc-gen-gone.js", "protoc-gen/gone-ABCDEFGH.js", "other.js"]) {
        await writeFile(join(outDirectory, name), "");
      }
      await writeFile(join(outDirectory, "protoc-gen/old-ABCDEFGH.js"), "");
      await utimes(join(outDirectory, "protoc-gen/old-ABCDEFGH.js"), 1, 1);
      await buildPlugins({ entryDirectory, outDirectory, keepsEarlier });
      expect((await listFiles(outDirectory)).toSorted()).toEqual(
        [...written, ...kept, "other.js"].toSorted(),
      );
    },
  );

  test("refuses a static import of a package that is loaded on demand", async () => {
    const eager = join(import.meta.dirname, "eager-plugins");
    await expect(buildPlugins({ entryDirectory: eager, outDirectory })).rejects.toThrow(
      new Error('protoc-gen-eager.js: imports yaml at start-up; use await import("yaml")'),
    );
    expect(await readdir(outDirectory)).toEqual([]);
  });
});
