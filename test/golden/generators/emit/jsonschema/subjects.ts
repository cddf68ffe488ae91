import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { type EmittedSchemas, emitSchemas } from "../../../../shared/jsonschema/emit-schemas.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { protoModules } from "../../../generated/differential/modules.ts";

const draft = "a2a/v1/a2a.proto";
const current = "lf/a2a/v1/a2a.proto";

export const featureProtos: readonly string[] = protoModules
  .map(({ protoFile }) => protoFile)
  .filter((path) => path.startsWith("features/"));

/** The descriptors of both protocols and of the features. */
export function compileSubjects(): Promise<FileDescriptorSet> {
  return compileProtos({}, [draft, current, ...featureProtos]);
}

export interface Subjects {
  readonly draft: EmittedSchemas;
  readonly current: EmittedSchemas;
  readonly features: EmittedSchemas;
}

/** The schemas of both protocols, and those of the features in plain ProtoJSON. */
export async function emitSubjects(): Promise<Subjects> {
  const set = await compileSubjects();
  return {
    draft: emitSchemas(set, { requested: [draft] }),
    current: emitSchemas(set, { requested: [current] }),
    features: emitSchemas(set, { requested: featureProtos, profile: "proto" }),
  };
}
