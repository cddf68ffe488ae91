import { join } from "node:path";
import { clone } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import manifest from "../../../../../package.json" with { type: "json" };
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { coreFromPackage, extensionProtos, generateExtensions } from "./generate-extensions.ts";

const repository = join(import.meta.dirname, "../../../../..");

/** Golden files hold no version, so that a release does not change them. */
function withoutVersion(text: string): string {
  return text.replaceAll(`a2agen ${manifest.version}`, "a2agen VERSION");
}

const parameter = `target=ts,import_extension=js,targets=types+json+service+extension,${coreFromPackage}`;

test("the whole output", async () => {
  const { error, stderr, files } = await generateExtensions(parameter);
  expect({ error, stderr }).toEqual({ error: undefined, stderr: "" });
  const own = (name: string, ...ends: readonly string[]): readonly string[] =>
    ends.map((end) => `extensions/${name}${end}`);
  expect(Object.keys(files).filter((path) => /_extension\.ts$|\.json$|\.md$/.test(path))).toEqual([
    ...own("citations/v1/citations", "_extension.ts"),
    ...own("compliance/v1/compliance", "_extension.ts"),
    ...own("geolocation/v1/geolocation", "_extension.ts"),
    ...own("konami_code/v1/konami_code", "_extension.ts"),
    ...own("parcel/v1/parcel", "_extension.ts"),
    ...own("task_search/v1/task_search", "_extension.ts"),
    ...own("citations/v1/citations", ".profile.schema.json", ".profile.schema.strict.json", ".extension.md"),
    ...own("compliance/v1/compliance", ".extension.md"),
    ...own(
      "geolocation/v1/geolocation",
      ".profile.schema.json",
      ".profile.schema.strict.json",
      ".extension.md",
    ),
    ...own(
      "konami_code/v1/konami-code",
      ".profile.schema.json",
      ".profile.schema.strict.json",
      ".extension.md",
    ),
    ...own("parcel/v1/parcel", ".profile.schema.json", ".profile.schema.strict.json", ".extension.md"),
    ...own("task_search/v1/task-search", ".extension.md"),
  ]);
  for (const [path, text] of Object.entries(files)) {
    await expect(withoutVersion(text)).toMatchFileSnapshot(join(repository, "test/expected/extension", path));
  }
});

describe("the plugin of its own", () => {
  test("writes what the target of the umbrella writes", async () => {
    const options = `target=ts,import_extension=js,${coreFromPackage}`;
    const [own, umbrella] = await Promise.all([
      generateExtensions(options, { plugin: "protoc-gen-a2a-extension" }),
      generateExtensions(`${options},targets=extension`),
    ]);
    expect(own.error).toBeUndefined();
    expect(own.files).toEqual(umbrella.files);
  });

  test("has the options of what it writes, and no others", async () => {
    const { error } = await generateExtensions("flavour=sweet", { plugin: "protoc-gen-a2a-extension" });
    expect(error).toBe(
      'unknown option "flavour"; the options are target, import_extension, profile, keep_empty_files, schema_base, ts_nocheck, templates, modules',
    );
  });

  test("writes nothing for protos without extensions", async () => {
    const { error, files } = await generateExtensions("target=ts", {
      plugin: "protoc-gen-a2a-extension",
      generate: ["lf/a2a/v1/a2a.proto", "bookshop/v1/bookshop.proto"],
    });
    expect({ error, files }).toEqual({ error: undefined, files: {} });
  });
});

test("the order of the request changes nothing", async () => {
  const files = await compileProtos({}, extensionProtos);
  const [first, second] = await Promise.all([
    generateExtensions(parameter, { files }),
    generateExtensions(parameter, {
      files: clone(FileDescriptorSetSchema, files),
      generate: extensionProtos.toReversed(),
    }),
  ]);
  expect(second.files).toEqual(first.files);
});

test("the core types come from beside the extension where no package is named", async () => {
  const { files } = await generateExtensions("target=ts,import_extension=js,targets=extension");
  expect(files["extensions/citations/v1/citations_extension.ts"]).toContain(
    'import type { Artifact } from "../../../lf/a2a/v1/a2a_types.js";',
  );
});

test("the index exports the extensions", async () => {
  const { error, files } = await generateExtensions(
    `target=ts,import_extension=js,targets=types+json+extension+index,${coreFromPackage}`,
    { generate: ["extensions/citations/v1/citations.proto"] },
  );
  expect(error).toBeUndefined();
  expect(files["index.ts"]).toContain('export * from "./extensions/citations/v1/citations_extension.js";');
});

test("a template of one's own takes the place of the page", async () => {
  const { error } = await generateExtensions("target=ts,templates=test/golden/none", {
    plugin: "protoc-gen-a2a-extension",
  });
  expect(error).toContain("test/golden/none");
});

describe("modules=", () => {
  test.each([
    { name: "a package for two protos", given: "a/b.proto=@x/a+c.proto=x", accepted: true },
    { name: "nothing", given: "", accepted: false },
    { name: "a proto without a package", given: "a.proto=", accepted: false },
    { name: "a proto in a directory", given: "a.proto=./gen", accepted: false },
    { name: "two packages for all", given: "x+y", accepted: false },
    { name: "what is no proto", given: "a=x", accepted: false },
  ])("$name", async ({ given, accepted }) => {
    const { error } = await generateExtensions(`target=ts,targets=types,modules=${given}`);
    expect(error).toBe(
      accepted
        ? undefined
        : `option modules: expected FILE.proto=PACKAGE, a directory relative to the output directory, or a package, joined with +; got "${given}"`,
    );
  });
});
