import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { type PluginRun, runPlugin } from "../../../../shared/process/run-plugin.ts";
import { choose } from "../../../../shared/runs.ts";
import { readLibraryProtos } from "./documents.ts";

const generate = ["a2a/v1/a2a.proto", "lf/a2a/v1/a2a.proto", "library/v1/library.proto"];

let protos: Readonly<Record<string, string>>;
let files: FileDescriptorSet;
/** What is written for all of them. */
let first: readonly (readonly [string, string])[];

beforeAll(async () => {
  protos = await readLibraryProtos();
  files = await compileProtos(protos, generate);
  first = await write();
});

/** The texts that a run writes, in the order of the response. */
async function write(run: Partial<PluginRun> = {}): Promise<readonly (readonly [string, string])[]> {
  const {
    status,
    error,
    files: texts,
  } = await runPlugin({ plugin: "protoc-gen-a2a-openapi", files, generate, ...run });
  expect({ status, error }).toEqual({ status: 0, error: undefined });
  return Object.entries(texts);
}

describe("protoc-gen-a2a-openapi", () => {
  test("writes two versions in two formats for each package; packages of the same name have directories", async () => {
    const names = (stem: string): readonly string[] =>
      ["3.1.json", "3.1.yaml", "3.2.json", "3.2.yaml"].map((end) => `${stem}.openapi-${end}`);
    expect(first.map(([path]) => path)).toEqual([
      ...names("a2a-1.0-draft/a2a"),
      ...names("a2a-1.0/a2a"),
      ...names("library.v1"),
    ]);
    const alone = await write({ generate: ["lf/a2a/v1/a2a.proto"] });
    expect(alone.map(([path]) => path)).toEqual(names("a2a"));
  });

  test("writes nothing for packages without HTTP rules", async () => {
    const plain = {
      "plain.proto": 'syntax = "proto3"; package plain; message A {} service B { rpc C(A) returns (A); }',
    };
    expect(await write({ files: await compileProtos(plain), generate: ["plain.proto"] })).toEqual([]);
  });

  test("says the same in JSON and in YAML", async () => {
    const texts = new Map(first);
    const documents = [...texts.keys()].filter((path) => path.endsWith(".json"));
    expect(documents).toHaveLength(6);
    for (const path of documents) {
      const yaml = texts.get(path.replace(/json$/, "yaml")) ?? "";
      const json: unknown = JSON.parse(texts.get(path) ?? "");
      expect(parse(yaml)).toEqual(json);
      // Older readers take more texts for numbers, booleans and times.
      expect(parse(yaml, { version: "1.1" })).toEqual(json);
    }
  });

  test("names what made the document, from what", async () => {
    const [, text = ""] = (await write({ generate: ["lf/a2a/v1/a2a.proto"] }))[0] ?? [];
    expect((JSON.parse(text) as { readonly "x-a2agen": unknown })["x-a2agen"]).toEqual({
      generator: expect.stringMatching(/^a2agen \d+\.\d+\.\d+$/),
      profile: "a2a-1.0",
      protocolVersion: "1.0",
      package: "lf.a2a.v1",
      sources: [{ name: "lf/a2a/v1/a2a.proto", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
  });

  test("reports each problem once", async () => {
    const { stderr } = await runPlugin({ plugin: "protoc-gen-a2a-openapi", files, generate });
    const lines = stderr.split("\n").filter((line) => line !== "");
    expect(lines.length).toBeGreaterThan(5);
    expect(new Set(lines).size).toBe(lines.length);
  });
});

describe("output is the same", () => {
  test("in every order of files", async () => {
    const other = await compileProtos(protos, generate.toReversed());
    expect(await write({ files: other, generate: generate.toReversed() })).toEqual(first);
  });

  test("in every locale and time zone, and on a second run", { tags: "thorough" }, async () => {
    const environments = choose<Readonly<Record<string, string>>>([
      { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" },
      {},
      { LANG: "C", LC_ALL: "C", TZ: "UTC" },
    ]);
    for (const env of environments) expect(await write({ env })).toEqual(first);
  });
});
