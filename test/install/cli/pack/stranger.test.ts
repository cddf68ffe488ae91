import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshFolder, makeFreshFolder } from "../../../shared/process/fresh-folder.ts";
import { npm, run } from "../../../shared/process/npm.ts";
import { runProcess } from "../../../shared/process/run-process.ts";
import { licenseText, readTexts, repository, writeTexts } from "../../../system/cli/pack/pack-command.ts";

/** Of somebody who has installed a2agen, and nothing else. */
let folder: FreshFolder | undefined;
let directory: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await makeFreshFolder("stranger");
  ({ directory, env } = folder);
  await writeTexts(directory, {
    "package.json": '{ "private": true }\n',
    LICENSE: await licenseText(),
    "proto/acme/mood/v1/mood.proto": proto,
  });
  await npm(directory, ["install", "a2agen"], env);
});

afterAll(() => folder?.close());

const proto = `syntax = "proto3";
package acme.mood.v1;
import "a2agen/options.proto";
import "google/api/annotations.proto";
import "google/api/field_behavior.proto";
import "lf/a2a/v1/a2a.proto";
// How somebody feels.
message Mood {
  option (a2agen.extension) = {
    uri: "https://acme.example/ext/mood/v1"
    kind: EXTENSION_KIND_PROFILE
    objects: ["lf.a2a.v1.Message"]
  };
  string name = 1 [(google.api.field_behavior) = REQUIRED];
}
message FindRequest { string word = 1 [(google.api.field_behavior) = REQUIRED]; }
message FindResponse { repeated lf.a2a.v1.Task tasks = 1; Mood mood = 2; }
service Moods {
  rpc Find(FindRequest) returns (FindResponse) { option (google.api.http) = { get: "/find/{word}" }; }
}
`;

/**
 * Runs a2agen, and what it says to run, until it has nothing to say; returns the commands and what was
 * written at last.
 */
async function follow(args: readonly string[]) {
  const commands: string[] = [];
  for (;;) {
    const program = join(directory, "node_modules/a2agen/dist/a2agen.js");
    const { status, stdout, stderr } = await runProcess(process.execPath, {
      args: [program, ...args],
      directory,
      env,
    });
    if (status === 0) return { commands, stdout: stdout.toString() };
    const [, command] = /run "(npm install [^"]+)"/.exec(stderr) ?? [];
    if (command === undefined || commands.includes(command)) throw new Error(stderr);
    commands.push(command);
    await run("sh", ["-c", command], { directory, env });
  }
}

test("who follows what a2agen says gets a package of protos that import what a2agen brings", async () => {
  const { commands, stdout } = await follow([
    "pack",
    "--proto",
    "proto",
    "--name",
    "@acme/mood",
    "--schema-base",
    "https://schemas.acme.example/",
    "--out",
    "packed",
  ]);
  expect(commands.filter((command) => !command.includes("@a2agen/runtime@"))).toEqual([
    "npm install --save-dev @bufbuild/buf",
  ]);
  expect(stdout).toMatch(/^@acme\/mood 0\.1\.0: \d+ files, /);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe(
    "note: package.json: repository: expected the repository whose workflow publishes the package, since npm refuses provenance without it; found none: add it, or publish with --provenance=false",
  );
  const packed = await readTexts(join(directory, "packed"));
  expect(Object.keys(packed)).toEqual(
    expect.arrayContaining([
      "LICENSE",
      "NOTICE",
      "README.md",
      "protos.binpb",
      "dist/acme/mood/v1/mood_extension.js",
      "dist/index.js",
      "docs/acme/mood/v1/mood.extension.md",
      "schemas/acme/mood/v1/mood.profile.schema.json",
      "schemas/acme.mood.v1.schema.json",
    ]),
  );
  expect(JSON.parse(packed["package.json"] ?? "")).toMatchObject({
    dependencies: { "@a2agen/runtime": "^0.1.0", "@a2agen/a2a-1.0": "^0.1.0" },
  });
  const checked = await follow(["pack", "--check", "packed"]);
  expect(checked.commands).toEqual(["npm install --save-dev publint @arethetypeswrong/core"]);
  expect(checked.stdout).toMatch(/^packed: no problems in \d+ files/);
  expect(await folder?.missing()).toEqual([]);
});

test("its README has code that validates with the schemas of A2A, to which its own refer", async () => {
  await npm(directory, ["install", "--no-save", "./acme-mood-0.1.0.tgz"], env);
  await symlink(join(repository, "node_modules/ajv"), join(directory, "node_modules/ajv")).catch(
    () => undefined,
  );
  const readme = await readFile(join(directory, "packed/README.md"), "utf8");
  expect(readme).toContain(
    "\nIts schemas refer to those of `@a2agen/a2a-1.0/schema`, which a validator needs too. With `npm install ajv`:\n",
  );
  const code = [...readme.matchAll(/^```ts\n([^`]*`[^`]*`[^`]*)^```$/gm)].map(([, text]) => text ?? "");
  expect(code).toHaveLength(1);
  expect(code[0]).toContain("ajv.addSchema(others);\n");
  await writeTexts(directory, {
    "use/example.ts": code.join(""),
    "use/example.mjs": `${code.join("")}console.log(validate({ tasks: [{ id: "1" }] }), validate({ mood: { name: "x" } }));`,
    "use/package.json": '{ "type": "module" }',
  });
  const tsc = join(repository, "node_modules/typescript/bin/tsc");
  const flags = ["--strict", "--module", "nodenext", "--target", "es2023", "--noEmit", "--types", ""];
  await run(process.execPath, [tsc, ...flags, "--lib", "es2023,dom", "use/example.ts"], { directory });
  const { stdout } = await run(process.execPath, ["use/example.mjs"], { directory });
  expect(stdout.trimEnd().split("\n").slice(-2)).toEqual(["false", "false true"]);
});

test("what buf finds is told with the paths of the user", async () => {
  await writeTexts(directory, { "bad/acme/bad.proto": proto.replace("string word", "strin word") });
  const program = join(directory, "node_modules/a2agen/dist/a2agen.js");
  const { status, stderr } = await runProcess(process.execPath, {
    args: [program, "pack", "--proto", "bad", "--name", "bad", "--dry-run"],
    directory,
    env,
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      "--proto: buf does not compile bad:\nbad/acme/bad.proto:16:23:cannot find `strin` in this scope\n",
  });
});
