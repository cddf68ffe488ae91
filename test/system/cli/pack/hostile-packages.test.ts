import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPackage } from "../../../../packages/cli/src/pack/check-package.ts";
import { findInstalled } from "../../../../packages/cli/src/pack/installed-packages.ts";
import { textFile } from "../../../../packages/cli/src/package/package-file.ts";
import { parseVersion } from "../../../../packages/cli/src/package/version.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { useDirectory } from "../../../shared/use-directory.ts";
import { writeTexts } from "./pack-command.ts";

const directory = await useDirectory("a2agen-hostile-");

const manifest = { name: "x", version: "1.0.0", license: "MIT", exports: {} };

test("code that makes patterns go over it again and again is checked in the time of any other", async () => {
  const files = [
    textFile("package.json", JSON.stringify(manifest)),
    textFile("LICENSE", "x"),
    textFile("dist/a.js", "import \n".repeat(100_000)),
    textFile("dist/b.js", `${"a-".repeat(200_000)}\nimport {\n  a,\n  b,\n} from "missing";\n`),
  ];
  expect(await checkPackage(files)).toEqual([
    "dist/b.js: imports missing: expected missing in the dependencies of package.json; it is not there",
  ]);
});

test("what a package says does not reach the terminal as a command of it", async () => {
  await writeTexts(directory, {
    "shown/package.json": JSON.stringify({
      ...manifest,
      scripts: { install: "x" },
      exports: { "\u001b[2J": "x" },
    }),
    "shown/LICENSE": "x",
  });
  const { status, stderr } = await runA2agen(["pack", "--check", "shown"], { directory });
  expect(status).toBe(1);
  expect(stderr).toContain("package.json: exports: ␛[2J:");
  expect(stderr).not.toContain("\u001b");
});

test("a directory without a package.json is a problem, and no error of ours", async () => {
  await writeTexts(directory, { "bare/LICENSE": "x", "broken/package.json": "[]" });
  for (const place of ["bare", "broken"]) {
    expect(await runA2agen(["pack", "--check", place], { directory })).toEqual({
      status: 1,
      stdout: "",
      stderr: `${place}: 1 problem\n  package.json: expected an object of JSON; found none\n`,
    });
  }
});

test.each([
  { where: "in", folder: "tools", place: "tools" },
  { where: "beside", folder: "unpacked", place: "unpacked/package" },
])("no tool is run that lies $where the package that it is to check", async ({ where, folder, place }) => {
  const ran = join(directory, `ran-${where}`);
  const script = `require("node:fs").writeFileSync(${JSON.stringify(ran)}, "");`;
  const tools = ["publint", "@arethetypeswrong/core"].flatMap((name): [string, string][] => [
    [
      `${folder}/node_modules/${name}/package.json`,
      JSON.stringify({ name, version: "1.0.0", main: "index.cjs" }),
    ],
    [`${folder}/node_modules/${name}/index.cjs`, script],
  ]);
  await writeTexts(directory, {
    ...Object.fromEntries(tools),
    [`${place}/package.json`]: JSON.stringify(manifest),
    [`${place}/LICENSE`]: "x",
  });
  await runA2agen(["pack", "--check", place], { directory });
  expect(existsSync(ran)).toBe(false);
});

test("a dependency is found by its name, and not by a path", async () => {
  await writeTexts(directory, {
    "found/node_modules/@a/b/package.json": "{}",
    "package.json": "{}",
    "found/package.json": "{}",
  });
  const find = (name: string): string | undefined => findInstalled(name, [join(directory, "found")]);
  expect(find("@a/b")).toBe(join(directory, "found/node_modules/@a/b"));
  expect(["..", "../..", "", ".", "@a/../..", "/", "@a/b/../../.."].map(find)).toEqual(
    Array(7).fill(undefined),
  );
});

test("versions whose numbers cannot be told apart are none", () => {
  expect(parseVersion("9007199254740991.0.0")?.major).toBe(9007199254740991);
  expect(parseVersion("9007199254740992.0.0")).toBeUndefined();
  expect(parseVersion("1.0.99999999999999999999999")).toBeUndefined();
});
