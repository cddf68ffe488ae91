import { createHash } from "node:crypto";
import { type DescFile, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";

/** SHA-256 of a file's descriptor without comments and positions, so that it changes with the protocol only. */
export function hashFile(file: DescFile): string {
  const descriptor = { ...file.proto };
  delete descriptor.sourceCodeInfo;
  // What buf notes of a file of an image.
  delete descriptor.$unknown;
  return createHash("sha256").update(toBinary(FileDescriptorProtoSchema, descriptor)).digest("hex");
}
