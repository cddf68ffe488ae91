import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { listFiles } from "../../../../scripts/list-files.ts";
import { base, field, manifest } from "../../../shared/cli/compose.ts";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const repository = join(import.meta.dirname, "../../../..");

const workspace = await useDirectory("a2agen-compose-");
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(workspace, "run-"));
  await write({
    "base.json": base,
    "gift.json": field("Session", "gift", { type: "boolean" }),
    "paper.json": field("Session", "paper", { $ref: "lib/common.json#/$defs/Paper" }),
    "lib/common.json": { $defs: { Paper: { type: "string" } } },
    "rules.json": manifest,
  });
});

async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), typeof content === "string" ? content : JSON.stringify(content));
  }
}

function run(...args: readonly string[]): Promise<CliResult> {
  return runA2agen(["compose", ...args], { directory });
}

/** The files of a directory below, by name. */
async function read(name: string): Promise<Readonly<Record<string, string>>> {
  const paths = await listFiles(join(directory, name));
  const files = paths.map(
    async (path) => [path, await readFile(join(directory, name, path), "utf8")] as const,
  );
  return Object.fromEntries(await Promise.all(files));
}

const nothing = { status: 0, stdout: "", stderr: "" };
const written = [
  "composed.open.schema.json",
  "composed.schema.json",
  "composed.strict.schema.json",
  "composition.ts",
  "types.ts",
  "validate.open.d.ts",
  "validate.open.js",
  "validate.strict.d.ts",
  "validate.strict.js",
];

describe("a2agen compose", () => {
  test("writes the same bytes, however the extensions are given", async () => {
    const rest = ["--base", "base.json", "--reference", "lib/common.json"];
    expect(await run(...rest, "--extension", "gift.json", "paper.json", "--out", "a")).toEqual(nothing);
    expect(await run("--extension", "paper.json", ...rest, "--extension", "gift.json", "--out", "b")).toEqual(
      nothing,
    );
    expect(await run("--extension=paper.json", "gift.json", ...rest, "--out", "c")).toEqual(nothing);
    const files = await read("a");
    expect(Object.keys(files).toSorted()).toEqual(written);
    expect(await read("b")).toEqual(files);
    expect(await read("c")).toEqual(files);
  });

  test("writes the composed schema to standard output, or the schemas only", async () => {
    const args = ["--base", "base.json", "--extension", "gift.json"];
    const { status, stdout, stderr } = await run(...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(await run(...args, "--out", "out", "--schemas-only")).toEqual(nothing);
    const files = await read("out");
    expect(Object.keys(files).toSorted()).toEqual(written.slice(0, 3));
    expect(stdout).toBe(files["composed.schema.json"]);
  });

  test("tells with --check what would change, and writes nothing", async () => {
    const args = ["--base", "base.json", "--extension", "gift.json", "--out", "out"];
    expect(await run(...args)).toEqual(nothing);
    expect(await run(...args, "--check")).toEqual(nothing);
    await rm(join(directory, "out/types.ts"));
    await write({ "out/composition.ts": "" });
    expect(await run(...args, "--check")).toEqual({
      status: 1,
      stdout: "",
      stderr: "out/types.ts: is missing\nout/composition.ts: is out of date\n",
    });
  });

  test("writes nothing when something is wrong, and tells everything that is", async () => {
    await write({
      "bad.json": field("Session", "status", { type: "integer" }),
      "worse.json": field("Session", "note", false),
    });
    const { status, stdout, stderr } = await run(
      "--base",
      "base.json",
      "--extension",
      "bad.json",
      "worse.json",
      "gift.json",
      "--out",
      "out",
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr.split("\n").map((line) => line.replace(/: error: .* \[/, " ["))).toEqual([
      "bad.json#/$defs/overlay/allOf/1/properties/status [required-field-changed; ACP extensions 5.3]",
      "worse.json#/$defs/overlay/allOf/1/properties/note [field-changed; ACP extensions 5.3]",
      "",
    ]);
    expect(await read(".").then(Object.keys)).not.toContain("out/types.ts");
  });

  test.each([
    { args: [], want: "a2agen compose: expected --base FILE", status: 2 },
    { args: ["--base", "base.json"], want: "a2agen compose: expected --extension FILE...", status: 2 },
    {
      args: ["--base", "base.json", "--extension", "gift.json", "--check"],
      want: "a2agen compose: --check wants --out DIR",
      status: 2,
    },
    {
      args: ["gift.json", "--base", "base.json"],
      want: 'a2agen compose: expected flags only; found "gift.json"',
      status: 2,
    },
    {
      args: ["--base", "base.json", "gift.json"],
      want: 'a2agen compose: expected flags only; found "gift.json"',
      status: 2,
    },
    {
      args: ["--base", "base.json", "--extension"],
      want: "a2agen compose: --extension: expected FILE; found nothing",
      status: 2,
    },
    {
      args: ["--base", "base.json", "--extension", "none.json", "lib"],
      want: "none.json: error: expected a file that can be read; found nothing there\nlib: error: expected a file that can be read; found a directory\n",
      status: 1,
    },
    {
      args: ["--base", "base.json", "--extension", "gift.json", "./gift.json"],
      want: "./gift.json: error: expected each file once; found it again\n",
      status: 1,
    },
  ])("$args is refused", async ({ args, want, status }) => {
    const result = await run(...args);
    const help = status === 2 ? '\nRun "a2agen compose --help" for help.\n' : "";
    expect(result).toEqual({ status, stdout: "", stderr: `${want}${help}` });
  });

  test("does not write over what it was given", async () => {
    await write({ "out/types.ts": field("Session", "gift", true) });
    const { status, stderr } = await run(
      "--base",
      "base.json",
      "--extension",
      "out/types.ts",
      "--manifest",
      "m.json",
      "--out",
      "out",
    );
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "m.json: error: expected a file that can be read; found nothing there\n",
    });
    await write({ "m.json": { extensions: [{ file: "types.ts", name: "gift" }] } });
    expect(
      await run("--base", "base.json", "--extension", "out/types.ts", "--manifest", "m.json", "--out", "out"),
    ).toEqual({
      status: 1,
      stdout: "",
      stderr: "--out would replace files that were given: out/types.ts; choose another directory\n",
    });
  });

  test("refuses to write code for very many definitions, and writes their schemas", async () => {
    const definition = { type: "object", properties: { a: { type: "string" } } };
    const definitions = Object.fromEntries(
      Array.from({ length: 2001 }, (_, index) => [`D${index}`, definition]),
    );
    await write({
      "many.json": { $defs: definitions },
      "add.json": JSON.stringify(field("D0", "b", {})).replace("base.json", "many.json"),
    });
    const given = ["--base", "many.json", "--extension", "add.json", "--out", "out"];
    expect(await run(...given)).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining(
        "many.json#/$defs: error: expected at most 2000 definitions to write code for; found 2001; write the schemas only, with --schemas-only [too-large]",
      ),
    });
    expect((await run(...given, "--schemas-only")).status).toBe(0);
  });

  test("has made what is in examples/acp-discount/generated", async () => {
    await cp(join(repository, "examples/acp-discount"), join(directory, "example"), { recursive: true });
    const { scripts } = JSON.parse(await readFile(join(directory, "example/package.json"), "utf8")) as {
      readonly scripts: { readonly compose: string };
    };
    const [, ...args] = scripts.compose.split(" ");
    expect(await runA2agen([...args, "--check"], { directory: join(directory, "example") })).toEqual(nothing);
  });
});
