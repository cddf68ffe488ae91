import { type CompiledProtos, isImport, sortProtos } from "@a2agen/protos/image.ts";
import {
  create,
  createFileRegistry,
  type DescExtension,
  type DescField,
  type DescMessage,
  fromBinary,
  fromJson,
  getExtension,
  hasExtension,
  isMessage,
  type JsonObject,
  type Registry,
  ScalarType,
  setExtension,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type FileDescriptorProto, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import type { ProjectValues } from "./project-values.ts";

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

interface StoredProtosInit {
  /** The image of A2A 1.0, with which the protos were compiled. */
  readonly core: Uint8Array;
  /** The image of the draft, if the project imports that. */
  readonly draft?: Uint8Array;
  readonly values: ProjectValues;
}

/** Reads what `storeProtos` gave, with values in the place of placeholders. */
export function readStoredProtos(
  stored: Uint8Array,
  { core, draft, values }: StoredProtosInit,
): CompiledProtos {
  const compiled = fromBinary(FileDescriptorSetSchema, core).file;
  const shared = draft === undefined ? compiled : fromBinary(FileDescriptorSetSchema, draft).file;
  const before = fromBinary(FileDescriptorSetSchema, stored).file;
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...compiled, ...before] }));
  const rewrite = (text: string): string => {
    const filled = replacePlaceholders(text, values);
    return draft === undefined ? filled : filled.replace(/^(\.?)lf([./])a2a\2v1\2/, "$1a2a$2v1$2");
  };
  const bytes = rewriteTexts(stored, FileDescriptorSetSchema, { registry, rewrite });
  const own = fromBinary(FileDescriptorSetSchema, bytes).file;
  if (values.placeOption !== undefined) placeData(own, values.placeOption, registry);
  const requested = own.filter((file) => !isImport(file)).map(({ name }) => name);
  for (const file of own) {
    // What buf notes of a file is for buf only.
    delete file.$unknown;
  }
  return { files: sortProtos([...shared, ...own], requested), requested };
}

/** Says of the extension in a proto where its data stands, which is by its URI in what was compiled. */
function placeData(files: readonly FileDescriptorProto[], data: JsonObject, registry: Registry): void {
  const option = registry.getExtension("a2agen.extension");
  if (option?.fieldKind !== "message") throw new Error("the option of extensions is not there");
  for (const { options } of files.flatMap(({ messageType }) => messageType)) {
    if (options === undefined || !hasExtension(options, option)) continue;
    const given: unknown = getExtension(options, option);
    if (!isMessage(given, option.message)) throw new Error("the option of extensions is not a message");
    const { objects, ...extension } = toJson(option.message, given) as JsonObject;
    const placed = { ...extension, data: [{ ...data, on: objects ?? [] }] };
    setExtension(options, option, fromJson(option.message, placed));
  }
}

interface RewriteInit {
  /** Knows the extensions, so that texts in custom options are found. */
  readonly registry: Registry;
  rewrite(text: string): string;
}

/**
 * Changes every text in a message in the wire format and leaves all else as it is, the order of fields
 * included, which decoding and encoding would not do in options.
 */
function rewriteTexts(bytes: Uint8Array, message: DescMessage, init: RewriteInit): Uint8Array {
  const fields = new Map<number, DescField>(message.fields.map((field) => [field.number, field]));
  const reader = new BinaryReader(bytes);
  const writer = new BinaryWriter();
  while (reader.pos < reader.len) {
    const [no, wireType] = reader.tag();
    writer.tag(no, wireType);
    const field: DescField | DescExtension | undefined =
      fields.get(no) ?? init.registry.getExtensionFor(message, no);
    if (wireType !== WireType.LengthDelimited || field === undefined) {
      writer.raw(reader.skip(wireType, no));
    } else if (field.message !== undefined) {
      writer.bytes(rewriteTexts(reader.bytes(), field.message, init));
    } else if (isText(field)) {
      writer.string(init.rewrite(reader.string()));
    } else {
      writer.raw(reader.skip(wireType, no));
    }
  }
  return writer.finish();
}

function isText(field: DescField | DescExtension): boolean {
  return (
    (field.fieldKind === "scalar" && field.scalar === ScalarType.STRING) ||
    (field.fieldKind === "list" && field.listKind === "scalar" && field.scalar === ScalarType.STRING)
  );
}

/** The values that protos of a project can name. */
const placeholders = {
  name: "zz-package-name",
  baseName: "zz-base-name",
  title: "Zz Title",
  description: "Zz description",
  protoName: "zz_proto_name",
  className: "ZzClassName",
  extensionUri: "https://zz.invalid/extensions/zz-uri/v1",
} as const satisfies Partial<ProjectValues>;

/** Values with which protos are compiled, to be found again in what was compiled. */
export function toPlaceholderValues(values: ProjectValues): ProjectValues {
  const { protoName } = placeholders;
  return { ...values, ...placeholders, protoPackage: `${protoName}.v1`, protoPath: `${protoName}/v1` };
}

/** Puts values in the place of what stands for them. */
function replacePlaceholders(text: string, values: ProjectValues): string {
  return text.replace(pattern, (found) => textFor(found, values));
}

const names = new Map(
  Object.entries(placeholders).map(([name, text]) => [text as string, name as keyof typeof placeholders]),
);

const pattern = new RegExp(
  Object.values(placeholders)
    .map((text) => text.replace(/[.]/g, "\\."))
    .join("|"),
  "g",
);

function textFor(found: string, values: ProjectValues): string {
  const name = names.get(found);
  return name === undefined ? found : values[name];
}
