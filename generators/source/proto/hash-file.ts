import {
  clone,
  type DescExtension,
  type DescFile,
  getExtension,
  hasExtension,
  type Message,
  setExtension,
  toBinary,
} from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";

/**
 * SHA-256 of a file's descriptor without comments and positions, so that it changes with the protocol only.
 * Options are rewritten, by the extensions of the input: compilers put the fields inside them in different
 * orders.
 */
export function hashFile(file: DescFile, extensions: readonly DescExtension[]): string {
  const descriptor = clone(FileDescriptorProtoSchema, file.proto);
  delete descriptor.sourceCodeInfo;
  // What buf notes of a file of an image.
  delete descriptor.$unknown;
  orderOptions(descriptor, extensions);
  // Loaded when it is needed: few plugins hash a file.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(toBinary(FileDescriptorProtoSchema, descriptor)).digest("hex");
}

function orderOptions(value: unknown, extensions: readonly DescExtension[]): void {
  if (Array.isArray(value)) {
    for (const one of value) orderOptions(one, extensions);
    return;
  }
  if (!isMessage(value)) return;
  for (const one of Object.values(value)) orderOptions(one, extensions);
  if (value.$unknown === undefined) return;
  for (const extension of extensions) {
    const isSet = extension.extendee.typeName === value.$typeName && hasExtension(value, extension);
    if (isSet) setExtension(value, extension, getExtension(value, extension));
  }
  value.$unknown.sort((one, other) => one.no - other.no);
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "$typeName" in value;
}
