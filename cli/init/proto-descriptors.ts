import { create, createFileRegistry, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { compareCodeUnits } from "../../generators/naming/order.ts";
import type { ProjectValues } from "./project-values.ts";
import { replacePlaceholders } from "./proto-placeholders.ts";
import { rewriteTexts } from "./rewrite-texts.ts";

/** Protos with all that they import, in an order in which each comes after what it imports. */
export interface CompiledProtos {
  readonly files: readonly FileDescriptorProto[];
  /** Names of those that code is generated for. */
  readonly requested: readonly string[];
}

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
  const files = sortFiles(file, requested).filter(({ name }) => !known.has(name));
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
  return { files: sortFiles([...shared, ...own], requested), requested };
}

/** The protos of an image for which buf generates code. */
export function readImage(bytes: Uint8Array): CompiledProtos {
  const files = fromBinary(FileDescriptorSetSchema, bytes).file;
  const requested = files.filter((file) => !isImport(file)).map(({ name }) => name);
  return { files: sortFiles(files, requested), requested };
}

/** Those that are named and what they import, each after its imports. */
function sortFiles(
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

/** The field with which buf marks files that are in an image because others import them. */
const bufExtension = 8042;

function isImport({ $unknown }: FileDescriptorProto): boolean {
  const mark = $unknown?.find(({ no }) => no === bufExtension);
  // The length of the message, then its field 1, is_import, when it is true.
  return mark !== undefined && mark.data[1] === 8 && mark.data[2] === 1;
}
