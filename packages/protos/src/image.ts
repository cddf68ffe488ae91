import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { fromBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

/** Protos with all that they import, in an order in which each comes after what it imports. */
export interface CompiledProtos {
  readonly files: readonly FileDescriptorProto[];
  /** Names of those that code is generated for. */
  readonly requested: readonly string[];
}

/** The protos of an image for which buf generates code. */
export function readImage(bytes: Uint8Array): CompiledProtos {
  const files = fromBinary(FileDescriptorSetSchema, bytes).file;
  const requested = files.filter((file) => !isImport(file)).map(({ name }) => name);
  return { files: sortProtos(files, requested), requested };
}

/** Those that are named and what they import, each after its imports. */
export function sortProtos(
  files: readonly FileDescriptorProto[],
  names: readonly string[],
): readonly FileDescriptorProto[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const sorted = new Set<FileDescriptorProto>();
  const visit = (name: string): void => {
    const file = byName.get(name);
    if (file === undefined || sorted.has(file)) return;
    for (const dependency of file.dependency) visit(dependency);
    sorted.add(file);
  };
  for (const name of [...names].sort(compareCodeUnits)) visit(name);
  return [...sorted];
}

/** The number of the field with which buf marks files that are in an image because others import them. */
export const bufExtension = 8042;

export function isImport({ $unknown }: FileDescriptorProto): boolean {
  const mark = $unknown?.find(({ no }) => no === bufExtension);
  // The length of the message, then its field 1, is_import, when it is true.
  return mark !== undefined && mark.data[1] === 8 && mark.data[2] === 1;
}
