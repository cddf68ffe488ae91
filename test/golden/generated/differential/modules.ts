import { a2aOptions } from "../../../shared/random/a2a-limits.ts";
import type { RandomMessageOptions } from "../../../shared/random/message.ts";

/**
 * A proto file under test and where its generated modules lie, below test/generated/proto or made for the
 * test.
 */
export interface ProtoModule {
  readonly protoFile: string;
  /** The path of the modules without "_json.ts" and "_binary.ts". */
  readonly modulePath: string;
  /** What random messages of the file are restricted to. */
  readonly options: RandomMessageOptions;
}

/** Where the modules lie that the profile `proto` makes of the features. */
export const generatedRoot = new URL("../../../generated/proto/", import.meta.url);

/** Every feature proto that declares messages, and both protos of A2A. */
export const protoModules: readonly ProtoModule[] = [
  { protoFile: "features/any.proto", modulePath: "features/any", options: {} },
  { protoFile: "features/comments.proto", modulePath: "features/comments", options: {} },
  { protoFile: "features/editions2023.proto", modulePath: "features/editions2023", options: {} },
  {
    protoFile: "features/editions2023_defaults.proto",
    modulePath: "features/editions2023_defaults",
    options: {},
  },
  { protoFile: "features/enums.proto", modulePath: "features/enums", options: {} },
  { protoFile: "features/imports/a.proto", modulePath: "features/imports/a", options: {} },
  { protoFile: "features/imports/b.proto", modulePath: "features/imports/b", options: {} },
  { protoFile: "features/imports/common.proto", modulePath: "features/imports/common", options: {} },
  { protoFile: "features/imports/public.proto", modulePath: "features/imports/public", options: {} },
  { protoFile: "features/legacy2.proto", modulePath: "features/legacy2", options: {} },
  { protoFile: "features/maps.proto", modulePath: "features/maps", options: {} },
  { protoFile: "features/names.proto", modulePath: "features/names", options: {} },
  { protoFile: "features/nested.proto", modulePath: "features/nested", options: {} },
  { protoFile: "features/oneofs.proto", modulePath: "features/oneofs", options: {} },
  { protoFile: "features/scalars.proto", modulePath: "features/scalars", options: {} },
  { protoFile: "features/wellknown.proto", modulePath: "features/wellknown", options: {} },
  { protoFile: "features/wide.proto", modulePath: "features/wide", options: {} },
  { protoFile: "a2a/v1/a2a.proto", modulePath: "a2a/v1/a2a", options: a2aOptions },
  { protoFile: "lf/a2a/v1/a2a.proto", modulePath: "lf/a2a/v1/a2a", options: a2aOptions },
];
