import { createHash } from "node:crypto";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { compareCodeUnits } from "../../generators/naming/order.ts";

/**
 * SHA-256, in hexadecimal, of a descriptor image: its files in the order of their names, without comments and
 * positions and without what buf notes of a file. It changes with the protocol only. Throws an Error for bytes
 * that are no image.
 */
export function hashImage(image: Uint8Array): string {
  const file = fromBinary(FileDescriptorSetSchema, image).file.map((descriptor) => {
    const bare = { ...descriptor };
    delete bare.sourceCodeInfo;
    delete bare.$unknown;
    return bare;
  });
  file.sort((a, b) => compareCodeUnits(a.name, b.name));
  const set = create(FileDescriptorSetSchema, { file });
  return createHash("sha256").update(toBinary(FileDescriptorSetSchema, set)).digest("hex");
}
