import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listFiles } from "../../../../../scripts/list-files.ts";
import {
  generateAll,
  generateLegacy,
  versions,
} from "../../../../golden/generators/emit/legacy/generate-legacy.ts";
import { compileProtos, protoc, protoRoots } from "../../../../shared/process/compile-protos.ts";
import { pluginPath } from "../../../../shared/process/run-plugin.ts";
import { runProcess } from "../../../../shared/process/run-process.ts";

const repository = join(import.meta.dirname, "../../../../..");
const buf = join(repository, "node_modules/@bufbuild/buf/bin/buf");

describe.each(versions)("$name", ({ proto }) => {
  test("its files", async () => {
    const { error, files } = await generateLegacy([proto]);
    expect(error).toBeUndefined();
    expect(Object.keys(files)).toEqual([
      proto.replace(".proto", "_legacy.ts"),
      "a2a.legacy.schema.json",
      "a2a.legacy.schema.strict.json",
      "a2a.migration.md",
    ]);
  });

  test("its targets give the same files apart", async () => {
    const { files } = await generateLegacy([proto]);
    const apart = await Promise.all(
      ["legacy", "legacy-schema", "migration"].map((target) =>
        generateAll([proto], `target=ts,targets=${target}`),
      ),
    );
    expect(Object.assign({}, ...apart.map((result) => result.files))).toEqual(files);
  });

  test("every earlier name has its hidden anchor, and none twice", async () => {
    const { files } = await generateLegacy([proto]);
    const ids = [...(files["a2a.migration.md"] ?? "").matchAll(/<span id="([^"]*)"><\/span>/g)].map(
      ([, id]) => id,
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining([
        "MessageSendParams",
        "messagesendparams",
        "SetTaskPushNotificationConfigRequest",
        "settaskpushnotificationconfigrequest",
        "message/send",
        "messagesend",
        "get-agentauthenticatedextendedcard",
        "x-a2a-extensions",
      ]),
    );
  });
});

test("the order of the input does not change the output", async () => {
  const generate = versions.map(({ proto }) => proto);
  const set = await compileProtos({}, generate);
  const forward = await generateLegacy(generate, { files: set });
  const backward = await generateLegacy(generate.toReversed(), { files: set });
  expect(backward.files).toEqual(forward.files);
});

test("two protocols in one run have a directory each for what has no package in its path", async () => {
  const { files } = await generateLegacy(versions.map(({ proto }) => proto));
  expect(Object.keys(files).sort()).toEqual([
    "a2a-1.0-draft/a2a.legacy.schema.json",
    "a2a-1.0-draft/a2a.legacy.schema.strict.json",
    "a2a-1.0-draft/a2a.migration.md",
    "a2a-1.0/a2a.legacy.schema.json",
    "a2a-1.0/a2a.legacy.schema.strict.json",
    "a2a-1.0/a2a.migration.md",
    "a2a/v1/a2a_legacy.ts",
    "lf/a2a/v1/a2a_legacy.ts",
  ]);
});

test("a package that the manifest does not list gets nothing, and no word", async () => {
  const generate = ["bookshop/v1/bookshop.proto", "features/enums.proto"];
  const { error, files, stderr } = await generateLegacy(generate);
  expect({ error, files, stderr }).toEqual({ error: undefined, files: {}, stderr: "" });
});

describe("as compilers run it", () => {
  let directory: string;
  beforeAll(async () => {
    await mkdir(join(repository, ".tmp"), { recursive: true });
    directory = await mkdtemp(join(repository, ".tmp/legacy-"));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function readAll(folder: string): Promise<Readonly<Record<string, string>>> {
    const paths = await listFiles(folder);
    const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
    return Object.fromEntries(paths.map((path, i) => [path, texts[i] ?? ""]));
  }

  /** The descriptors of buf have another hash where its compiler fills in what protoc leaves out. */
  function withoutHashes(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, text.replaceAll(/sha256 [0-9a-f]{64}/g, "sha256")]),
    );
  }

  function withoutWarnings(stderr: string): readonly string[] {
    return stderr.split("\n").filter((line) => line !== "" && !line.includes(": warning: "));
  }

  test("buf and protoc give the same files", { tags: "later" }, async () => {
    const { proto } = versions[1];
    const { files } = await generateLegacy([proto]);
    const plugin = pluginPath("protoc-gen-a2a-legacy");
    const outs = { buf: join(directory, "buf"), protoc: join(directory, "protoc") };
    await mkdir(outs.protoc);
    const template = join(directory, "buf.gen.yaml");
    await mkdir(dirname(template), { recursive: true });
    await writeFile(
      template,
      JSON.stringify({
        version: "v2",
        plugins: [{ local: [process.execPath, plugin], out: outs.buf, strategy: "all", opt: ["target=ts"] }],
      }),
    );
    const byBuf = await runProcess(process.execPath, {
      args: [buf, "generate", "--template", template, "--path", `proto/a2a-1.0/${proto}`],
      directory: repository,
    });
    expect({ status: byBuf.status, errors: withoutWarnings(byBuf.stderr) }).toEqual({
      status: 0,
      errors: [],
    });
    const byProtoc = await runProcess(protoc, {
      args: [
        ...protoRoots.map((root) => `--proto_path=${root}`),
        `--plugin=protoc-gen-a2a-legacy=${plugin}`,
        `--a2a-legacy_out=${outs.protoc}`,
        "--a2a-legacy_opt=target=ts",
        proto,
      ],
    });
    expect({ status: byProtoc.status, errors: withoutWarnings(byProtoc.stderr) }).toEqual({
      status: 0,
      errors: [],
    });
    expect(withoutHashes(await readAll(outs.buf))).toEqual(withoutHashes(files));
    expect(withoutHashes(await readAll(outs.protoc))).toEqual(withoutHashes(files));
  });
});
