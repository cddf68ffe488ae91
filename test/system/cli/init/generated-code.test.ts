import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dataPlaces } from "../../../../packages/cli/src/init/data-places.ts";
import { compileProjectProtos } from "../../../../scripts/generate/compile-project-protos.ts";
import { copyPublishedProtos } from "../../../../scripts/release/published-protos.ts";
import { makeDirectory, readTree, removeDirectory } from "../../../shared/cli/project-directory.ts";
import { pluginPath } from "../../../shared/process/run-plugin.ts";
import { runProcess } from "../../../shared/process/run-process.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { choose } from "../../../shared/runs.ts";

const repository = join(import.meta.dirname, "../../../..");
const buf = join(repository, "node_modules/@bufbuild/buf/bin/buf");

let root: string;

beforeAll(async () => {
  root = await makeDirectory();
});

afterAll(async () => {
  await removeDirectory(root);
});

/** Runs `buf generate` in a project as npm would, with the plugins of this repository. */
async function runBufGenerate(project: string): Promise<void> {
  const modules = join(project, "node_modules");
  const bin = join(modules, ".bin");
  await mkdir(bin, { recursive: true });
  await mkdir(join(modules, "a2agen"));
  await copyPublishedProtos(repository, join(modules, "a2agen/proto"));
  await mkdir(join(modules, "@a2agen/a2a-1.0"), { recursive: true });
  await cp(join(repository, "generated/a2a-1.0/a2a.binpb"), join(modules, "@a2agen/a2a-1.0/a2a.binpb"));
  for (const name of ["protoc-gen-a2a", "protoc-gen-a2a-docs"])
    await symlink(pluginPath(name), join(bin, name));
  const env = { PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` };
  const { status, stderr } = await runProcess(process.execPath, {
    args: [buf, "generate"],
    directory: project,
    env,
  });
  await rm(modules, { recursive: true });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

/** Everything that could be taken for something else on its way into a proto or a template. */
const odd = 'Says "hi", \\ `x` $& {{y}} */ <b> 日本 it\'s';

describe("generated code of a new project", () => {
  test("comes from protos as they are compiled now; RECORD=1 writes them", async () => {
    const compiled = await compileProjectProtos();
    expect(compiled.length).toBeGreaterThan(0);
    for (const { path, bytes } of compiled) {
      if (process.env["RECORD"] === "1") await writeFile(path, bytes);
      expect({ path, same: (await readFile(path)).equals(bytes) }).toEqual({ path, same: true });
    }
  });

  const projects = choose([
    {
      kind: "agent",
      args: ["--methods", "own", "--name", "@acme/2-odd.name_x", "--title", odd, "--description", odd],
    },
    { kind: "agent", args: ["--methods", "own", "--name", "a2a"] },
    { kind: "client", args: [] },
    {
      kind: "extension",
      args: ["--name", "x", "--description", odd, "--extension-uri", "https://acme.example/x$&y/a=1&b/v1"],
    },
    { kind: "extension", args: ["--versions", "draft", "--place", "path"] },
    ...dataPlaces.map(({ value }) => ({ kind: "extension", args: ["--place", value] })),
    { kind: "schema-package", args: ["--name", "google", "--description", odd] },
  ]);

  test.each(projects)("is what buf generates: $kind $args", { tags: "thorough" }, async ({ kind, args }) => {
    const project = join(root, `${kind}-${args.join("").replaceAll(/\W+/g, "").toLowerCase().slice(0, 40)}`);
    const { status, stderr } = await runA2agen(["init", project, "--kind", kind, "--yes", ...args]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const before = await readTree(project);
    if (before["buf.gen.yaml"] === undefined) return;
    await runBufGenerate(project);
    expect(await readTree(project)).toEqual(before);
  });
});
