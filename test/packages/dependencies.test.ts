import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { findPublishedPackages } from "../../scripts/published-packages.ts";
import { type Dependency, readDependencies } from "./read-dependencies.ts";

const repository = join(import.meta.dirname, "../..");

/** Licences that everybody may take packages under, as SPDX names them. */
const allowed = new Set([
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "(Apache-2.0 AND BSD-3-Clause)",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "PSF-2.0",
  "Python-2.0",
]);

/** Packages that npm would run a script of, and why they are here all the same. */
const scripts: Readonly<Record<string, string>> = {
  protobufjs:
    "comes with @grpc/grpc-js, by @grpc/proto-loader; its script prints a warning about versions and does nothing else",
};

let dependencies: readonly Dependency[];

beforeAll(async () => {
  const packages = await findPublishedPackages(repository);
  dependencies = await readDependencies(
    Object.fromEntries(packages.map(({ name, directory }) => [name, directory === "." ? "" : directory])),
  );
});

test("what npm installs with the packages is the table that is checked in", async () => {
  const rows = dependencies.map(
    ({ name, license, broughtBy }) => `| ${name} | ${license} | ${broughtBy.join(", ")} |`,
  );
  const table = ["| package | licence | brought by |", "|---|---|---|", ...new Set(rows)].join("\n");
  await expect(`${table}\n`).toMatchFileSnapshot("dependencies.md");
});

test("every licence is allowed", () => {
  const others = dependencies.filter(({ license }) => !allowed.has(license));
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test("no licence is allowed that nobody has", () => {
  const used = new Set(dependencies.map(({ license }) => license));
  expect([...allowed].filter((license) => !used.has(license))).toEqual([]);
});

test("none has an install script, but those that are known", () => {
  const found = dependencies.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect([...new Set(found)]).toEqual(Object.keys(scripts));
});

test("the runtime brings three packages, none with an install script", () => {
  const ofRuntime = dependencies.filter(({ broughtBy }) => broughtBy.includes("@a2agen/runtime"));
  expect(ofRuntime.map(({ name, hasInstallScript }) => [name, hasInstallScript])).toEqual([
    ["@bufbuild/protobuf", false],
    ["canonicalize", false],
    ["jose", false],
  ]);
});
