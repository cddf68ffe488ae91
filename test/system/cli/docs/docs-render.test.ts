import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runBuf } from "../../../../scripts/generate/buf.ts";
import { listFiles } from "../../../../scripts/list-files.ts";
import { a2agen, startA2agen } from "../../../shared/process/start-a2agen.ts";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";
import { choose } from "../../../shared/runs.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const repository = join(import.meta.dirname, "../../../..");

const workspace = await useDirectory("a2agen-docs-render-");
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(workspace, "run-"));
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

/** All files below the directory, by path. */
async function read(): Promise<Readonly<Record<string, string>>> {
  const paths = await listFiles(directory);
  const files = paths.map(async (path) => [path, await readFile(join(directory, path), "utf8")] as const);
  return Object.fromEntries(await Promise.all(files));
}

function run(...args: readonly string[]): Promise<CliResult> {
  return runA2agen(["docs", "render", ...args], { directory });
}

const nothing = { status: 0, stdout: "", stderr: "" };
const role = '{{ proto_enum_to_table("a2a.proto", "Role") }}';
const roleTable = `<a id="enum-role"></a>

| Value | Meaning |
|---|---|
| absent, \`ROLE_UNSPECIFIED\` | No role given. Not allowed in a message. |
| \`ROLE_USER\` | Written by the client, for a person or for another agent. |
| \`ROLE_AGENT\` | Written by the agent that serves the interface. |`;
const draftTable = `<a id="enum-role"></a>

| Value | Proto name | Meaning |
|---|---|---|
| absent | \`ROLE_UNSPECIFIED\` | No role given. Not allowed in a message. |
| \`user\` | \`ROLE_USER\` | Written by the client, for a person or for another agent. |
| \`agent\` | \`ROLE_AGENT\` | Written by the agent that serves the interface. |`;
const wrong = '{{ proto_to_table("a2a.proto", "Nothing") }}';
const wrongMessage = (path: string): string =>
  `${path}:1:32: error: there is no message "Nothing" in lf/a2a/v1/a2a.proto [unknown-message]\n`;

describe("a2agen docs render", () => {
  test("writes a single file to standard output", async () => {
    const files = { "a.md": `# A\n\n${role}\n` };
    await write(files);
    expect(await run("a.md")).toEqual({ status: 0, stdout: `# A\n\n${roleTable}\n`, stderr: "" });
    expect(await read()).toEqual(files);
  });

  test("writes to a directory, by the paths below the common directory", async () => {
    const files = { "docs/a.md": `${role}\n`, "docs/b/c.md": "No calls.\r\n", "docs/d.md": role };
    await write(files);
    expect(await run("docs/a.md", "docs/b/c.md", "./docs/d.md", "--out", "out/x")).toEqual(nothing);
    expect(await read()).toEqual({
      ...files,
      "out/x/a.md": `${roleTable}\n`,
      "out/x/b/c.md": "No calls.\r\n",
      "out/x/d.md": roleTable,
    });
  });

  test("replaces files in place, what links point to as well, and keeps their mode", async () => {
    await write({ "a.md": role, "b.md": "nothing", "sub/c.md": role });
    await chmod(join(directory, "a.md"), 0o640);
    await symlink("sub/c.md", join(directory, "d.md"));
    expect(await run("--write", "a.md", "b.md", "d.md")).toEqual(nothing);
    expect(await read()).toEqual({
      "a.md": roleTable,
      "b.md": "nothing",
      "d.md": roleTable,
      "sub/c.md": roleTable,
    });
    expect((await stat(join(directory, "a.md"))).mode & 0o777).toBe(0o640);
    expect(
      (await readdir(directory, { withFileTypes: true }))
        .find(({ name }) => name === "d.md")
        ?.isSymbolicLink(),
    ).toBe(true);
  });

  test("writes the same bytes in every locale and time zone", { tags: "thorough" }, async () => {
    await copyFile(
      join(repository, "test/golden/generators/emit/docs/operations.md"),
      join(directory, "a.md"),
    );
    const want = await readFile(join(repository, "test/expected/docs/operations.md"), "utf8");
    for (const env of choose<Readonly<Record<string, string>>>([
      { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Asia/Tokyo" },
      { LC_ALL: "C", TZ: "UTC" },
    ])) {
      expect(await startA2agen(["docs", "render", "a.md"], { directory, env })).toEqual({
        status: 0,
        stdout: want,
        stderr: "",
      });
    }
  });

  test.each([{ flags: [] }, { flags: ["--write"] }, { flags: ["--out", "out"] }, { flags: ["--check"] }])(
    "writes nothing when a call of any file is wrong: $flags",
    async ({ flags }) => {
      const files = { "a.md": role, "docs/b.md": wrong, "docs/c.md": `${wrong}\n{{ proto_x }}` };
      await write(files);
      const names = flags.length === 0 ? ["docs/b.md"] : Object.keys(files);
      const { status, stdout, stderr } = await run(...names, ...flags);
      const all = `${wrongMessage("docs/b.md")}${wrongMessage("docs/c.md")}docs/c.md:2:1: error: there is no proto_x; the calls are proto_to_table, proto_enum_to_table, proto_service_to_table [unknown-call]\n`;
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: "",
        stderr: flags.length === 0 ? wrongMessage("docs/b.md") : all,
      });
      expect(await read()).toEqual(files);
    },
  );

  test("--check tells which files would change, and writes nothing", async () => {
    const files = { "a.md": `${role}\n`, "b.md": "nothing\n", "out/a.md": "old\n", "out/b.md": "nothing\n" };
    await write(files);
    expect(await run("--check", "a.md", "b.md")).toEqual(nothing);
    expect(await run("--check", "--write", "b.md")).toEqual(nothing);
    expect(await run("--check", "--write", "a.md", "b.md")).toEqual({
      ...nothing,
      status: 1,
      stderr: "a.md: is out of date\n",
    });
    expect(await run("--check", "--out", "out", "a.md", "b.md")).toEqual({
      ...nothing,
      status: 1,
      stderr: "out/a.md: is out of date\n",
    });
    expect(await run("--check", "--out", "none", "b.md")).toEqual({
      ...nothing,
      status: 1,
      stderr: "none/b.md: is missing\n",
    });
    expect(await read()).toEqual(files);
    expect(await run("--out", "out", "a.md", "b.md")).toEqual(nothing);
    expect(await run("--check", "--out", "out", "a.md", "b.md")).toEqual(nothing);
  });

  test("links types to the reference and takes templates", async () => {
    await write({
      "a.md": '{{ proto_to_table("a2a.proto", "TaskStatus") }}',
      "t/fields.hbs": "{{#each fields}}{{type}};{{/each}}",
    });
    expect(await run("a.md", "--reference", "ref", "--templates", "t")).toEqual({
      status: 0,
      stdout:
        '<a id="message-taskstatus"></a>\n\n[`TaskState`](ref/lf/a2a/v1/a2a.md#enum-taskstate);[`Message`](ref/lf/a2a/v1/a2a.md#message-message);`string` (timestamp);',
      stderr: "",
    });
  });
});

describe("the protos of a2agen docs render", () => {
  test("are those of the profile", async () => {
    await write({ "a.md": role });
    expect(await run("a.md", "--profile", "a2a-1.0")).toEqual({ ...nothing, stdout: roleTable });
    expect(await run("a.md", "--profile", "a2a-1.0-draft")).toEqual({ ...nothing, stdout: draftTable });
  });

  test("are those of an image, ruled by the profile of their package or the one given", async () => {
    await write({ "a.md": role });
    const image = join(repository, "generated/a2a-1.0-draft/a2a.binpb");
    expect(await run("a.md", "--image", image)).toEqual({ ...nothing, stdout: draftTable });
    expect(await run("a.md", "--image", image, "--profile", "proto")).toEqual({
      ...nothing,
      stdout: roleTable,
    });
  });

  const pet =
    'syntax = "proto3";\npackage pet;\n// A dog.\nmessage Dog {\n  // Its name.\n  string name = 1;\n}\n';
  const dogTable =
    '<a id="message-dog"></a>\n\n| Field | Type | Required | Description |\n|---|---|---|---|\n| `name` | `string` | no | Its name. |';

  test("are compiled with buf from a directory, a proto, or a module", async () => {
    await write({
      "protos/pet.proto": pet,
      "module/buf.yaml": "version: v2\nmodules:\n  - path: proto\n",
      "module/proto/pet.proto": pet,
      "a.md": '{{ proto_to_table("pet.proto", "Dog") }}',
    });
    for (const path of ["protos", "protos/pet.proto", "module"]) {
      expect([path, await run("a.md", "--proto", path)]).toEqual([path, { ...nothing, stdout: dogTable }]);
    }
    await runBuf(["build", "protos", "-o", "image.binpb"], directory);
    expect(await run("a.md", "--image", "image.binpb")).toEqual({ ...nothing, stdout: dogTable });
  });

  test.each([
    {
      name: "a profile that is not there",
      args: ["--profile", "a2a-9"],
      want: /^a2a-9: expected one of the built-in profiles a2a-0\.3-proto, a2a-1\.0-draft, a2a-1\.0, a2a-1\.1-dev, proto, or a path .*\n$/,
    },
    {
      name: "a profile without protos of its own",
      args: ["--profile", "proto"],
      want: /^there is no built-in proto for profile proto, only for a2a-0\.3-proto, a2a-1\.0-draft, a2a-1\.0, a2a-1\.1-dev; give --proto or --image as well\n$/,
    },
    {
      name: "no image",
      args: ["--image", "a.md"],
      want: /^a\.md: expected an image with everything that it imports; .*\n$/,
    },
    {
      name: "an empty image",
      args: ["--image", "empty"],
      want: /^empty: expected an image with everything that it imports; it has no files\n$/,
    },
    {
      name: "an image that is not there",
      args: ["--image", "x"],
      want: /^--image: x: expected a file that can be read; found nothing there\n$/,
    },
    {
      name: "a directory that is not there",
      args: ["--proto", "x"],
      want: /^--proto: expected a directory or a proto; there is no x\n$/,
    },
    {
      name: "a proto that does not compile",
      args: ["--proto", "bad"],
      want: /^--proto: buf does not compile bad:\nbad\/bad\.proto:1:1:.*\n$/s,
    },
    {
      name: "a file that is not there",
      args: ["x.md", "y.md", "--check"],
      want: /^x\.md: error: expected a file that can be read; found nothing there\ny\.md: error: expected a file that can be read; found nothing there\n$/,
    },
    {
      name: "an output that is the input",
      args: ["--out", "."],
      want: /^--out would replace the files themselves: a\.md; give --write for that\n$/,
    },
    {
      name: "templates that are not there",
      args: ["--templates", "t"],
      want: /^t: expected a directory of templates; found ENOENT\n$/,
    },
    {
      name: "a template that is wrong",
      args: ["--templates", "bad"],
      want: /^bad\/values\.hbs:1:3: there is no "valeus" in an object with name, typeName, anchor, formerAnchors, description, deprecated, hasProtoNames, values\n$/,
    },
    {
      name: "an output that cannot be written",
      args: ["--out", "a.md/x"],
      want: /^cannot write: ENOTDIR: .*\n$/,
    },
  ])("cannot be $name", async ({ args, want }) => {
    const files = { "a.md": role, empty: "", "bad/bad.proto": "nonsense", "bad/values.hbs": "{{valeus}}" };
    await write(files);
    const { status, stdout, stderr } = await run("a.md", ...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(want);
    expect(await read()).toEqual(files);
  });

  test("need buf only when they are compiled, and say so when it is missing", async () => {
    // A copy elsewhere, so that it does not find the buf of this repository beside itself.
    await write({ "a.md": role, "protos/pet.proto": pet, "package.json": '{"type":"module"}' });
    const program = join(directory, "a2agen.js");
    await copyFile(a2agen, program);
    await cp(join(dirname(a2agen), "a2agen"), join(directory, "a2agen"), { recursive: true });
    const env = { PATH: directory };
    expect(
      await startA2agen(["docs", "render", "a.md", "--proto", "protos"], { program, directory, env }),
    ).toEqual({
      status: 1,
      stdout: "",
      stderr:
        '--proto: buf is needed to compile protos and is not installed; run "npm install --save-dev @bufbuild/buf", or give a compiled image with --image\n',
    });
  });
});
