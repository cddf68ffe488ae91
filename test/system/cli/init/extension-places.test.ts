import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataPlaces } from "../../../../packages/cli/src/init/data-places.ts";
import { makeDirectory, removeDirectory } from "../../../shared/cli/project-directory.ts";
import { runProcess } from "../../../shared/process/run-process.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { choose } from "../../../shared/runs.ts";

const modules = join(import.meta.dirname, "../../../../node_modules");

const all = dataPlaces
  .flatMap(({ value: place }) =>
    ["proto", "schema"].map((source) => ({ name: `${place}-${source}`, place, source })),
  )
  .toReversed();

/**
 * An extension with its data in each place, defined by a JSON Schema or a proto, for every version: a third
 * of them, and all in npm run test:long -- projects.
 */
const extensions = choose(
  process.env["A2AGEN_PROJECTS"] === "all" ? all : all.filter((_, at) => at % 3 === 0),
);
const names = extensions.map(({ name }) => name);
const withManifest = extensions.filter(({ source }) => source === "schema").map(({ name }) => name);
let root: string;

beforeAll(async () => {
  root = await makeDirectory();
});

afterAll(() => removeDirectory(root));

async function runNode(args: readonly string[], directory = root): Promise<string> {
  const { stdout, stderr } = await runProcess(process.execPath, { args: [...args], directory });
  return stdout.toString() + stderr;
}

test("extensions are begun with their data in every place", { tags: "thorough" }, async () => {
  for (const { name, place, source } of extensions) {
    const flags = ["--source", source, "--place", place, "--versions", "1.0,draft,0.3"];
    const written = await runA2agen(["init", name, "--kind", "extension", "--yes", ...flags], {
      directory: root,
    });
    expect(written).toMatchObject({ status: 0, stderr: "" });
  }
});

test("they compile", { tags: "thorough" }, async () => {
  const settings = {
    extends: "../../tsconfig.json",
    compilerOptions: { skipLibCheck: true },
    include: ["."],
    exclude: [],
  };
  await writeFile(join(root, "tsconfig.json"), JSON.stringify(settings));
  expect(await runNode([join(modules, "typescript/bin/tsc"), "-p", root])).toBe("");
});

test("they pass their tests, over the wire", { tags: "thorough" }, async () => {
  // With the sources of our packages.
  await build({
    entryPoints: names.map((name) => join(root, name, "test/extension.test.ts")),
    outdir: join(root, "tests"),
    outbase: root,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["a2agen-source"],
    logLevel: "silent",
  });
  const programs = names.map((name) => join("tests", name, "test/extension.test.mjs"));
  const said = await runNode(["--test", "--test-reporter=tap", ...programs]);
  // For two bindings six tests, and three more.
  expect(said).toContain(`\n# pass ${names.length * 15}\n# fail 0\n`);
});

test("their code is as the linter wants it", { tags: "thorough" }, async () => {
  for (const name of names) {
    const said = await runNode(
      [join(modules, "@biomejs/biome/bin/biome"), "check", "--error-on-warnings"],
      join(root, name),
    );
    expect(said).toMatch(/^Checked \d+ files in .*\. No fixes applied\.\n$/);
  }
});

test("they publish the manifest and the schemas", { tags: "thorough" }, async () => {
  const [name = ""] = withManifest;
  const { stdout } = await runProcess("npm", {
    args: ["pack", "--dry-run", "--json", "--ignore-scripts"],
    directory: join(root, name),
  });
  const [{ files }] = JSON.parse(stdout.toString()) as [
    { readonly files: readonly { readonly path: string }[] },
  ];
  const paths = files.map(({ path }) => path).filter((path) => !path.startsWith("src/"));
  const schema = `schemas/${name.replaceAll("-", "_")}.json`;
  expect(paths).toEqual(["LICENSE", "README.md", "extension.yaml", "package.json", schema]);
});

test("their code is what npm run generate writes", { tags: "thorough" }, async () => {
  const script = "a2agen generate extension extension.yaml --out src/gen --import-extension ts";
  for (const name of withManifest) {
    const { scripts } = JSON.parse(await readFile(join(root, name, "package.json"), "utf8")) as {
      readonly scripts: { readonly generate: string };
    };
    expect(scripts.generate).toBe(script);
    const [, ...args] = script.split(" ");
    const checked = await runA2agen([...args, "--check"], { directory: join(root, name) });
    expect(checked).toMatchObject({ status: 0, stderr: "" });
  }
});
