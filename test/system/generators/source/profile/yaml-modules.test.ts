import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { builtinProfiles } from "../../../../../generators/source/profile/builtin-profiles.ts";
import { yamlToModule } from "../../../../../generators/source/profile/yaml-module.ts";
import { esbuildYaml } from "../../../../../scripts/build/esbuild-yaml.ts";

const run = promisify(execFile);
const repository = join(import.meta.dirname, "../../../../..");
// Inside the repository, so that the bundle finds the packages that it leaves outside.
const directory = await mkdtemp(join(repository, "node_modules/.yaml-modules-"));
afterAll(() => rm(directory, { recursive: true }));

test("a profile is a module with a default export", async () => {
  const text = await readFile(join(repository, "profiles/proto.yaml"), "utf8");
  const want = JSON.stringify(builtinProfiles.get("proto"));
  expect(yamlToModule(text, "profiles/proto.yaml")).toBe(`export default ${want};\n`);
});

test("a bundle has the built-in profiles, and loads the parser and the validator only for a path", {
  tags: "later",
}, async () => {
  const outfile = join(directory, "stdin.mjs");
  const { metafile } = await build({
    stdin: {
      contents: `
        import { loadProfile } from "./generators/source/profile/load-document.ts";
        const profile = await loadProfile(process.argv[2]).catch((error) => error.message);
        console.log(JSON.stringify(profile));
      `,
      resolveDir: repository,
    },
    conditions: ["a2agen-source"],
    outdir: directory,
    bundle: true,
    splitting: true,
    outExtension: { ".js": ".mjs" },
    format: "esm",
    platform: "node",
    external: ["yaml", "ajv", "ajv/*"],
    plugins: [esbuildYaml],
    absWorkingDir: repository,
    metafile: true,
  });
  const packagesOf = (path: string, kinds: readonly string[]): readonly string[] =>
    (metafile.outputs[path]?.imports ?? [])
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap((each) => (each.external === true ? [each.path] : packagesOf(each.path, kinds)));
  const entry = relative(repository, outfile);
  expect([...new Set(packagesOf(entry, ["import-statement"]))]).toEqual(["node:fs/promises"]);
  expect([...new Set(packagesOf(entry, ["import-statement", "dynamic-import"]))].sort()).toEqual([
    "ajv/dist/2020.js",
    "node:fs/promises",
    "yaml",
  ]);
  const load = async (name: string): Promise<unknown> => {
    const { stdout } = await run(process.execPath, [outfile, name], { cwd: repository });
    return JSON.parse(stdout);
  };
  expect(await load("a2a-1.0")).toEqual(builtinProfiles.get("a2a-1.0"));
  expect(await load("profiles/a2a-1.0-draft.yaml")).toEqual(builtinProfiles.get("a2a-1.0-draft"));
  await writeFile(join(directory, "bad.json"), '{ "name": 1 }');
  expect(await load(join(directory, "bad.json"))).toContain(
    ": name: expected a string, found 1; put it in quotes [wrong-type]",
  );
});

test("a bad profile fails the bundle at its place", async () => {
  const text = await readFile(join(repository, "profiles/proto.yaml"), "utf8");
  await writeFile(join(directory, "bad.yaml"), text.replace("enums: proto-name", "enums: upper"));
  const failure: unknown = await build({
    entryPoints: [join(directory, "bad.yaml")],
    conditions: ["a2agen-source"],
    outdir: directory,
    bundle: true,
    plugins: [esbuildYaml],
    absWorkingDir: directory,
    logLevel: "silent",
    write: false,
  }).catch((reason: unknown) => reason);
  const { errors } = failure as { readonly errors: readonly { text: string; location: object }[] };
  expect(errors).toMatchObject([
    {
      text: 'json.enums: expected "kebab-case" or "proto-name", found "upper" [not-allowed]',
      location: { file: "bad.yaml", line: 8, column: 9 },
    },
  ]);
});
