import { fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  type FieldDescriptorProto,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";

/** A file of a descriptor set. */
export interface DescriptorFile {
  readonly name: string;
  /** Its google.protobuf.FileDescriptorProto. */
  readonly bytes: Uint8Array;
  readonly imports: readonly string[];
}

/** Where things are in a set of descriptors. */
export interface DescriptorIndex {
  readonly files: ReadonlyMap<string, DescriptorFile>;
  /** The files of messages, enums, services, methods, fields and extensions, by full name. */
  readonly symbols: ReadonlyMap<string, DescriptorFile>;
  /** The files of extensions by the full name of the message that they extend, and their number. */
  readonly extensions: ReadonlyMap<string, ReadonlyMap<number, DescriptorFile>>;
}

/** Reads google.protobuf.FileDescriptorSet; of two files with one name the first counts. */
export function indexDescriptors(sets: readonly Uint8Array[]): DescriptorIndex {
  const files = new Map<string, DescriptorFile>();
  const symbols = new Map<string, DescriptorFile>();
  const extensions = new Map<string, Map<number, DescriptorFile>>();
  for (const proto of sets.flatMap((set) => fromBinary(FileDescriptorSetSchema, set).file)) {
    if (files.has(proto.name)) continue;
    const file = {
      name: proto.name,
      bytes: toBinary(FileDescriptorProtoSchema, proto),
      imports: proto.dependency,
    };
    files.set(file.name, file);
    for (const name of symbolsOfFile(proto)) symbols.set(name, file);
    for (const { extendee, number } of extensionsWithin(proto)) {
      const of = extendee.replace(/^\./, "");
      extensions.set(of, (extensions.get(of) ?? new Map<number, DescriptorFile>()).set(number, file));
    }
  }
  return { files, symbols, extensions };
}

/** The definitions that a file or a message can hold. */
interface Scope {
  readonly enumType: readonly EnumDescriptorProto[];
  readonly extension: readonly FieldDescriptorProto[];
}

function symbolsOfFile(file: FileDescriptorProto): readonly string[] {
  const { package: scope, messageType, service } = file;
  return [
    ...symbolsWithin(file, messageType, scope),
    ...service.flatMap(({ name, method }) => [join(scope, name), ...namesWithin(method, join(scope, name))]),
  ];
}

function symbolsWithin(
  { enumType, extension }: Scope,
  messages: readonly DescriptorProto[],
  scope: string,
): readonly string[] {
  return [
    ...namesWithin(extension, scope),
    // The values of an enum stand beside it, as in C++.
    ...enumType.flatMap(({ name, value }) => [join(scope, name), ...namesWithin(value, scope)]),
    ...messages.flatMap((message) => {
      const name = join(scope, message.name);
      return [name, ...namesWithin(message.field, name), ...symbolsWithin(message, message.nestedType, name)];
    }),
  ];
}

function extensionsWithin(file: FileDescriptorProto): readonly FieldDescriptorProto[] {
  const ofMessage = (message: DescriptorProto): readonly FieldDescriptorProto[] => [
    ...message.extension,
    ...message.nestedType.flatMap(ofMessage),
  ];
  return [...file.extension, ...file.messageType.flatMap(ofMessage)];
}

function namesWithin(members: readonly { readonly name: string }[], scope: string): readonly string[] {
  return members.map(({ name }) => join(scope, name));
}

function join(scope: string, name: string): string {
  return scope === "" ? name : `${scope}.${name}`;
}
