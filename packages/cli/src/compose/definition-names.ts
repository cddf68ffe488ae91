import { printPointer, type Tokens } from "@a2agen/generators/json-schema/json-pointer.ts";
import { capitalize } from "@a2agen/generators/naming/casing.ts";
import { uniqueName } from "@a2agen/generators/naming/unique-name.ts";
import { isObject } from "@a2agen/runtime/internal";
import type { Target } from "./file-index.ts";
import type { SchemaFile } from "./schema-file.ts";

/** What the definitions of all files are called in the composed document. */
export interface DefinitionNames {
  /** The place in the composed document, as a JSON pointer. */
  pointerOf(target: Target): string;
  /** The name of a definition of a file, or of its root: "". */
  nameOf(file: SchemaFile, definition: string): string;
}

/** A file that is not the base, with what its definitions are prefixed with where names collide. */
export interface NamedFile {
  readonly file: SchemaFile;
  readonly prefix: string;
}

const containers = ["$defs", "definitions"] as const;

/** The definitions that a file has at its root, in its order. */
export function definitionsOf(
  file: SchemaFile,
): readonly { readonly name: string; readonly tokens: Tokens }[] {
  return containers.flatMap((container) => {
    const named = file.content[container];
    const names = isObject(named) ? Object.keys(named) : [];
    return names.map((name) => ({ name, tokens: [container, name] }));
  });
}

/**
 * Names definitions so that the base keeps its names, and the others keep theirs where no other file has
 * a name that makes the same type. Of those that collide each gets the prefix of its file, whatever the
 * order of the files.
 */
export function nameDefinitions(base: SchemaFile, others: readonly NamedFile[]): DefinitionNames {
  const claims = new Map<string, number>();
  const claim = (name: string): void => {
    const type = toTypeName(name).toLowerCase();
    claims.set(type, (claims.get(type) ?? 0) + 1);
  };
  const wanted = others.map(({ file, prefix }) => ({
    file,
    prefix,
    definitions: ["", ...definitionsOf(file).map(({ name }) => name)],
  }));
  for (const { name } of definitionsOf(base)) claim(name);
  for (const { definitions, prefix } of wanted)
    for (const name of definitions) claim(name === "" ? prefix : name);
  const taken = new Set(definitionsOf(base).map(({ name }) => name));
  const names = new Map<SchemaFile, Map<string, string>>();
  for (const { file, prefix, definitions } of wanted) {
    const own = new Map<string, string>();
    names.set(file, own);
    for (const definition of definitions) {
      const plain = definition === "" ? prefix : definition;
      const isAlone = claims.get(toTypeName(plain).toLowerCase()) === 1;
      const full = isAlone ? plain : `${prefix}_${definition === "" ? "root" : definition}`;
      const name = uniqueName(full, taken, "_");
      taken.add(name);
      own.set(definition, name);
    }
  }
  const nameOf = (file: SchemaFile, definition: string): string =>
    file === base ? definition : (names.get(file)?.get(definition) ?? definition);
  return {
    nameOf,
    pointerOf({ file, tokens }) {
      const [container, definition, ...rest] = tokens;
      if (definition !== undefined && containers.some((known) => known === container)) {
        return printPointer(["$defs", nameOf(file, definition), ...rest]);
      }
      return printPointer(file === base ? tokens : ["$defs", nameOf(file, ""), ...tokens]);
    },
  };
}

/** "applied_discount" -> "AppliedDiscount"; inner capitals stay. The same as in json-schema-to-typescript. */
export function toTypeName(name: string): string {
  const joined = name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map(capitalize)
    .join("")
    .replace(/\d+[a-z]/g, (match) => match.toUpperCase());
  return /^[A-Z]/.test(joined) ? joined : `T${joined}`;
}
