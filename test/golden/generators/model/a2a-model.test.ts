import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { loadModel } from "./load-model.ts";

const repository = join(import.meta.dirname, "../../../..");

const versions = [
  { name: "a2a-1.0-draft", path: "a2a/v1/a2a.proto" },
  { name: "a2a-1.0", path: "lf/a2a/v1/a2a.proto" },
];

describe("the model of A2A", () => {
  test.each(versions)(
    "$name is the same from the published image as from the proto",
    async ({ name, path }) => {
      const image = await readFile(join(repository, `generated/${name}/a2a.binpb`));
      const set = fromBinary(FileDescriptorSetSchema, image);
      const compiled = await compileProtos({}, [path]);
      const requested = [path];
      // Without descriptor.proto, of which every compiler brings the version of its day.
      const ownFiles = (files: typeof set): unknown =>
        loadModel(files, { requested }).model.files.filter(
          (file) => !file.name.startsWith("google/protobuf/"),
        );
      expect(ownFiles(set)).toEqual(ownFiles(compiled));
    },
  );

  test.each(versions)("$name is plain data that survives JSON", async ({ path }) => {
    const { model, diagnostics } = loadModel(await compileProtos({}, [path]), { requested: [path] });
    expect(diagnostics).toEqual([]);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });

  test("lists the files by name, those that are only imported too", async () => {
    const { model } = loadModel(await compileProtos({}, ["lf/a2a/v1/a2a.proto"]), {
      requested: ["lf/a2a/v1/a2a.proto"],
    });
    expect(model.files.map(({ name, requested, profile }) => ({ name, requested, profile }))).toEqual([
      { name: "google/api/annotations.proto", requested: false, profile: "proto" },
      { name: "google/api/client.proto", requested: false, profile: "proto" },
      { name: "google/api/field_behavior.proto", requested: false, profile: "proto" },
      { name: "google/api/http.proto", requested: false, profile: "proto" },
      { name: "google/protobuf/descriptor.proto", requested: false, profile: "proto" },
      { name: "google/protobuf/empty.proto", requested: false, profile: "proto" },
      { name: "google/protobuf/struct.proto", requested: false, profile: "proto" },
      { name: "google/protobuf/timestamp.proto", requested: false, profile: "proto" },
      { name: "lf/a2a/v1/a2a.proto", requested: true, profile: "a2a-1.0" },
    ]);
  });

  test("does not depend on the order of the files", async () => {
    const paths = versions.map(({ path }) => path);
    const one = loadModel(await compileProtos({}, paths), { requested: paths });
    const other = loadModel(await compileProtos({}, paths.toReversed()), { requested: paths.toReversed() });
    expect(other).toEqual(one);
  });
});
