import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";

/** A file of a descriptor set, as it was written there. */
export interface DescriptorFile {
  readonly name: string;
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
  for (const bytes of sets.flatMap((set) => readFields(set).messages(1))) {
    const fields = readFields(bytes);
    const file = { name: fields.text(1), bytes, imports: fields.texts(3) };
    if (files.has(file.name)) continue;
    files.set(file.name, file);
    for (const { name, extension } of symbolsOfFile(fields)) {
      symbols.set(name, file);
      if (extension === undefined) continue;
      const numbers = extensions.get(extension.of) ?? new Map<number, DescriptorFile>();
      extensions.set(extension.of, numbers.set(extension.number, file));
    }
  }
  return { files, symbols, extensions };
}

interface DescriptorSymbol {
  readonly name: string;
  readonly extension?: { readonly of: string; readonly number: number };
}

/** The numbers of the fields of FileDescriptorProto and DescriptorProto that hold the same things. */
interface FieldNumbers {
  readonly messages: number;
  readonly enums: number;
  readonly extensions: number;
}

const ofFile: FieldNumbers = { messages: 4, enums: 5, extensions: 7 };
const ofMessage: FieldNumbers = { messages: 3, enums: 4, extensions: 6 };

function symbolsOfFile(file: Fields): readonly DescriptorSymbol[] {
  const scope = file.text(2);
  const services = file.messages(6).map(readFields);
  return [
    ...symbolsWithin(file, scope, ofFile),
    ...services.flatMap((service) => {
      const name = join(scope, service.text(1));
      return [{ name }, ...namesWithin(service.messages(2), name)];
    }),
  ];
}

function symbolsWithin(parent: Fields, scope: string, numbers: FieldNumbers): readonly DescriptorSymbol[] {
  return [
    ...parent.messages(numbers.messages).flatMap((bytes) => {
      const message = readFields(bytes);
      const name = join(scope, message.text(1));
      return [
        { name },
        ...namesWithin(message.messages(2), name),
        ...symbolsWithin(message, name, ofMessage),
      ];
    }),
    ...parent.messages(numbers.enums).flatMap((bytes) => {
      const type = readFields(bytes);
      // The values of an enum stand beside it, as in C++.
      return [{ name: join(scope, type.text(1)) }, ...namesWithin(type.messages(2), scope)];
    }),
    ...parent.messages(numbers.extensions).map((bytes) => {
      const field = readFields(bytes);
      const of = field.text(2).replace(/^\./, "");
      return { name: join(scope, field.text(1)), extension: { of, number: field.number(3) } };
    }),
  ];
}

function namesWithin(members: readonly Uint8Array[], scope: string): readonly DescriptorSymbol[] {
  return members.map((bytes) => ({ name: join(scope, readFields(bytes).text(1)) }));
}

function join(scope: string, name: string): string {
  return scope === "" ? name : `${scope}.${name}`;
}

/** The fields of a message of descriptor.proto, as far as they are wanted here. */
interface Fields {
  text(number: number): string;
  texts(number: number): readonly string[];
  messages(number: number): readonly Uint8Array[];
  number(number: number): number;
}

function readFields(bytes: Uint8Array): Fields {
  const delimited = new Map<number, Uint8Array[]>();
  const varints = new Map<number, number>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (wireType === WireType.LengthDelimited) {
      const found = delimited.get(number);
      if (found === undefined) delimited.set(number, [reader.bytes()]);
      else found.push(reader.bytes());
    } else if (wireType === WireType.Varint) varints.set(number, reader.int32());
    else reader.skip(wireType, number);
  }
  const messages = (number: number): readonly Uint8Array[] => delimited.get(number) ?? [];
  const texts = (number: number): readonly string[] => messages(number).map((text) => utf8.decode(text));
  return {
    messages,
    texts,
    text: (number) => texts(number).at(-1) ?? "",
    number: (number) => varints.get(number) ?? 0,
  };
}

const utf8 = new TextDecoder();
