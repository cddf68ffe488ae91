import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildPlugins } from "../../../scripts/build/build-plugins.ts";
import { type GenerateAllResult, generateAll } from "../../../scripts/generate/generate-all.ts";
import { generateJobs, type Job, ownedBy } from "../../../scripts/generate/generate-jobs.ts";
import { type RenderedFiles, renderedFiles } from "../../../scripts/generate/rendered-files.ts";
import { listFiles } from "../../../scripts/list-files.ts";

const repository = join(import.meta.dirname, "../../..");

let workspace: string;
let plugin: string;
let root: string;

beforeAll(async () => {
  await mkdir(join(repository, ".tmp"), { recursive: true });
  workspace = await mkdtemp(join(repository, ".tmp/generate-all-"));
  const outDirectory = join(workspace, "dist");
  const entryDirectory = join(import.meta.dirname, "plugins");
  const { programs } = await buildPlugins({ entryDirectory, outDirectory });
  plugin = join(repository, programs[0]?.path ?? "");
});

afterAll(() => rm(workspace, { recursive: true, force: true }));

beforeEach(async () => {
  root = await mkdtemp(join(workspace, "root-"));
  await write(
    "proto/pet.proto",
    'syntax = "proto3";\npackage pet;\n// A dog.\nmessage Dog {}\nmessage Cat {}\n',
  );
  await writeTemplate(["generated/pet"]);
});

const pets: Job = {
  kind: "template",
  name: "pets",
  template: "gen.yaml",
  inputs: ["proto"],
  out: "generated",
};
const image: Job = {
  kind: "image",
  name: "image",
  input: "proto",
  paths: [],
  out: "generated/pet/pet.binpb",
};
const source = 'export const Dog: string = "pet.Dog";\nexport const Cat: string = "pet.Cat";\n';

describe("generating", () => {
  test("writes what the plugins and buf build make, and says what each made", async () => {
    const { invocations, changes } = await generate({ jobs: [pets, image] });
    expect(changes).toEqual([
      { kind: "added", path: "generated/pet/pet.binpb" },
      { kind: "added", path: "generated/pet/pet_probe.ts" },
    ]);
    expect(invocations.map(({ milliseconds, ...rest }) => ({ ...rest, timed: milliseconds > 0 }))).toEqual([
      {
        job: "pets",
        plugin: "protoc-gen-probe",
        out: "generated/pet",
        files: 1,
        lines: 2,
        bytes: source.length,
        warnings: "",
        timed: true,
      },
      {
        job: "image",
        plugin: "buf build",
        out: "generated/pet/pet.binpb",
        files: 1,
        lines: 0,
        bytes: (await readFile(join(root, "generated/pet/pet.binpb"))).length,
        warnings: "",
        timed: true,
      },
    ]);
    expect(await read("generated/pet/pet_probe.ts")).toBe(source);
  });

  test("keeps comments in images", async () => {
    await generate({ jobs: [image] });
    expect((await readFile(join(root, "generated/pet/pet.binpb"))).includes(" A dog.\n")).toBe(true);
  });

  test("changes nothing the second time", async () => {
    await generate({ jobs: [pets, image] });
    const { changes } = await generate({ jobs: [pets, image] });
    expect(changes).toEqual([]);
  });

  test("replaces edited files and removes those that nothing makes any more, except kept names", async () => {
    await generate({ jobs: [pets] });
    await write("generated/pet/pet_probe.ts", "edited");
    await write("generated/old/deep/old_probe.ts", "old");
    await write("generated/pet/package.json", "{}");
    await write("generated/pet/dist/index.js", "");
    const { changes } = await generate({ jobs: [pets] });
    expect(changes).toEqual([
      { kind: "removed", path: "generated/old/deep/old_probe.ts" },
      { kind: "changed", path: "generated/pet/pet_probe.ts" },
    ]);
    expect(await listFiles(join(root, "generated"))).toEqual([
      "pet/dist/index.js",
      "pet/package.json",
      "pet/pet_probe.ts",
    ]);
    expect(await readdir(join(root, "generated"))).toEqual(["pet"]);
  });

  test("only lists the differences when it checks", async () => {
    await generate({ jobs: [pets] });
    await write("generated/pet/pet_probe.ts", "edited");
    await write("generated/old_probe.ts", "old");
    const { changes } = await generate({ jobs: [pets, image], mode: "check" });
    expect(changes).toEqual([
      { kind: "removed", path: "generated/old_probe.ts" },
      { kind: "added", path: "generated/pet/pet.binpb" },
      { kind: "changed", path: "generated/pet/pet_probe.ts" },
    ]);
    expect(await listFiles(join(root, "generated"))).toEqual(["old_probe.ts", "pet/pet_probe.ts"]);
    expect(await read("generated/pet/pet_probe.ts")).toBe("edited");
  });

  describe("files that are not in git", () => {
    const rendered: RenderedFiles = {
      checksum: "generated/rendered.sha256",
      has: (path) => path.endsWith("_probe.ts"),
    };

    test("are written, and stand in a checksum", async () => {
      await generate({ jobs: [pets], rendered });
      expect(await read("generated/pet/pet_probe.ts")).toBe(source);
      expect(await read(rendered.checksum)).toMatch(/^[\da-f]{64} {2}generated: 1\n$/);
    });

    test("need not be there, as long as the checksum is that of what is made", async () => {
      await generate({ jobs: [pets], rendered });
      await rm(join(root, "generated/pet/pet_probe.ts"));
      const { changes } = await generate({ jobs: [pets], rendered, mode: "check" });
      expect(changes).toEqual([]);
    });

    test("differ by their checksum from what is made", async () => {
      await generate({ jobs: [pets], rendered });
      await write("proto/pet.proto", 'syntax = "proto3";\npackage pet;\nmessage Bird {}\n');
      const { changes } = await generate({ jobs: [pets], rendered, mode: "check" });
      expect(changes).toEqual([{ kind: "changed", path: rendered.checksum }]);
    });

    test("are written alone where the checksum is theirs, and old ones are removed", async () => {
      await generate({ jobs: [pets, image], rendered });
      await rm(join(root, "generated/pet/pet.binpb"));
      await write("generated/pet/pet_probe.ts", "edited");
      await write("generated/old/old_probe.ts", "old");
      await generate({ jobs: [pets, image], rendered, mode: "render" });
      expect(await listFiles(join(root, "generated"))).toEqual(["pet/pet_probe.ts", "rendered.sha256"]);
      expect(await read("generated/pet/pet_probe.ts")).toBe(source);
    });

    test("are not written where the checksum is that of others", async () => {
      await generate({ jobs: [pets], rendered });
      await write("proto/pet.proto", 'syntax = "proto3";\npackage pet;\nmessage Bird {}\n');
      await expect(generate({ jobs: [pets], rendered, mode: "render" })).rejects.toThrow(
        "generated/rendered.sha256: expected the checksums of what the generators make; found others; run npm run generate",
      );
      expect(await read("generated/pet/pet_probe.ts")).toBe(source);
    });
  });

  const failures: readonly {
    readonly name: string;
    readonly given: () => Promise<readonly Job[]>;
    /** The message, with PLUGIN for the path of the plugin. */
    readonly want: string;
  }[] = [
    {
      name: "an invalid proto is shown with what buf says of it",
      given: async () => {
        await write("proto/bad.proto", 'syntax = "proto3";\nmessage Bad { Missing field = 1; }\n');
        return [pets];
      },
      want: `job pets, protoc-gen-probe, out generated/pet: buf generate: ended with exit code 100
proto/bad.proto:2:15:cannot find \`Missing\` in this scope
`,
    },
    {
      name: "a plugin that refuses its options is shown with its message",
      given: async () => {
        await writeTemplate(["generated/pet"], "target=none");
        return [pets];
      },
      want: `job pets, protoc-gen-probe, out generated/pet: buf generate: ended with exit code 1
protoc-gen-probe: invalid option "target=none"
Failure: plugin node PLUGIN: exit status 1
`,
    },
    {
      name: "a failure after jobs that succeeded counts like one at the start",
      given: async () => [pets, { ...image, input: "missing" }],
      want: `job image, buf build, out generated/pet/pet.binpb: buf build: ended with exit code 1
Failure: Module "path: "missing"" had no .proto files
`,
    },
    {
      name: "a template that is missing is named",
      given: async () => [{ ...pets, template: "missing.yaml" }],
      want: "job pets: cannot read the template missing.yaml",
    },
    {
      name: "a template without plugins is named",
      given: async () => {
        await write("gen.yaml", "version: v2\n");
        return [pets];
      },
      want: 'gen.yaml: expected a list "plugins" as buf.gen.yaml has it; found none',
    },
    {
      name: "a file outside the directory of the job is refused",
      given: async () => {
        await writeTemplate(["elsewhere"]);
        return [pets];
      },
      want: "job pets, protoc-gen-probe, out elsewhere: expected files in generated; found elsewhere/pet_probe.ts",
    },
    {
      name: "a file that two plugins write is refused",
      given: async () => {
        await writeTemplate(["generated/pet", "generated/pet"]);
        return [pets];
      },
      want: "job pets, protoc-gen-probe, out generated/pet: writes generated/pet/pet_probe.ts, which was written already by job pets, protoc-gen-probe, out generated/pet",
    },
  ];

  test.each(failures)("$name, and nothing is written", async ({ given, want }) => {
    await write("generated/pet/pet_probe.ts", "before");
    const jobs = await given();
    const error = await generate({ jobs }).then(
      () => undefined,
      (cause: Error) => cause,
    );
    expect(error?.message.replace(plugin, "PLUGIN")).toBe(want);
    expect(await listFiles(join(root, "generated"))).toEqual(["pet/pet_probe.ts"]);
    expect(await read("generated/pet/pet_probe.ts")).toBe("before");
    expect(await readdir(join(root, ".tmp"))).toEqual([]);
  });
});

test("git ignores the rendered files of this repository, and nothing else that is generated", async () => {
  const lists = ownedBy(generateJobs).map(async (directory) => {
    const paths = await listFiles(join(repository, directory), ["dist", "node_modules"]);
    return paths.map((path) => `${directory}/${path}`);
  });
  const paths = (await Promise.all(lists)).flat();
  const { stdout } = spawnSync("git", ["check-ignore", "--no-index", "--stdin"], {
    cwd: repository,
    encoding: "utf8",
    input: paths.join("\n"),
  });
  expect(stdout.trim().split("\n").sort()).toEqual(paths.filter(renderedFiles.has).sort());
});

interface GenerateOptions {
  readonly jobs: readonly Job[];
  readonly mode?: "write" | "check" | "render";
  readonly rendered?: RenderedFiles;
}

const noneRendered: RenderedFiles = { checksum: "generated/rendered.sha256", has: () => false };

function generate({
  jobs,
  mode = "write",
  rendered = noneRendered,
}: GenerateOptions): Promise<GenerateAllResult> {
  return generateAll({ root, jobs, kept: ["dist", "package.json"], mode, rendered });
}

async function writeTemplate(outs: readonly string[], option = "target=ts"): Promise<void> {
  const plugins = outs.map((out) => ({ local: ["node", plugin], out, opt: [option] }));
  await write("gen.yaml", JSON.stringify({ version: "v2", plugins }));
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

function read(path: string): Promise<string> {
  return readFile(join(root, path), "utf8");
}
