import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type PackageFile, textFile } from "../../../../packages/cli/src/package/package-file.ts";
import { readTar, writeTar, writeTarball } from "../../../../packages/cli/src/package/tarball.ts";

test("an archive has the same bytes from every version of Node", () => {
  const files = [textFile("a.txt", "the quick brown fox jumps over the lazy dog; ".repeat(50))];
  const archive = writeTarball(files, { root: "package" });
  expect(createHash("sha256").update(archive).digest("hex")).toBe(
    "bd1ab7596e728a72ebc4c471e07e1895d1c5e96b741a35ed728f69668b89d378",
  );
  expect(Buffer.compare(gunzipSync(archive), writeTar(files, { root: "package" }))).toBe(0);
});

describe("tar", () => {
  const files: readonly PackageFile[] = [
    textFile("package.json", "{}\n"),
    textFile("dist/index.js", "export {};\n"),
    textFile(`schemas/${"long-directory/".repeat(7)}name.json`, "{}"),
    textFile("docs/größe.md", "ü"),
    { path: "empty", bytes: new Uint8Array(0) },
  ];

  test("gives back what was written, in the order of the paths", () => {
    const read = readTar(writeTar(files, { root: "package" }));
    expect(read.map(({ path }) => path)).toEqual(
      [...files].map(({ path }) => path).sort((a, b) => (a < b ? -1 : 1)),
    );
    for (const { path, bytes } of read) {
      expect(Buffer.from(bytes)).toEqual(Buffer.from(files.find((file) => file.path === path)?.bytes ?? []));
    }
  });

  test("does not depend on the order in which files are given", () => {
    const one = writeTarball(files, { root: "package" });
    expect(Buffer.compare(writeTarball(files.toReversed(), { root: "package" }), one)).toBe(0);
    expect(readTar(gunzipSync(one))).toHaveLength(files.length);
  });

  test("says no time but a fixed one, no owner, and which files can be executed", () => {
    const archive = Buffer.from(
      writeTar([textFile("a.js", "x")], { root: "package", executables: new Set(["a.js"]) }),
    );
    expect({
      mode: archive.toString("latin1", 100, 107),
      owner: archive.toString("latin1", 108, 124),
      time: parseInt(archive.toString("latin1", 136, 147), 8),
      names: archive.subarray(265, 329).every((byte) => byte === 0),
    }).toEqual({ mode: "000755 ", owner: "000000 \u0000000000 \u0000", time: 499_162_500, names: true });
  });

  test("refuses a path that has no place in the format", () => {
    expect(() => writeTar([textFile(`${"a".repeat(120)}.js`, "")], { root: "package" })).toThrow(
      "expected at most 100 bytes in the name of the path",
    );
  });

  test.each([
    ["no archive", Buffer.from("something else ".repeat(100)), "expected an entry of a tar archive"],
    ["nothing", new Uint8Array(1024), "expected an archive with files; found none"],
    [
      "an archive that ends early",
      writeTar(files, { root: "package" }).subarray(0, 520),
      "one that does not fit",
    ],
    [
      "a path that leads out",
      writeTar([textFile("../../x", "")], { root: "package" }),
      "below one directory",
    ],
    [
      "a name that says nothing",
      writeTar([textFile("a/./x", "")], { root: "package" }),
      "without empty names",
    ],
    [
      "a path that is there twice",
      Buffer.concat([
        writeTar([textFile("a", "1")], { root: "package" }).subarray(0, 1024),
        writeTar([textFile("a", "2")], { root: "package" }),
      ]),
      "package/a: expected it once; found it again",
    ],
  ])("refuses %s", (_, archive, message) => {
    expect(() => readTar(archive)).toThrow(message);
  });

  test("reads a path from the record of an extended header, and not from a value or a long number", () => {
    const header = (text: string): Uint8Array => {
      const archive = writeTar([textFile("pax", text)], { root: "package" });
      archive[156] = "x".charCodeAt(0);
      return archive.subarray(0, 512 + Math.ceil(text.length / 512) * 512);
    };
    const read = (text: string): readonly string[] =>
      readTar(Buffer.concat([header(text), writeTar(files, { root: "package" })])).map(({ path }) => path);
    const [first = "", ...others] = readTar(writeTar(files, { root: "package" })).map(({ path }) => path);
    expect(read("20 path=package/long\n")).toEqual(["long", ...others]);
    expect(read("30 comment=20 path=package/x\n")).toEqual([first, ...others]);
    expect(read("1".repeat(1_000_000))).toEqual([first, ...others]);
  });

  test("refuses a link", () => {
    const archive = writeTar([textFile("a", "")], { root: "package" });
    archive[156] = "2".charCodeAt(0);
    expect(() => readTar(archive)).toThrow('expected a file; found an entry of type "2"');
  });
});
