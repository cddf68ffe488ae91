import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { FileModel, MessageModel, Model } from "../../model/model.ts";
import { bundlePath, namePackage, type PackageNames } from "../jsonschema/package-names.ts";
import type { SchemaMode } from "../jsonschema/schema.ts";

/** Where the schemas of all types of a request are. */
export interface SchemaUniverse {
  readonly index: ModelIndex;
  readonly files: readonly FileModel[];
  /** The definition of a type in the bundle of its package, as an absolute URL. */
  bundleRef(typeName: string, mode: SchemaMode): string;
  definitionOf(typeName: string): string;
  namesOf(protoPackage: string): PackageNames;
}

export function createSchemaUniverse(model: Model): SchemaUniverse {
  const index = indexModel(model);
  const known = new Map<string, PackageNames>();
  const namesOf = (protoPackage: string): PackageNames => {
    const found = known.get(protoPackage);
    if (found !== undefined) return found;
    const files = model.files.filter((file) => file.package === protoPackage);
    const profile = model.profiles[files[0]?.profile ?? ""];
    if (profile === undefined) throw new Error(`the model has no profile of package "${protoPackage}"`);
    const names = namePackage(protoPackage, { profile, files });
    known.set(protoPackage, names);
    return names;
  };
  const namesFor = (typeName: string): PackageNames => namesOf(index.fileOf(typeName).package);
  return {
    index,
    files: model.files,
    namesOf,
    definitionOf: (typeName) => namesFor(typeName).definitionOf(typeName),
    bundleRef(typeName, mode) {
      const names = namesFor(typeName);
      return `${names.base}${bundlePath(names, mode)}#/$defs/${names.definitionOf(typeName)}`;
    },
  };
}

/** The messages that hold one of those given, at any depth, and these themselves. */
export function findHolders(
  universe: SchemaUniverse,
  held: ReadonlySet<MessageModel>,
): ReadonlySet<MessageModel> {
  const packages = new Set([...held].map(({ typeName }) => universe.index.fileOf(typeName).package));
  const messages = universe.files
    .filter((file) => packages.has(file.package))
    .flatMap((file) => file.messages);
  const holders = new Map<string, MessageModel[]>();
  for (const message of messages) {
    for (const { shape } of message.fields) {
      if (shape.type.kind !== "message") continue;
      const list = holders.get(shape.type.typeName);
      if (list === undefined) holders.set(shape.type.typeName, [message]);
      else list.push(message);
    }
  }
  const found = new Set(held);
  // The set grows while it is walked.
  for (const message of found) for (const holder of holders.get(message.typeName) ?? []) found.add(holder);
  return found;
}

/** The types of an extension's own packages that a message of it consists of, and the message itself. */
export function findParts(
  universe: SchemaUniverse,
  { roots, isCore }: { readonly roots: readonly string[]; readonly isCore: (typeName: string) => boolean },
): readonly string[] {
  const messages = new Map(
    universe.files.flatMap((file) => file.messages.map((message) => [message.typeName, message])),
  );
  const found = new Set(roots);
  // The set grows while it is walked.
  for (const typeName of found) {
    for (const { shape } of messages.get(typeName)?.fields ?? []) {
      const { type } = shape;
      if ((type.kind === "message" || type.kind === "enum") && !isCore(type.typeName))
        found.add(type.typeName);
    }
  }
  return [...found];
}
