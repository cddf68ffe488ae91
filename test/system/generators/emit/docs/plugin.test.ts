import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { CodeGeneratorRequestSchema, type FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../../../../package.json" with { type: "json" };
import { modelOf, pagesOf } from "../../../../golden/generators/emit/docs/pages.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { type PluginRun, pluginPath, runPlugin } from "../../../../shared/process/run-plugin.ts";
import { runProcess } from "../../../../shared/process/run-process.ts";
import { choose } from "../../../../shared/runs.ts";

const repository = join(import.meta.dirname, "../../../../..");
const generate = ["a2a/v1/a2a.proto", "lf/a2a/v1/a2a.proto"];
const plugin = "protoc-gen-a2a-docs";

let files: FileDescriptorSet;
let workspace: string;

beforeAll(async () => {
  files = await compileProtos({}, generate);
  workspace = await mkdtemp(join(tmpdir(), "a2agen-docs-plugin-"));
});

afterAll(() => rm(workspace, { recursive: true, force: true }));

async function write(run: Partial<PluginRun> = {}): Promise<readonly (readonly [string, string])[]> {
  const result = await runPlugin({ plugin, files, generate, ...run });
  expect({ status: result.status, stderr: result.stderr, error: result.error }).toEqual({
    status: 0,
    stderr: "",
    error: undefined,
  });
  return Object.entries(result.files);
}

describe("protoc-gen-a2a-docs", () => {
  test("writes the pages that the emitter makes", async () => {
    const pages = await pagesOf(await modelOf({}, generate));
    const named = Object.entries(pages).map(([path, text]) => [
      path,
      text.replace("a2agen 1.2.3", `a2agen ${packageJson.version}`),
    ]);
    expect(await write()).toEqual(named);
    expect(await write({ plugin: "protoc-gen-a2a", parameter: "targets=docs" })).toEqual(named);
  });

  test("writes the same bytes in every locale, time zone and order of files", {
    tags: "thorough",
  }, async () => {
    const first = await write();
    for (const env of choose([
      { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" },
      { LANG: "C", LC_ALL: "C", TZ: "UTC" },
      { LANG: "sv_SE.UTF-8", LC_ALL: "sv_SE.UTF-8", TZ: "America/St_Johns" },
    ])) {
      expect(await write({ env })).toEqual(first);
    }
    expect(await write({ generate: generate.toReversed() })).toEqual(first);
  });

  test("takes templates from a directory, relative to the working directory", async () => {
    await writeFile(join(workspace, "page.hbs"), "{{file}}: {{messages.length}} messages\n");
    expect(await write({ parameter: "templates=.", directory: workspace })).toEqual([
      ["a2a/v1/a2a.md", "a2a/v1/a2a.proto: 47 messages\n"],
      ["lf/a2a/v1/a2a.md", "lf/a2a/v1/a2a.proto: 44 messages\n"],
    ]);
  });

  test("needs no files besides those of its bundle for the built-in templates", async () => {
    const parts = join(dirname(pluginPath(plugin)), "protoc-gen");
    const names = (await readdir(parts)).filter((name) => name.endsWith(".js"));
    const texts = await Promise.all(
      [pluginPath(plugin), ...names.map((name) => join(parts, name))].map((path) => readFile(path, "utf8")),
    );
    expect(texts.filter((text) => text.includes(repository))).toEqual([]);
    expect(texts.some((text) => text.includes("| Field | Type | Required | Description |"))).toBe(true);
  });

  test.each([
    {
      name: "a directory that is not there",
      given: { parameter: "templates=missing" },
      want: "missing: expected a directory of templates; found ENOENT",
    },
    {
      name: "no directory",
      given: { parameter: "templates=" },
      want: 'option templates: expected a directory of .hbs files; got ""',
    },
    {
      name: "templates for a target without any",
      given: { plugin: "protoc-gen-a2a-types", parameter: "templates=x" },
      want: 'unknown option "templates"; the options are target, import_extension, profile, keep_empty_files, ts_nocheck, modules',
    },
  ])("refuses $name", async ({ given, want }) => {
    const result = await runPlugin({ plugin, files, generate, directory: workspace, ...given });
    expect({ status: result.status, error: result.error, files: result.files }).toEqual({
      status: 0,
      error: want,
      files: {},
    });
  });

  test.each([
    { name: "is loaded for docs", given: "targets=docs", want: ["handlebars"] },
    { name: "is not loaded for types", given: "target=ts,targets=types", want: [] },
  ])("Handlebars $name", async ({ given, want }) => {
    const request = create(CodeGeneratorRequestSchema, {
      fileToGenerate: generate,
      parameter: given,
      protoFile: files.file,
    });
    // What Node counts the coverage of is what it has loaded.
    const coverage = await mkdtemp(join(workspace, "coverage-"));
    const { status } = await runProcess(process.execPath, {
      args: [pluginPath("protoc-gen-a2a")],
      input: toBinary(CodeGeneratorRequestSchema, request),
      env: { NODE_V8_COVERAGE: coverage },
    });
    expect(status).toBe(0);
    const [report = ""] = await readdir(coverage);
    const { result } = JSON.parse(await readFile(join(coverage, report), "utf8")) as {
      readonly result: readonly { readonly url: string }[];
    };
    const loaded = result.flatMap(({ url }) => /\/protoc-gen\/(handlebars)-\w+\.js$/.exec(url)?.[1] ?? []);
    expect(loaded).toEqual(want);
    expect(result.some(({ url }) => url.endsWith("/protoc-gen-a2a.js"))).toBe(true);
  });
});
