import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { findPublishedPackages } from "../../../scripts/release/published-packages.ts";
import { allowedLicenses } from "./allowed-licenses.ts";
import { type Dependency, readDependencies } from "./read-dependencies.ts";

const repository = join(import.meta.dirname, "../../..");

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
  const others = dependencies.filter(({ license }) => !allowedLicenses.has(license));
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test("no licence is allowed that nobody has", async () => {
  const bundled = await readFile(join(import.meta.dirname, "bundled.md"), "utf8");
  const used = new Set([
    ...dependencies.map(({ license }) => license),
    ...bundled.split("\n").map((row) => row.split(" | ")[1] ?? ""),
  ]);
  expect([...allowedLicenses].filter((license) => !used.has(license))).toEqual([]);
});

test("none has an install script", () => {
  const found = dependencies.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect(found).toEqual([]);
});

test("a2agen brings the compiler, the packages of its commands at its version, and nothing else", () => {
  const { dependencies: direct } = manifest as { readonly dependencies: Readonly<Record<string, string>> };
  const { version } = manifest;
  expect(direct).toEqual({
    "@a2agen/gateway": version,
    "@a2agen/pages": version,
    "@a2agen/probe": version,
    "@a2agen/tasks": version,
    "@a2agen/testing": version,
    "ts-morph": direct["ts-morph"],
  });
});

test("the runtime brings four packages, none with an install script", () => {
  const ofRuntime = dependencies.filter(({ broughtBy }) => broughtBy.includes("@a2agen/runtime"));
  expect(ofRuntime.map(({ name, hasInstallScript }) => [name, hasInstallScript])).toEqual([
    ["@bufbuild/protobuf", false],
    ["canonicalize", false],
    ["jose", false],
    ["oauth4webapi", false],
  ]);
});
