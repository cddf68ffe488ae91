import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import type { Metafile } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import testing from "../../../packages/testing/package.json" with { type: "json" };
import { buildCli } from "../../../scripts/build/build-cli.ts";
import { buildLodgers, lodgerNames } from "../../../scripts/build/build-lodgers.ts";
import { buildPlugins } from "../../../scripts/build/build-plugins.ts";
import { installedPackages, licensesFile } from "../../../scripts/build/bundle.ts";
import {
  type BundledPackage,
  findBundledPackages,
  formatLicenses,
} from "../../../scripts/build/third-party-licenses.ts";
import { listFiles } from "../../../scripts/list-files.ts";
import { allowedLicenses } from "./allowed-licenses.ts";

const repository = join(import.meta.dirname, "../../..");
const families = [
  "a2agen",
  "protoc-gen",
  "gateway",
  "pages",
  "probe",
  "tasks",
  "testing",
  "library",
] as const;
/** What users import of @a2agen/testing has its runtime, and that of gRPC, from them. */
const peers = Object.keys(testing.peerDependencies);
const placeOf = (family: string): string => {
  const name = family === "library" ? "testing" : family;
  return lodgerNames.includes(name) ? join(dist, "packages", name) : dist;
};

let dist: string;
let metafiles: Readonly<Record<(typeof families)[number], Metafile>>;
let bundled: readonly (BundledPackage & { readonly family: string })[];

beforeAll(async () => {
  await mkdir(join(repository, ".tmp"), { recursive: true });
  dist = await mkdtemp(join(repository, ".tmp/bundled-"));
  const [cli, plugins, others] = await Promise.all([
    buildCli({ outDirectory: dist }),
    buildPlugins({ outDirectory: dist }),
    buildLodgers({ outDirectory: placeOf }),
  ]);
  const byName = Object.fromEntries(others.map(({ family, metafile }) => [family, metafile]));
  metafiles = { ...byName, a2agen: cli.metafile, "protoc-gen": plugins.metafile } as typeof metafiles;
  const found = await Promise.all(
    families.map(async (family) =>
      (await findBundledPackages(metafiles[family], repository)).map((each) => ({ ...each, family })),
    ),
  );
  bundled = found.flat();
});

afterAll(() => rm(dist, { recursive: true, force: true }));

/** The packages that files of bundles ask Node for. */
function listLoaded(...read: readonly Metafile[]): readonly string[] {
  const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
  const paths = read.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ imports }) =>
      imports.filter(({ external, path }) => external === true && !builtin.has(path)).map(({ path }) => path),
    ),
  );
  return [...new Set(paths.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ""))].toSorted();
}

test("what bundles load from node_modules is what package.json depends on", () => {
  const { library, ...others } = metafiles;
  const installed = Object.keys(manifest.dependencies).filter((name) => !name.startsWith("@a2agen/"));
  expect(listLoaded(...Object.values(others))).toEqual(installed);
  expect(installedPackages).toEqual(installed);
  expect(listLoaded(library)).toEqual(peers);
});

test("what users import has nothing of the runtime, whose errors and bindings are theirs", () => {
  const inputs = Object.values(metafiles.library.outputs).flatMap((each) => Object.keys(each.inputs));
  expect(inputs.filter((path) => /^packages\/runtime\/|\/@grpc\//.test(path))).toEqual([]);
  expect(inputs).toContain("packages/testing/src/grpc.ts");
});

/**
 * What npm installs, and gRPC, which users have; what ajv has as text for the code that it writes, which
 * `a2agen compose` replaces; and what sucrase has in the text of transformations that we do not ask for.
 */
const expected = [
  "@grpc/grpc-js",
  "ajv/dist/runtime/equal",
  "ajv/dist/runtime/ucs2length",
  "ajv/dist/runtime/uri",
  "ajv/dist/runtime/validation_error",
  "flow-enums-runtime",
  "react-hot-loader",
  "ts-morph",
];

test("no package is asked for by a name that esbuild does not see", async () => {
  const texts = await Promise.all(
    (await listFiles(dist))
      .filter((name) => name.endsWith(".js"))
      .map((name) => readFile(join(dist, name), "utf8")),
  );
  // Long lines are broken, within texts too.
  const names = texts
    .map((text) => text.replaceAll("\\\n", ""))
    .flatMap((text) =>
      [...text.matchAll(/\b(?:import|__require|require)\(["']([^"'./][^"']*)["']\)/g)].map(
        ([, name = ""]) => name,
      ),
    );
  const builtin = new Set(builtinModules);
  const packages = new Set(
    names.filter((name) => !builtin.has(name.replace(/^node:/, "")) && !name.includes("{")),
  );
  expect([...packages].toSorted()).toEqual(expected);
});

test("the packages of which bundles have code are in the table that is checked in", async () => {
  const names = [...new Set(bundled.map(({ name }) => name))].toSorted();
  const rows = names.map((name) => {
    const same = bundled.filter((each) => each.name === name);
    const licenses = [...new Set(same.map(({ license }) => license))].join(", ");
    return `| ${name} | ${licenses} | ${[...new Set(same.map(({ family }) => family))].join(", ")} |`;
  });
  const table = ["| package | licence | in |", "|---|---|---|", ...rows].join("\n");
  await expect(`${table}\n`).toMatchFileSnapshot("bundled.md");
});

test("every licence of a bundled package is allowed", () => {
  const others = bundled.filter(({ license }) => !allowedLicenses.has(license));
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

describe.each(families)("the licences beside %s", (family) => {
  let sections: readonly string[];

  beforeAll(async () => {
    const text = await readFile(join(placeOf(family), family, licensesFile), "utf8");
    sections = text.split(`\n${"=".repeat(80)}\n\n`).slice(1);
  });

  test("have a section of each package of which a file has code", () => {
    const taken = Object.values(metafiles[family].outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    );
    const named = taken.flatMap((path) =>
      [...path.matchAll(/^(?:[\w-]+:)?(?:\S*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map(
        ([, name = ""]) => name,
      ),
    );
    const titles = sections.map((section) => /^(\S+) \S+\n/.exec(section)?.[1] ?? "");
    expect([...new Set(titles)].toSorted()).toEqual([...new Set(named)].toSorted());
  });

  test("have the version, the name of the licence, its text and a copyright in each section", () => {
    const poor = sections.filter(
      (section) =>
        !/^\S+ \d+\.\d+\.\d+\n\S.*\n\n/.test(section) || !/copyright/i.test(section) || section.length < 500,
    );
    expect(poor).toEqual([]);
  });
});

describe("a bundle", () => {
  const outputs = (...paths: readonly string[]): Metafile => ({
    inputs: {},
    outputs: {
      "out.js": {
        bytes: 1,
        imports: [],
        exports: [],
        inputs: Object.fromEntries(paths.map((path) => [path, { bytesInOutput: 1 }])),
      },
    },
  });

  async function install(files: Readonly<Record<string, string>>): Promise<string> {
    const root = await mkdtemp(join(dist, "root-"));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return root;
  }

  const packageJson = JSON.stringify({ name: "@pets/dog", version: "1.2.3", license: "MIT" });

  test("is given the licences and notices of packages, wherever they are installed", async () => {
    const root = await install({
      "node_modules/cat/node_modules/@pets/dog/package.json": packageJson,
      "node_modules/cat/node_modules/@pets/dog/LICENCE.md": "Copyright Ada\r\nDo what you like.\r\n\r\n",
      "node_modules/cat/node_modules/@pets/dog/NOTICE": "Made of wool.",
      "node_modules/cat/node_modules/@pets/dog/license-checker.js": "no",
    });
    const metafile = outputs("node_modules/cat/node_modules/@pets/dog/lib/a.js", "src/own.ts");
    expect((await formatLicenses(metafile, root)).split(`${"=".repeat(80)}\n\n`)[1]).toBe(
      "@pets/dog 1.2.3\nMIT\n\nCopyright Ada\nDo what you like.\n\nMade of wool.\n",
    );
  });

  test.each([
    {
      name: "comes without the text of its licence",
      files: { "node_modules/@pets/dog/package.json": packageJson },
      message:
        "node_modules/@pets/dog: expected a file LICENSE, as the package is bundled; got none; say in third-party-licenses.ts where its text is",
    },
    {
      name: "does not say its licence",
      files: {
        "node_modules/@pets/dog/package.json": JSON.stringify({ name: "@pets/dog", version: "1.2.3" }),
        "node_modules/@pets/dog/LICENSE": "Copyright",
      },
      message: 'node_modules/@pets/dog/package.json: expected "license", as the package is bundled; got none',
    },
  ])("is refused of a package that $name", async ({ files, message }) => {
    const root = await install(files);
    await expect(formatLicenses(outputs("node_modules/@pets/dog/a.js"), root)).rejects.toThrow(
      new Error(message),
    );
  });
});
