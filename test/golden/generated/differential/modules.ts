/**
 * A proto file under test and where its generated modules lie, below test/generated/proto or made for the
 * test.
 */
export interface ProtoModule {
  readonly protoFile: string;
  /** The path of the modules without "_json.ts" and "_binary.ts". */
  readonly modulePath: string;
}

/** Where the modules lie that the profile `proto` makes of the features. */
export const generatedRoot = new URL("../../../generated/proto/", import.meta.url);

/** Every feature proto that declares messages, and both protos of A2A. */
export const protoModules: readonly ProtoModule[] = [
  { protoFile: "features/any.proto", modulePath: "features/any" },
  { protoFile: "features/comments.proto", modulePath: "features/comments" },
  { protoFile: "features/editions2023.proto", modulePath: "features/editions2023" },
  {
    protoFile: "features/editions2023_defaults.proto",
    modulePath: "features/editions2023_defaults",
  },
  { protoFile: "features/enums.proto", modulePath: "features/enums" },
  { protoFile: "features/imports/a.proto", modulePath: "features/imports/a" },
  { protoFile: "features/imports/b.proto", modulePath: "features/imports/b" },
  { protoFile: "features/imports/common.proto", modulePath: "features/imports/common" },
  { protoFile: "features/imports/public.proto", modulePath: "features/imports/public" },
  { protoFile: "features/legacy2.proto", modulePath: "features/legacy2" },
  { protoFile: "features/maps.proto", modulePath: "features/maps" },
  { protoFile: "features/names.proto", modulePath: "features/names" },
  { protoFile: "features/nested.proto", modulePath: "features/nested" },
  { protoFile: "features/oneofs.proto", modulePath: "features/oneofs" },
  { protoFile: "features/scalars.proto", modulePath: "features/scalars" },
  { protoFile: "features/wellknown.proto", modulePath: "features/wellknown" },
  { protoFile: "features/wide.proto", modulePath: "features/wide" },
  { protoFile: "a2a/v1/a2a.proto", modulePath: "a2a/v1/a2a" },
  { protoFile: "lf/a2a/v1/a2a.proto", modulePath: "lf/a2a/v1/a2a" },
];
