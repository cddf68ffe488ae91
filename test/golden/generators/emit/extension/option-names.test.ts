import { createFileRegistry, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { beforeAll, expect, test } from "vitest";
import { toLowerWords } from "../../../../../generators/naming/casing.ts";
import schema from "../../../../../profiles/extension.schema.json" with { type: "json" };
import { compileProtos } from "../../../../shared/process/compile-protos.ts";

/** The part of a JSON Schema that names members and their words. */
interface Node {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly unknown[];
}

// Its type has each word and member by itself.
const definitions = schema.$defs as unknown as Readonly<Record<string, Node>>;
const { extension, placedData, at, states, limit, ownError } = definitions;

let messageOf: (name: string) => DescMessage;

beforeAll(async () => {
  const registry = createFileRegistry(await compileProtos({}, ["a2agen/options.proto"]));
  messageOf = (name) => {
    const found = registry.getMessage(`a2agen.${name}`);
    if (found === undefined) throw new Error(`no message ${name}`);
    return found;
  };
});

test.each<{
  message: string;
  node: Node | undefined;
  /** What one has and the other has not, and why. */
  inManifest?: Readonly<Record<string, string>>;
  inProto?: Readonly<Record<string, string>>;
}>([
  {
    message: "Extension",
    node: extension,
    inManifest: { name: "that of the message", states: "stateMachine", methods: "those of the service" },
    inProto: {
      key: "at, for all data",
      objects: "on, for all data",
      services: "methods, of OpenRPC documents",
      narrows: "a manifest has no rules for core fields",
      stateMachine: "states",
    },
  },
  { message: "ExtensionHeader", node: extension?.properties?.["headers"]?.items },
  { message: "Dependency", node: extension?.properties?.["dependencies"]?.items },
  {
    message: "ExtensionData",
    node: placedData,
    inManifest: { check: "a proto has no modules of code beside it" },
  },
  {
    message: "DataPlace",
    node: { properties: Object.assign({}, ...(at?.anyOf ?? []).map(({ properties }) => properties)) },
    inProto: { uri: "the words uri and uri-field" },
  },
  { message: "ExtensionLimit", node: limit },
  { message: "ExtensionError", node: ownError },
  {
    message: "StateMachine",
    node: states,
    inManifest: {
      initial: "moves from the zero value",
      moves: "transitions",
      carries: "in states",
      taskStates: "in states",
    },
    inProto: { transitions: "moves", states: "carries and taskStates" },
  },
  { message: "Transition", node: states?.properties?.["moves"]?.items },
])(
  "$message names what the schema of manifests names",
  ({ message, node, inManifest = {}, inProto = {} }) => {
    const { fields } = messageOf(message);
    const properties = node?.properties ?? {};
    expect(fields.map(({ jsonName }) => jsonName).filter((name) => !(name in inProto))).toEqual(
      expect.arrayContaining(Object.keys(properties).filter((name) => !(name in inManifest))),
    );
    expect(fields.length - Object.keys(inProto).length).toBe(
      Object.keys(properties).length - Object.keys(inManifest).length,
    );
    for (const field of fields) {
      // Who writes what both sides write is not said.
      const words = properties[field.jsonName]?.enum?.filter(
        (word) => word !== "either" || field.jsonName !== "from",
      );
      if (words !== undefined)
        expect(wordsOf(field)).toEqual(words.map((word) => toLowerWords(String(word), "-")));
    }
  },
);

/** The values of an enum as a manifest has them, but for the one that says nothing. */
function wordsOf(field: DescField): readonly string[] {
  const { values = [], sharedPrefix = "" } = field.enum ?? {};
  return values.slice(1).map(({ name }) => toLowerWords(name.slice(sharedPrefix.length), "-"));
}
