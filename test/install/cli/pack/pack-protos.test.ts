import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshFolder, makeFreshFolder } from "../../../shared/process/fresh-folder.ts";
import { npm, run } from "../../../shared/process/npm.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import {
  licenseText,
  makePlaces,
  notes,
  type Places,
  pack,
  repository,
  writeTexts,
} from "../../../system/cli/pack/pack-command.ts";

const ownBase = ["--schema-base", "https://schemas.acme.example/"];

let places: Places;
let root: string;
let outside: string;

beforeAll(async () => {
  places = await makePlaces();
  ({ root, outside } = places);
});

afterAll(async () => {
  await places.remove();
});

describe("a package of protos alone", () => {
  let folder: FreshFolder | undefined;

  afterAll(() => folder?.close());

  beforeAll(async () => {
    await pack(["--proto", "notes/proto", "--name", "@acme/notes", ...ownBase, "--out", "out/notes"], root);
    await pack(["generated/a2a-1.0", "--out", "out/a2a-1.0"], root);
    folder = await makeFreshFolder("protos");
    await writeTexts(project(), { "package.json": '{ "type": "module", "private": true }' });
    const tarballs = ["acme-notes-0.1.0.tgz", "a2agen-a2a-1.0-0.1.0.tgz"].map((name) =>
      join(root, "out", name),
    );
    await npm(project(), ["install", "--no-audit", "--no-fund", ...tarballs], folder.env);
  });

  const project = (): string => join(places.outside, "user");

  test.each([
    {
      name: "@acme/notes",
      golden: "notes.README.md",
      want: [
        JSON.stringify({ id: "id-1", text: "text", kind: "KIND_LIST" }),
        "false",
        "https://schemas.acme.example/notes.v1.schema.json [ 'Kind', 'Note' ]",
      ],
    },
    {
      name: "@a2agen/a2a-1.0",
      golden: "a2a-1.0.README.md",
      want: [
        JSON.stringify({ id: "id-1", status: { state: "TASK_STATE_SUBMITTED" } }),
        "false",
        expect.stringMatching(/^https:\/\/a2agen\.dev\/schemas\/\S+\.json \[$/),
      ],
    },
  ])("$name is installed by npm, and its README's code compiles and runs", async ({ name, golden, want }) => {
    const directory = join(project(), "node_modules", name);
    const readme = await readFile(join(directory, "README.md"), "utf8");
    await expect(readme).toMatchFileSnapshot(`../../../expected/pack/${golden}`);
    const blocks = [...readme.matchAll(/^```ts\n([^`]*)^```$/gm)].map(([, code]) => code ?? "");
    expect(blocks).toHaveLength(2);
    const file = golden.replace(".README.md", "");
    const code = blocks.join("\n");
    await writeTexts(project(), {
      [`${file}.ts`]: code,
      [`${file}.js`]: (await transform(code, { loader: "ts" })).code,
    });
    const flags = ["--strict", "--module", "nodenext", "--target", "es2023", "--noEmit", "--types", ""];
    const tsc = join(repository, "node_modules/typescript/bin/tsc");
    await run(process.execPath, [tsc, ...flags, "--lib", "es2023,dom", `${file}.ts`], {
      directory: project(),
    });
    const { stdout } = await run(process.execPath, [`${file}.js`], { directory: project() });
    expect(stdout.trimEnd().split("\n").slice(0, 3)).toEqual(want);
    // What it names is there: files of the package, and subpaths that can be imported.
    const named = [...readme.matchAll(/`([^`\s*]+\/[^`\s*]+)`/g)].map(([, text]) => text ?? "");
    const require = createRequire(join(project(), "_.js"));
    for (const each of named.filter((text) => /^(?:docs|schemas)\//.test(text))) {
      expect([each, existsSync(join(directory, each))]).toEqual([each, true]);
    }
    for (const each of named.filter((text) => text.startsWith(`${name}/`))) {
      expect([each, existsSync(require.resolve(each))]).toEqual([each, true]);
    }
    expect(readme).not.toMatch(/\]\((?!https:)/);
  });

  test("needs a version that fits its changes", async () => {
    await writeTexts(join(root, "changed"), {
      LICENSE: await licenseText(),
      "proto/notes/v1/notes.proto": notes.replace("string text = 2", "string body = 2"),
    });
    const args = [
      "pack",
      "--proto",
      "changed/proto",
      "--name",
      "@acme/notes",
      ...ownBase,
      "--previous",
      "out/notes",
    ];
    const { status, stdout, stderr } = await runA2agen([...args, "--package-version", "0.1.1"], {
      directory: root,
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout:
        "breaks users:\n  notes.v1.Note.text: is named body now: JSON and TypeScript no longer have text\n" +
        "since 0.1.0: a major change, so that the next version is 0.2.0 or higher (before 1.0.0, what breaks users raises the second number); package.json has 0.1.1\n",
      stderr:
        "package.json: version: 0.1.1 is too low for a major change; expected 0.2.0 or higher: correct it, or give --package-version\n",
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
      want: 'package.json: exports: .: expected its declarations under "types", first; found none',
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
