import { cp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshFolder, makeFreshFolder } from "../../shared/process/fresh-folder.ts";
import { npm, run } from "../../shared/process/npm.ts";
import { freePorts, outerCompilers } from "../../shared/process/project.ts";
import { readBlocks } from "../../system/docs/read-blocks.ts";

const example = join(import.meta.dirname, "../../../examples/downstream");

/** What the author of such a repository writes; everything else is generated or compiled. */
const sources = ["buf.gen.yaml", "buf.yaml", "main.ts", "package.json", "proto", "tsconfig.build.json"];

let folder: FreshFolder | undefined;
let directory: string;
let env: Record<string, string>;
let commands: readonly string[];
/** What main.ts prints, as the README says. */
let printed: string;

beforeAll(async () => {
  folder = await makeFreshFolder("downstream");
  ({ directory, env } = folder);
  const blocks = readBlocks(await readFile(join(example, "README.md"), "utf8"));
  commands = blocks.filter(({ language }) => language === "sh").map(({ text }) => text);
  printed = blocks.find(({ language }) => language === "text")?.text ?? "";
  await layOut("buf");
  await layOut("protoc");
});

afterAll(() => folder?.close());

/** A copy of the sources of the example, with a port that is free. */
async function layOut(name: string): Promise<void> {
  for (const source of sources) {
    await cp(join(example, source), join(directory, name, source), { recursive: true });
  }
  const main = join(directory, name, "main.ts");
  const [port = ""] = await freePorts(1);
  await writeFile(main, (await readFile(main, "utf8")).replaceAll("4000", port));
}

test("is installed from the packed packages without a warning", async () => {
  const { stderr } = await npm(join(directory, "buf"), ["install"], env);
  await symlink(join(directory, "buf/node_modules"), join(directory, "protoc/node_modules"), "dir");
  expect({ stderr, missing: await folder?.missing() }).toEqual({ stderr: "", missing: [] });
});

test("npx buf generate writes what the repository shows, and it compiles", async () => {
  const [generate = ""] = commands;
  await run("bash", ["-euc", generate], { directory: join(directory, "buf"), env });
  const files = await readFiles(join(directory, "buf/generated"));
  expect(files).toEqual(await readFiles(join(example, "generated")));
  expect(Object.keys(files)).toEqual([
    "example/watch/v1/watch_binary.ts",
    "example/watch/v1/watch_grpc.ts",
    "example/watch/v1/watch_json.ts",
    "example/watch/v1/watch_service.ts",
    "example/watch/v1/watch_types.ts",
    "index.ts",
    "proto_protocol.ts",
  ]);
});

test("its protos are as buf wants them", async () => {
  const { stdout } = await run("npx", ["buf", "lint"], { directory: join(directory, "buf"), env });
  expect(stdout).toBe("");
});

test("npx protoc writes the same to the byte", async () => {
  const [, generate = ""] = commands;
  await run("bash", ["-euc", generate], { directory: join(directory, "protoc"), env });
  expect(await readFiles(join(directory, "protoc/generated"))).toEqual(
    await readFiles(join(directory, "buf/generated")),
  );
});

/** What protoc writes is the same, so that one compiler is enough for it. */
test.each([
  ...outerCompilers.map((compiler) => ["buf", compiler] as const),
  ["protoc", "typescript"] as const,
])("what %s generated compiles with %s, serves and calls", async (name, compiler) => {
  const project = join(directory, name);
  const tsc = join(example, "../../node_modules", compiler, "bin/tsc");
  await rm(join(project, "dist"), { recursive: true, force: true });
  const args = [tsc, "-p", "tsconfig.build.json"];
  const compiled = await run(process.execPath, args, { directory: project, env });
  expect(compiled.stdout).toBe("");
  const { stdout, stderr } = await run("npm", ["start", "--silent"], { directory: project, env });
  expect({ stdout, stderr }).toEqual({ stdout: printed, stderr: "" });
});

async function readFiles(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const texts = paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}
