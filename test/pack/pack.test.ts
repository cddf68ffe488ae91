import { spawn } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { transform } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listFiles } from "../../scripts/list-files.ts";
import { a2agen, runA2agen } from "../cli/run-a2agen.ts";
import { buildWorkspace } from "../compile/build-workspace.ts";
import { type LocalRegistry, type Manifest, startRegistry } from "../projects/local-registry.ts";
import { npm, run } from "../projects/npm.ts";
import { npmEnvironment } from "../projects/project.ts";

const repository = join(import.meta.dirname, "../..");

/** A copy of the workspace whose packages are built; it lies where git ignores it. */
let root: string;
/** Outside of this repository. */
let outside: string;

beforeAll(async () => {
  root = await buildWorkspace("pack-command");
  outside = await mkdtemp(join(tmpdir(), "a2agen-pack-"));
  await cp(join(repository, "LICENSE"), join(root, "generated/a2a-1.0/LICENSE"));
  await writeTexts(join(root, "notes"), {
    LICENSE: await licenseText(),
    "proto/notes/v1/notes.proto": notes,
  });
}, 300_000);

afterAll(async () => {
  await Promise.all([root, outside].map((path) => rm(path, { recursive: true, force: true })));
});

const notes = `syntax = "proto3";
package notes.v1;
// A note.
message Note {
  string id = 1;
  string text = 2;
  Kind kind = 3;
}
enum Kind { KIND_UNSPECIFIED = 0; KIND_LIST = 1; }
service Notes { rpc GetNote(Note) returns (Note); }
`;

function licenseText(): Promise<string> {
  return readFile(join(repository, "LICENSE"), "utf8");
}

async function writeTexts(directory: string, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

/** Packs, and expects that it works; returns what was said. */
async function pack(args: readonly string[], directory: string = root): Promise<string> {
  const { status, stdout, stderr } = await runA2agen(["pack", ...args], { directory });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

async function readTexts(directory: string): Promise<Readonly<Record<string, string>>> {
  const paths = await listFiles(directory);
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(directory, path), "latin1")] as const),
  );
  return Object.fromEntries(texts);
}

describe("a package of generated code", () => {
  const tarball = (): string => join(root, "out/a2agen-a2a-1.0-0.1.0.tgz");

  beforeAll(async () => {
    await pack(["generated/a2a-1.0", "--out", "out/a2a-1.0"]);
  }, 300_000);

  test("has the code that TypeScript 7 makes", async () => {
    // In types that are inferred, the members of a union have another order.
    const sorted = (text: string): string =>
      text.replace(/"\w+"(?: \| "\w+")+/g, (union) => union.split(" | ").sort().join(" | "));
    const want = await readTexts(join(root, "generated/a2a-1.0/dist"));
    const found = await readTexts(join(root, "out/a2a-1.0/dist"));
    expect(Object.keys(found).filter((path) => !path.startsWith("json-schema."))).toEqual(Object.keys(want));
    for (const [path, text] of Object.entries(want)) expect(sorted(found[path] ?? "")).toBe(sorted(text));
  });

  test("is completed: exports, files, origin", async () => {
    const manifest = JSON.parse(await readFile(join(root, "out/a2a-1.0/package.json"), "utf8")) as {
      readonly a2a: { readonly protoHash: string };
    };
    const { a2a, ...rest } = manifest;
    expect({ ...a2a, protoHash: a2a.protoHash.length }).toEqual({
      protocolVersion: "1.0",
      profile: "a2a-1.0",
      protoPackage: "lf.a2a.v1",
      protoHash: 64,
      generator: "a2agen 0.1.0",
    });
    await expect(`${JSON.stringify(rest, null, 2)}\n`).toMatchFileSnapshot("../golden/pack/package.json");
    await expect(await readFile(join(root, "out/a2a-1.0/NOTICE"), "utf8")).toMatchFileSnapshot(
      "../golden/pack/NOTICE.txt",
    );
  });

  test("is packed as npm packs the directory", async () => {
    const { stdout } = await npm(join(root, "out/a2a-1.0"), [
      "pack",
      "--dry-run",
      "--json",
      "--ignore-scripts",
    ]);
    const [listed] = JSON.parse(stdout) as readonly {
      readonly files: readonly { readonly path: string }[];
    }[];
    const { stdout: contents } = await run("tar", ["-tzf", tarball()], { directory: root });
    const ours = contents
      .trim()
      .split("\n")
      .map((path) => path.replace("package/", ""));
    expect(ours.toSorted()).toEqual(listed?.files.map(({ path }) => path).toSorted());
    expect(ours.toSorted()).toEqual(await listFiles(join(root, "out/a2a-1.0")));
  });

  test("has the same bytes at another time, in another place, by another user", async () => {
    const copy = join(root, "elsewhere/package");
    await cp(join(root, "generated/a2a-1.0"), copy, { recursive: true });
    for (const path of await listFiles(copy)) {
      await utimes(join(copy, path), 1, 1);
      await chmod(join(copy, path), 0o700);
    }
    const env = { ...process.env, TZ: "Asia/Tokyo", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" };
    const status = await new Promise((resolve, reject) => {
      const command = `umask 077 && exec "$0" "$@"`;
      const args = ["-c", command, process.execPath, a2agen, "pack", ".", "--out", "../../out-two/renamed"];
      const child = spawn("sh", args, { cwd: copy, env, stdio: "ignore" });
      child.once("error", reject);
      child.once("close", resolve);
    });
    expect(status).toBe(0);
    const [one, two] = await Promise.all([
      readFile(tarball()),
      readFile(join(root, "out-two/a2agen-a2a-1.0-0.1.0.tgz")),
    ]);
    expect(Buffer.compare(one, two)).toBe(0);
  });

  test("is what publint and attw want, and --check", async () => {
    const bytes = await readFile(tarball());
    const data = new Uint8Array(bytes).buffer;
    const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
    const { problems } = {
      problems: [],
      ...(await checkPackage(createPackageFromTarballData(new Uint8Array(bytes)))),
    };
    const ofEsm = problems.filter(
      (problem) => !("resolutionKind" in problem && /^node10$|cjs$/.test(problem.resolutionKind)),
    );
    // An image of protos is read, not imported.
    expect(
      ofEsm.filter((problem) => !("entrypoint" in problem && problem.entrypoint === "./a2a.binpb")),
    ).toEqual([]);
    expect(await pack(["--check", "out/a2agen-a2a-1.0-0.1.0.tgz"])).toMatch(
      /nothing is wrong with \d+ files/,
    );
    expect(await pack(["--check", "out/a2a-1.0"])).toMatch(/nothing is wrong with \d+ files/);
  });

  test("is listed by --dry-run, which writes nothing", async () => {
    const said = await pack(["generated/a2a-1.0", "--dry-run"]);
    const lines = said.trimEnd().split("\n");
    const paths = lines.slice(0, -1).map((line) => /^ *[\d.]+ k?B {2}(\S+)$/.exec(line)?.[1]);
    expect(paths).toEqual(await listFiles(join(root, "out/a2a-1.0")));
    expect(lines.at(-1)).toMatch(
      /^@a2agen\/a2a-1\.0 0\.1\.0: \d+ files, [\d.]+ MB; packed [\d.]+ kB, sha256 [0-9a-f]{64}$/,
    );
  });

  test("is told from the previous one", async () => {
    const { status, stdout, stderr } = await runA2agen(
      ["pack", "generated/a2a-1.0", "--previous", relative(root, tarball())],
      { directory: root },
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout:
        "since 0.1.0: a patch change, so that the next version is 0.1.1 or higher; package.json has 0.1.0\n",
      stderr:
        "package.json: version: 0.1.0 is published already; the next is 0.1.1: correct it, or give --package-version\n",
    });
    const fits = ["generated/a2a-1.0", "--previous", relative(root, tarball()), "--package-version", "0.1.1"];
    expect(await pack(fits)).toContain("package.json has 0.1.1");
  });
});

describe("a package of protos alone", () => {
  let registry: LocalRegistry | undefined;

  afterAll(async () => {
    await registry?.close();
  });

  test("is installed by npm, and its README's code compiles and runs", async () => {
    await pack(["--proto", "notes/proto", "--name", "@acme/notes", "--out", "out/notes"]);
    const runtime = JSON.parse(await readFile(join(root, "runtime/package.json"), "utf8")) as Manifest;
    await npm(root, ["pack", "--ignore-scripts", "--pack-destination", outside, join(root, "runtime")]);
    const packed = join(outside, `a2agen-runtime-${runtime.version}.tgz`);
    registry = await startRegistry([{ manifest: runtime, tarball: packed }]);
    const project = join(outside, "user");
    await writeTexts(project, { "package.json": '{ "type": "module", "private": true }' });
    const env = npmEnvironment(registry.url, outside);
    await npm(project, ["install", "--no-audit", "--no-fund", join(root, "out/acme-notes-0.1.0.tgz")], env);
    const readme = await readFile(join(project, "node_modules/@acme/notes/README.md"), "utf8");
    await expect(readme).toMatchFileSnapshot("../golden/pack/notes.README.md");
    const blocks = [...readme.matchAll(/^```ts\n([^`]*)^```$/gm)].map(([, code]) => code ?? "");
    expect(blocks).toHaveLength(2);
    const code = blocks.join("\n");
    await writeTexts(project, {
      "main.ts": code,
      "main.js": (await transform(code, { loader: "ts" })).code,
    });
    const flags = ["--strict", "--module", "nodenext", "--target", "es2023", "--noEmit", "--types", ""];
    const tsc = join(repository, "node_modules/typescript/bin/tsc");
    await run(process.execPath, [tsc, ...flags, "--lib", "es2023,dom", "main.ts"], { directory: project });
    const { stdout } = await run(process.execPath, ["main.js"], { directory: project });
    expect(stdout).toBe(
      `${JSON.stringify({ id: "id-1", text: "text", kind: "KIND_LIST" })}\nfalse\nhttps://a2agen.dev/schemas/proto/notes.v1.schema.json [ 'Kind', 'Note' ]\n`,
    );
  }, 300_000);

  test("needs a version that fits its changes", async () => {
    await writeTexts(join(root, "changed"), {
      LICENSE: await licenseText(),
      "proto/notes/v1/notes.proto": notes.replace("string text = 2", "string body = 2"),
    });
    const args = ["pack", "--proto", "changed/proto", "--name", "@acme/notes", "--previous", "out/notes"];
    const { status, stdout, stderr } = await runA2agen([...args, "--package-version", "0.1.1"], {
      directory: root,
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout:
        "breaks users:\n  notes.v1.Note.text: is named body now: JSON and TypeScript do not have text any more\n" +
        "since 0.1.0: a major change, so that the next version is 0.2.0 or higher; package.json has 0.1.1\n",
      stderr:
        "package.json: version: 0.1.1 is too low for a major change; expected 0.2.0 or higher: correct it, or give --package-version\n",
    });
  });
});

describe("a package is refused", () => {
  /** A repository of git with a package that can be packed. */
  async function makePackage(name: string, change: (directory: string) => Promise<void>): Promise<string> {
    const directory = join(outside, name);
    const filter = (path: string): boolean => !/[\\/](?:dist|node_modules)$/.test(path);
    await cp(join(root, "generated/a2a-1.0"), directory, { recursive: true, filter });
    await git(directory, "init", "--quiet");
    await change(directory);
    return directory;
  }

  async function git(directory: string, ...args: readonly string[]): Promise<void> {
    await run("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], { directory });
  }

  async function commit(directory: string): Promise<void> {
    await git(directory, "add", "--all");
    await git(directory, "commit", "--quiet", "--message", "all");
  }

  async function edit(directory: string, path: string, change: (text: string) => string): Promise<void> {
    const place = join(directory, path);
    await writeFile(place, change(await readFile(place, "utf8")));
  }

  test.each<{ name: string; change: (directory: string) => Promise<void>; want: string }>([
    {
      name: "without a license",
      change: (directory) => rm(join(directory, "LICENSE")),
      want: "LICENSE: expected the text of the license; there is no such file: add it, or name one with --license FILE",
    },
    {
      name: "whose code is stale",
      change: (directory) => edit(directory, "src/lf/a2a/v1/a2a_types.ts", (text) => `${text}// more\n`),
      want:
        "generated files: expected what a2agen 0.1.0 writes; 1 file differs: generate them anew\n" +
        "    src/lf/a2a/v1/a2a_types.ts: is out of date",
    },
    {
      name: "whose schema is missing",
      change: (directory) => rm(join(directory, "schemas/a2a/Task.schema.json")),
      want:
        "generated files: expected what a2agen 0.1.0 writes; 1 file differs: generate them anew\n" +
        "    schemas/a2a/Task.schema.json: is missing",
    },
    {
      name: "with an agent card that is wrong",
      change: (directory) => writeTexts(directory, { "agent-card.json": '{ "name": 5 }' }),
      want: "agent-card.json: not an agent card of lf.a2a.v1:",
    },
    {
      name: "with a name that npm refuses",
      change: (directory) =>
        edit(directory, "package.json", (text) => text.replace("@a2agen/a2a-1.0", "A2A")),
      want: 'package.json: name: expected a name that npm takes, such as "notes-agent" or "@acme/notes-agent"; found "A2A", which has capital letters',
    },
    {
      name: "that is private",
      change: (directory) =>
        edit(directory, "package.json", (text) => text.replace("{", '{ "private": true,')),
      want: 'package.json: private: expected a package that npm publishes; found true: take "private" out',
    },
    {
      name: "with a dependency that nobody else has",
      change: (directory) =>
        edit(directory, "package.json", (text) => text.replace("^0.1.0", "file:../runtime")),
      want: 'package.json: dependencies: @a2agen/runtime: expected a range of versions; found "file:../runtime", which nobody else has: write the range',
    },
  ])("$name", async ({ name, change, want }) => {
    const directory = await makePackage(name.replaceAll(" ", "-"), change);
    await commit(directory);
    const { status, stdout, stderr } = await runA2agen(["pack", ".", "--out", "packed"], { directory });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(`(.): cannot be packed\n  ${want}`);
    expect(await listFiles(join(directory, "packed"))).toEqual([]);
  });

  test("with changes that are not committed, unless they are allowed", async () => {
    const directory = await makePackage("dirty", async (path) => {
      await commit(path);
      await writeTexts(path, { "README.md": "# Mine\n" });
    });
    const { status, stderr } = await runA2agen(["pack", "--dry-run"], { directory });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: [
        "@a2agen/a2a-1.0 (.): cannot be packed",
        "  git: expected everything to be committed, so that others can make the same package; 1 file is not: commit, or give --allow-dirty",
        "    README.md",
        "",
      ].join("\n"),
    });
    // The types of what it depends on are found where the command is run.
    const place = relative(root, directory);
    expect(await pack([place, "--dry-run", "--allow-dirty"])).toContain("  README.md\n");
  });

  test("without a place to write, or with one that has something else in it", async () => {
    expect((await runA2agen(["pack", "generated/a2a-1.0"], { directory: root })).stderr).toContain(
      "--out: expected the directory to write; give it, or --dry-run, --previous or --check",
    );
    const other = await runA2agen(["pack", "generated/a2a-1.0", "--out", "notes"], { directory: root });
    expect({ status: other.status, stderr: other.stderr }).toEqual({
      status: 1,
      stderr:
        "--out: expected a directory that is empty, or has a package that was packed before; notes has something else: give another, or empty it\n",
    });
  });
});

describe("--check finds", () => {
  test.each<{ name: string; path: string; change: (text: string) => string; want: string }>([
    {
      name: "exports of what is not there",
      path: "package.json",
      change: (text) => text.replace("./dist/json-schema.strict.js", "./dist/missing.js"),
      want: "package.json: exports: ./schema/strict: default: expected a file of the package; there is no ./dist/missing.js",
    },
    {
      name: "modules without types",
      path: "package.json",
      change: (text) => text.replace('"types": "./dist/index.d.ts",', ""),
      want: 'package.json: exports: .: expected its declarations under "types", first; there are none',
    },
    {
      name: "another proto",
      path: "package.json",
      change: (text) => text.replace(/"protoHash": "./, '"protoHash": "x'),
      want: "package.json: a2a.protoHash: expected ",
    },
    {
      name: "schemas that do not compile",
      path: "schemas/notes.v1.schema.json",
      change: (text) => text.replace("#/$defs/Kind", "#/$defs/Missing"),
      want: "schemas/notes.v1.schema.json: expected a schema that compiles; ",
    },
    {
      name: "imports of what is not there",
      path: "dist/index.js",
      change: (text) => `${text}export * from "./missing.js";\nimport "left-pad";\n`,
      want: "dist/index.js: expected ./missing.js to be a file of the package; it is not",
    },
    {
      name: "paths of this machine",
      path: "dist/index.js",
      change: (text) => `${text}// /home/somebody/project/src/index.ts\n`,
      want: "dist/index.js: expected no path of the machine it was made on; found /home/somebody",
    },
    {
      name: "hosts of registries",
      path: "dist/index.js",
      change: (text) => `${text}// https://registry.example.com/notes\n`,
      want: "dist/index.js: expected no host of a registry; found registry.example.com",
    },
  ])("$name", async ({ path, change, want }) => {
    const directory = await mkdtemp(join(outside, "check-"));
    await cp(join(root, "out/notes"), directory, { recursive: true });
    const place = join(directory, path);
    await writeFile(place, change(await readFile(place, "utf8")));
    const { status, stdout, stderr } = await runA2agen(["pack", "--check", directory], { directory: root });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(`  ${want}`);
  });
});
