/** What generated code calls something that has a name in the source. */
export interface Named {
  readonly identifier: string;
  /** The names made of the identifier that something else has, with those that take their place. */
  readonly aside?: Readonly<Record<string, string>>;
}

/** The names that are made of an identifier, which stands for "*". */
export const derived = {
  /** In the JSON file, of a message, a union, or an enum of a JSON Schema. */
  json: {
    check: "check*",
    decode: "decode*",
    parse: "parse*",
    encode: "encode*",
    stringify: "stringify*",
    is: "is*",
    codec: "*Codec",
    rules: "rulesOf*",
  },
  /** In the JSON file, of every enum. */
  jsonEnum: { is: "is*", kind: "*Kind" },
  /** In the binary file, of a message. */
  binary: {
    encode: "encode*Binary",
    decode: "decode*Binary",
    type: "*Binary",
    write: "write*",
    read: "read*",
  },
  /** In the binary file, of an enum. */
  binaryEnum: { to: "to*Number", from: "from*Number" },
  /** In the service file: interface and table have one name. */
  service: { service: "*", client: "*Client", unimplemented: "Unimplemented*" },
  grpc: { codecs: "*Grpc" },
  /** In the fakes file, of a message or a union. */
  fakes: { fake: "fake*" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The names of one kind for a type or a service. */
export function deriveNames<Key extends string>(
  patterns: Readonly<Record<Key, string>>,
  named: Named,
): Readonly<Record<Key, string>> {
  const entries = Object.entries<string>(patterns).map(
    ([key, pattern]) =>
      [
        key,
        finalName(
          pattern.replace("*", () => named.identifier),
          named,
        ),
      ] as const,
  );
  // Sound: the entries have the keys of the patterns.
  return Object.fromEntries(entries) as Record<Key, string>;
}

/** The function that reads an entry of a map, after the message that protobuf makes of entries. */
export function entryName(named: Named, fieldName: string): string {
  const pascal = fieldName.replace(/(?:^|_+)([^_])/g, (_, letter: string) => letter.toUpperCase());
  return finalName(`read${named.identifier}_${pascal}Entry`, named);
}

function finalName(wanted: string, { aside }: Named): string {
  return (aside !== undefined && Object.hasOwn(aside, wanted) ? aside[wanted] : undefined) ?? wanted;
}
