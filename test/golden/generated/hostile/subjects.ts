import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Codec } from "@a2agen/runtime";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { indexModel, type ModelIndex } from "../../../../generators/model/index-model.ts";
import type { FileModel, MessageModel } from "../../../../generators/model/model.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { loadModel } from "../../generators/model/load-model.ts";

const repository = join(import.meta.dirname, "../../../..");

/** A proto file with its model and its generated codecs. */
export interface Subject {
  readonly name: string;
  readonly file: FileModel;
  readonly index: ModelIndex;
  readonly codecOf: (message: MessageModel) => Codec<unknown>;
}

type Exports = Readonly<Record<string, unknown>>;

async function loadPackage(name: string, protoFile: string): Promise<Subject> {
  const image = fromBinary(
    FileDescriptorSetSchema,
    readFileSync(join(repository, `generated/${name}/a2a.binpb`)),
  );
  const { model } = loadModel(image, { requested: [protoFile] });
  const exports = (await import(`../../../../generated/${name}/src/index.ts`)) as Exports;
  return toSubject(name, { protoFile, model, exports });
}

function toSubject(
  name: string,
  {
    protoFile,
    model,
    exports,
  }: {
    readonly protoFile: string;
    readonly model: ReturnType<typeof loadModel>["model"];
    readonly exports: Exports;
  },
): Subject {
  const file = model.files.find((candidate) => candidate.name === protoFile);
  if (file === undefined) throw new Error(`the image does not hold ${protoFile}`);
  return {
    name,
    file,
    index: indexModel(model),
    codecOf({ identifier }) {
      const codec = exports[`${identifier}Codec`];
      if (codec === undefined) throw new Error(`${name} does not export ${identifier}Codec`);
      return codec as Codec<unknown>;
    },
  };
}

const features = [
  "comments",
  "editions2023",
  "enums",
  "legacy2",
  "maps",
  "names",
  "nested",
  "oneofs",
  "scalars",
  "wellknown",
  "wide",
];

/** The protocol in both versions, and the feature protos in plain ProtoJSON. */
export async function loadSubjects(): Promise<readonly Subject[]> {
  const paths = features.map((name) => `features/${name}.proto`);
  const { model } = loadModel(await compileProtos({}, paths), { requested: paths, profile: "proto" });
  return Promise.all([
    loadPackage("a2a-1.0-draft", "a2a/v1/a2a.proto"),
    loadPackage("a2a-1.0", "lf/a2a/v1/a2a.proto"),
    ...features.map(async (name) => {
      const exports = (await import(`../../../generated/proto/features/${name}_json.ts`)) as Exports;
      return toSubject(name, { protoFile: `features/${name}.proto`, model, exports });
    }),
  ]);
}
