import { create, createFileRegistry, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { type CompiledProtos, isImport, sortProtos } from "../protos/image.ts";
import type { ProjectValues } from "./project-values.ts";
import { replacePlaceholders } from "./proto-placeholders.ts";
import { rewriteTexts } from "./rewrite-texts.ts";

/**
 * Takes from an image of a project's protos what is to be stored: all files but those of the image of A2A,
 * in an order that stays the same.
 */
export function storeProtos(
  compiled: Uint8Array,
  { core, requested }: { readonly core: Uint8Array; readonly requested: readonly string[] },
): Uint8Array {
  const { file } = fromBinary(FileDescriptorSetSchema, compiled);
  const known = new Set(fromBinary(FileDescriptorSetSchema, core).file.map(({ name }) => name));
  const files = sortProtos(file, requested).filter(({ name }) => !known.has(name));
  return toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [...files] }));
}

/** Reads what `storeProtos` gave, with values in the place of placeholders. */
export function readStoredProtos(
  stored: Uint8Array,
  { core, values }: { readonly core: Uint8Array; readonly values: ProjectValues },
): CompiledProtos {
  const shared = fromBinary(FileDescriptorSetSchema, core).file;
  const before = fromBinary(FileDescriptorSetSchema, stored).file;
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...shared, ...before] }));
  const rewrite = (text: string): string => replacePlaceholders(text, values);
  const bytes = rewriteTexts(stored, FileDescriptorSetSchema, { registry, rewrite });
  const own = fromBinary(FileDescriptorSetSchema, bytes).file;
  const requested = own.filter((file) => !isImport(file)).map(({ name }) => name);
  for (const file of own) {
    // What buf notes of a file is for buf only.
    delete file.$unknown;
  }
  return { files: sortProtos([...shared, ...own], requested), requested };
}
