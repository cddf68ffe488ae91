import { copyJson } from "../core/copy-json.ts";
import { own } from "../core/object.ts";
import { type ComposedExtension, type Composition, formatExtensionName } from "./composition.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "./schema.ts";

/**
 * The base schema with what the named extensions add to it, and nothing of the others. Names are
 * those of `formatExtensionName`; throws a TypeError for one that the composition does not have.
 */
export function applyExtensions(composition: Composition, names: Iterable<string>): SchemaObject {
  const active = findExtensions(composition, new Set(names));
  const document: Writable = copyJson(composition.base);
  const definitions = [...active, ...findUsed(composition, active)];
  if (definitions.some((extension) => Object.keys(extension.definitions).length > 0)) {
    const all = own(document, "$defs") ?? {};
    setMember(document, "$defs", all);
    for (const extension of definitions) {
      for (const [name, schema] of Object.entries(extension.definitions)) {
        setMember(all as Writable, name, copyJson(schema));
      }
    }
  }
  for (const { fields, values } of active) {
    for (const { object, name, schema } of fields) addField(document, { object, name, schema });
    for (const { schema, values: added } of values) addValues(document, schema, added);
  }
  return document;
}

type Writable = Record<string, unknown>;

function findExtensions(
  { extensions }: Composition,
  names: ReadonlySet<string>,
): readonly ComposedExtension[] {
  const found = extensions.filter((extension) => names.has(formatExtensionName(extension)));
  if (found.length < names.size) {
    const known = extensions.map(formatExtensionName);
    const unknown = [...names].filter((name) => !known.includes(name));
    throw new TypeError(
      `expected names of the composition's extensions, ${known.join(", ") || "of which there are none"}; found ${JSON.stringify(unknown.slice(0, 5))}`,
    );
  }
  return found;
}

/** The other extensions whose definitions the active ones refer to. */
function findUsed(
  { extensions }: Composition,
  active: readonly ComposedExtension[],
): readonly ComposedExtension[] {
  const used = new Set(active);
  for (const { uses } of used) {
    for (const extension of extensions) if (uses.includes(extension.identifier)) used.add(extension);
  }
  return [...used].filter((extension) => !active.includes(extension));
}

function addField(
  document: Writable,
  { object, name, schema }: { object: string; name: string; schema: Schema },
): void {
  const target = at(document, object);
  const properties = own(target, "properties") ?? {};
  setMember(target, "properties", properties);
  setMember(properties as Writable, name, copyJson(schema));
}

function addValues(document: Writable, pointer: string, added: readonly unknown[]): void {
  const target = at(document, pointer);
  const before = own(target, "enum");
  const values: unknown[] = Array.isArray(before) ? [...(before as readonly unknown[])] : [];
  for (const value of added) {
    const text = JSON.stringify(value);
    if (!values.some((known) => JSON.stringify(known) === text)) values.push(value);
  }
  setMember(target, "enum", values);
}

/** What a pointer of the composition leads to; the composition was checked when it was made. */
function at(document: Writable, pointer: string): Writable {
  let value: unknown = document;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? (value as Writable)[key]
        : undefined;
  }
  if (!isSchemaObject(value)) {
    throw new TypeError(`the composition is broken: there is no schema at ${JSON.stringify(pointer)}`);
  }
  return value;
}

/** A plain assignment of "__proto__" would set the prototype. */
function setMember(object: Writable, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
}
