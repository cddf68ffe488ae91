import { spawn } from "node:child_process";
import { chmod, cp, readFile, utimes, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listFiles } from "../../../../scripts/list-files.ts";
import { npm, run } from "../../../shared/process/npm.ts";
import { a2agen } from "../../../shared/process/start-a2agen.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import {
  makePlaces,
  type Places,
  pack,
  readTexts,
  writeNotesPackage,
} from "../../../system/cli/pack/pack-command.ts";
import { nodes } from "../../packages/node-versions.ts";

let places: Places;
let root: string;

beforeAll(async () => {
  places = await makePlaces();
  ({ root } = places);
});

afterAll(async () => {
  await places.remove();
});

describe("a package of generated code", () => {
  const tarball = (): string => join(root, "out/a2agen-a2a-1.0-0.1.0.tgz");

  beforeAll(async () => {
    await pack(["generated/a2a-1.0", "--out", "out/a2a-1.0"], root);
  });

  test("has the code that TypeScript 7 makes", async () => {
    // In types that are inferred, the members of a union have another order.
    const sorted = (text: string): string =>
      text.replace(/"\w+"(?: \| "\w+")+/g, (union) => union.split(" | ").sort().join(" | "));
    const want = await readTexts(join(root, "generated/a2a-1.0/dist"));
    const found = await readTexts(join(root, "out/a2a-1.0/dist"));
    expect(Object.keys(found).filter((path) => !path.startsWith("json-schema."))).toEqual(Object.keys(want));
    for (const [path, text] of Object.entries(want)) expect(sorted(found[path] ?? "")).toBe(sorted(text));
  });

  test("is completed: exports, files, origin", async () => {
    const manifest = JSON.parse(await readFile(join(root, "out/a2a-1.0/package.json"), "utf8")) as {
      readonly a2a: { readonly protoHash: string };
    };
    const { a2a, ...rest } = manifest;
    expect({ ...a2a, protoHash: a2a.protoHash.length }).toEqual({
      protocolVersion: "1.0",
      profile: "a2a-1.0",
      dialect: { enums: "proto-name", spellings: "protojson", timestamps: "utc" },
      protoPackage: "lf.a2a.v1",
      protoHash: 64,
      generator: "a2agen 0.1.0",
    });
    await expect(`${JSON.stringify(rest, null, 2)}\n`).toMatchFileSnapshot(
      "../../../expected/pack/package.json",
    );
    await expect(await readFile(join(root, "out/a2a-1.0/NOTICE"), "utf8")).toMatchFileSnapshot(
      "../../../expected/pack/NOTICE.txt",
    );
  });

  test("is packed as npm packs the directory", async () => {
    const { stdout } = await npm(join(root, "out/a2a-1.0"), [
      "pack",
      "--dry-run",
      "--json",
      "--ignore-scripts",
    ]);
    const [listed] = JSON.parse(stdout) as readonly {
      readonly files: readonly { readonly path: string }[];
    }[];
    const { stdout: contents } = await run("tar", ["-tzf", tarball()], { directory: root });
    const ours = contents
      .trim()
      .split("\n")
      .map((path) => path.replace("package/", ""));
    expect(ours.toSorted()).toEqual(listed?.files.map(({ path }) => path).toSorted());
    expect(ours.toSorted()).toEqual(await listFiles(join(root, "out/a2a-1.0")));
  });

  // The Node of these tests has made the first one.
  test.each(nodes.slice(-1))(
    "has the same bytes at another time, in another place, by another user: Node $version",
    async ({ version, program }) => {
      const copy = join(root, `elsewhere-${version}/package`);
      await cp(join(root, "generated/a2a-1.0"), copy, { recursive: true });
      for (const path of await listFiles(copy)) {
        await utimes(join(copy, path), 1, 1);
        await chmod(join(copy, path), 0o700);
      }
      const env = { ...process.env, TZ: "Asia/Tokyo", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" };
      const out = `out-${version}`;
      const status = await new Promise((resolve, reject) => {
        const command = `umask 077 && exec "$0" "$@"`;
        const args = ["-c", command, program, a2agen, "pack", ".", "--out", `../../${out}/renamed`];
        const child = spawn("sh", args, { cwd: copy, env, stdio: "ignore" });
        child.once("error", reject);
        child.once("close", resolve);
      });
      expect(status).toBe(0);
      const [one, two] = await Promise.all([
        readFile(tarball()),
        readFile(join(root, out, "a2agen-a2a-1.0-0.1.0.tgz")),
      ]);
      expect(Buffer.compare(one, two)).toBe(0);
    },
  );

  test("is what publint and attw want, and --check", async () => {
    const bytes = await readFile(tarball());
    const data = new Uint8Array(bytes).buffer;
    const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
    const { problems } = {
      problems: [],
      ...(await checkPackage(createPackageFromTarballData(new Uint8Array(bytes)))),
    };
    const ofEsm = problems.filter(
      (problem) => !("resolutionKind" in problem && /^node10$|cjs$/.test(problem.resolutionKind)),
    );
    // An image of protos is read, not imported.
    expect(
      ofEsm.filter((problem) => !("entrypoint" in problem && problem.entrypoint === "./a2a.binpb")),
    ).toEqual([]);
    expect(await pack(["--check", "out/a2agen-a2a-1.0-0.1.0.tgz"], root)).toMatch(/no problems in \d+ files/);
    expect(await pack(["--check", "out/a2a-1.0"], root)).toMatch(/no problems in \d+ files/);
  });

  test("is told from one whose profile, exports and peers were others", async () => {
    const before = join(root, "out/before");
    await cp(join(root, "out/a2a-1.0"), before, { recursive: true });
    const edit = async (path: string, from: string, to: string): Promise<void> => {
      const text = await readFile(join(before, path), "utf8");
      expect(text).toContain(from);
      await writeFile(
        join(before, path),
        text.replace(from, () => to),
      );
    };
    await edit("dist/a2a-1.0_protocol.d.ts", "readonly http: 404", "readonly http: 410");
    await edit("package.json", '"enums": "proto-name"', '"enums": "kebab-case"');
    await edit("package.json", '"exports": {', '"exports": { "./old": "./dist/index.js",');
    await edit("package.json", '">=20.19"', '">=18"');
    const args = ["generated/a2a-1.0", "--previous", "out/before", "--package-version", "0.2.0"];
    expect(await pack(args, root)).toBe(
      [
        "breaks users:",
        "  package.json: a2a: dialect.enums was kebab-case and is proto-name: values of enums in JSON are not read by the other",
        "  package.json: engines.node: was >=18 and is >=20.19: earlier versions of Node are refused",
        "  package.json: exports: ./old: is gone: imports of it fail",
        "  protocol.errors.TaskNotFoundError.http: was 410 and is 404: clients and servers of one do not expect the other",
        "since 0.1.0: a major change, so that the next version is 0.2.0 or higher (before 1.0.0, what breaks users raises the second number); package.json has 0.2.0",
        "",
      ].join("\n"),
    );
  });
});

describe("a small package", () => {
  let source: string;

  beforeAll(async () => {
    const directory = join(places.outside, "notes");
    await writeNotesPackage(directory, places);
    source = relative(root, directory);
    await pack([source, "--out", "out/notes"], root);
  });

  test("is listed by --dry-run, which writes nothing", async () => {
    const said = await pack([source, "--dry-run", "--allow-dirty"], root);
    const lines = said.trimEnd().split("\n");
    const paths = lines.slice(0, -1).map((line) => /^ *[\d.]+ k?B {2}(\S+)$/.exec(line)?.[1]);
    expect(paths).toEqual(await listFiles(join(root, "out/notes")));
    expect(lines.at(-1)).toMatch(
      /^@acme\/notes 0\.1\.0: \d+ files, [\d.]+ kB; packed [\d.]+ kB, sha256 [0-9a-f]{64}$/,
    );
  });

  test("is told from the previous one", async () => {
    const told = (...args: readonly string[]) =>
      runA2agen(["pack", source, "--previous", "out/acme-notes-0.1.0.tgz", ...args], { directory: root });
    const nothing = "so that nothing needs to be published; package.json has";
    expect(await told()).toEqual({
      status: 0,
      stdout: `since 0.1.0: nothing differs, ${nothing} 0.1.0\n`,
      stderr: "",
    });
    expect(await told("--package-version", "0.1.5")).toEqual({
      status: 0,
      stdout: `since 0.1.0: nothing differs but the version, ${nothing} 0.1.5\n`,
      stderr: "",
    });
    expect(await told("--package-version", "0.0.9")).toEqual({
      status: 1,
      stdout:
        "since 0.1.0: a patch change, so that the next version is 0.1.1 or higher; package.json has 0.0.9\n",
      stderr:
        "package.json: version: 0.0.9 comes before 0.1.0; the next is 0.1.1: correct it, or give --package-version\n",
    });
  });
});
