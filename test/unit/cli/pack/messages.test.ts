import { describe, expect, test } from "vitest";
import { checkManifest } from "../../../../packages/cli/src/pack/check-manifest.ts";
import { isSameRelease } from "../../../../packages/cli/src/pack/compare-packages.ts";
import { findOtherBundles } from "../../../../packages/cli/src/pack/find-other-bundles.ts";
import { explainStep } from "../../../../packages/cli/src/pack/next-version.ts";
import { checkNpmName } from "../../../../packages/cli/src/package/npm-name.ts";
import { textFile } from "../../../../packages/cli/src/package/package-file.ts";

const version = { major: 0, minor: 1, patch: 0, prerelease: "" };

test.each([
  [version, "major", "before 1.0.0, what breaks users raises the second number"],
  [version, "minor", "before 1.0.0, what is new raises the last number"],
  [version, "patch", undefined],
  [{ ...version, minor: 0 }, "major", "before 0.1.0, what breaks users raises the last number"],
  [{ ...version, major: 1 }, "major", undefined],
  [{ ...version, major: 1 }, "minor", undefined],
] as const)("a step before 1.0.0 says why it raises another number: %j, %s", (before, step, want) => {
  expect(explainStep(before, step)).toBe(want);
});

describe("releases", () => {
  const release = (number: string, text: string) => [
    textFile("package.json", JSON.stringify({ name: "x", version: number })),
    textFile("a.js", text),
  ];

  test("are the same when nothing but the version differs", () => {
    expect(isSameRelease(release("1.0.0", "1"), release("1.0.0", "1"))).toBe(true);
    expect(isSameRelease(release("1.0.0", "1"), release("1.0.1", "1"))).toBe(true);
    expect(isSameRelease(release("1.0.0", "1"), release("1.0.0", "2"))).toBe(false);
    const [manifest = textFile("", ""), ...others] = release("1.0.0", "1");
    const more = textFile("package.json", JSON.stringify({ name: "x", version: "1.0.0", bin: "a.js" }));
    expect(isSameRelease([manifest, ...others], [more, ...others])).toBe(false);
    expect(isSameRelease([manifest, ...others], [manifest])).toBe(false);
    expect(isSameRelease([manifest], [manifest, ...others])).toBe(false);
  });
});

describe("a license", () => {
  const check = (license: string | undefined, files: readonly string[]) =>
    checkManifest(
      { name: "x", version: "1.0.0", ...(license === undefined ? {} : { license }) },
      files.map((path) => textFile(path, "")),
    );

  test("that is nowhere is one problem", () => {
    expect(check(undefined, [])).toEqual([
      'LICENSE: expected the text of the license, and its SPDX expression such as "Apache-2.0" as "license" of package.json; found neither: name the text with --license FILE, which says the expression too when it is a known one, or add both',
    ]);
  });

  test("of which a part is there is a problem of the other part", () => {
    expect(check("MIT", [])).toEqual([
      "LICENSE: expected the text of the license; there is no such file: add it, or name one with --license FILE",
    ]);
    expect(check(undefined, ["LICENSE"])).toEqual([
      'package.json: license: expected an SPDX expression such as "Apache-2.0"; found nothing: add it',
    ]);
    expect(check("MIT", ["LICENSE"])).toEqual([]);
  });
});

test("a name is told everything that is wrong with its characters", () => {
  const expected = 'expected a name that npm takes, such as "notes-agent" or "@acme/notes-agent"; found';
  const allowed = 'a-z, 0-9, "-", "_", "." are allowed';
  expect(checkNpmName("Hexa Brew")).toBe(
    `${expected} "Hexa Brew", which has capital letters and spaces: ${allowed}`,
  );
  expect(checkNpmName("@Hexa/br ew!")).toBe(
    `${expected} "@Hexa/br ew!", which has capital letters and spaces and "!": ${allowed}`,
  );
  expect(checkNpmName("@hexa/brew")).toBeUndefined();
});

describe("bundles of others", () => {
  const base = "https://other.example/";
  const bundle = ($id: string, ...references: readonly string[]) => ({
    $id,
    $defs: Object.fromEntries(references.map(($ref, index) => [`Type${index}`, { $ref }])),
  });
  const packageOf = (name: string, schema: object, subpath = "./schema") => ({
    name,
    files: [
      textFile("package.json", JSON.stringify({ exports: { [subpath]: "./x.js" } })),
      textFile("schemas/x.schema.json", JSON.stringify(schema)),
    ],
  });

  test("are those to which schemas refer, and to which these do, by the modules that have them", () => {
    const own = bundle("https://own.example/own.json", "#/$defs/Type1", `${base}a.json#/$defs/Type0`);
    const packages = [
      packageOf("@other/b", bundle(`${base}b.json`, "a.json", "gone.json")),
      packageOf("a", bundle(`${base}a.json`, "b.json#/$defs/Type0")),
      packageOf("c", bundle(`${base}c.json`)),
    ];
    expect(findOtherBundles([own], packages)).toEqual({
      modules: ["@other/b/schema", "a/schema"],
      missing: [`${base}gone.json`],
      type: "Type1",
    });
  });

  test("are named by their $ids where no module has them", () => {
    const own = bundle("https://own.example/own.json", `${base}a.json`);
    expect(findOtherBundles([own], [packageOf("a", bundle(`${base}a.json`), "./other")])).toEqual({
      modules: [],
      missing: [`${base}a.json`],
      type: "Type0",
    });
    const whole = bundle("https://own.example/own.json", "#", "more.json");
    expect(findOtherBundles([whole, bundle("https://own.example/more.json")], [])).toEqual({
      modules: [],
      missing: [],
      type: undefined,
    });
  });
});
