import type { Codec } from "../core/codec.ts";
import { copyJson, setEntry } from "../core/copy-json.ts";
import { DecodeError } from "../core/decode-error.ts";
import type { Issue } from "../core/issue.ts";
import { describe } from "../core/kind.ts";
import { isObject, own } from "../core/object.ts";
import { urisOf } from "../service/extension-support.ts";
import { decodeBelow, formatPlace, issueBelow, type Place, toSegments } from "./decode-below.ts";
import type { ExtensionInit, Placement } from "./extension.ts";

/** Access to the data of one extension on core objects. */
export interface MetadataAccess<Data> {
  readonly keys: readonly string[];
  get(object: object, at?: Place): Data | undefined;
  set(object: object, data: Data, init?: { readonly requested?: readonly string[] }): void;
  has(object: object): boolean;
  remove(object: object): void;
}

export function createAccess<Data, Params>(init: ExtensionInit<Data, Params>): MetadataAccess<Data> {
  const { data, fields = [], key = "uri", placements = [] } = init;
  if (data === undefined) return new NameAccess(init);
  const names = urisOf(init);
  const keysOf = new Map(
    names.map((uri) => [uri, key === "uri" ? new WholeKey(uri, data) : new FieldKeys(uri, data, fields)]),
  );
  const keys = [...keysOf.values()].flatMap((each) => each.keys);
  return {
    keys,
    get(object, at = []) {
      const { metadata: name } = placementOf(object, placements);
      const place = [...at, name];
      const metadata = readMetadata(object, name, { typeName: data.typeName, place });
      if (metadata === undefined) return undefined;
      for (const each of keysOf.values()) {
        const found = each.read(metadata, place);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    set(object, value, { requested = [] } = {}) {
      const uri = requested.find((one) => keysOf.has(one)) ?? init.uri;
      const fields = placementOf(object, placements);
      const place = [fields.metadata];
      const old = readMetadata(object, fields.metadata, { typeName: data.typeName, place }) ?? {};
      const metadata = without(old, keys);
      keysOf.get(uri)?.write(metadata, place, value);
      const uris =
        fields.extensions === undefined ? undefined : readUris(object, fields.extensions, data.typeName);
      setEntry(object as Record<string, unknown>, fields.metadata, metadata);
      if (fields.extensions !== undefined && uris?.includes(uri) === false) {
        setEntry(object as Record<string, unknown>, fields.extensions, [...uris, uri]);
      }
    },
    has(object) {
      const metadata = ownValue(object, placementOf(object, placements).metadata);
      return isObject(metadata) && keys.some((key) => ownValue(metadata, key) !== undefined);
    },
    remove(object) {
      const fields = placementOf(object, placements);
      const metadata = ownValue(object, fields.metadata);
      if (isObject(metadata) && keys.some((key) => Object.hasOwn(metadata, key))) {
        const rest = without(metadata, keys);
        if (Object.keys(rest).length === 0) Reflect.deleteProperty(object, fields.metadata);
        else setEntry(object as Record<string, unknown>, fields.metadata, rest);
      }
      removeUris(object, fields, names);
    },
  };
}

/** An extension that puts nothing in the metadata: an object names it or does not. */
class NameAccess<Data, Params> implements MetadataAccess<Data> {
  readonly keys: readonly string[] = [];
  readonly #init: ExtensionInit<Data, Params>;

  constructor(init: ExtensionInit<Data, Params>) {
    this.#init = init;
  }

  get(_object: object): Data | undefined {
    return undefined;
  }

  set(_object: object, _data: Data): void {
    throw new TypeError(`${this.#init.uri}: the extension has no data that could be set`);
  }

  has(object: object): boolean {
    const { placements = [] } = this.#init;
    const { extensions } = placementOf(object, placements);
    const uris = extensions === undefined ? undefined : ownValue(object, extensions);
    return Array.isArray(uris) && urisOf(this.#init).some((uri) => uris.includes(uri));
  }

  remove(object: object): void {
    const { placements = [] } = this.#init;
    removeUris(object, placementOf(object, placements), urisOf(this.#init));
  }
}

/** The keys of an extension in metadata, and their values; keys are compared whole, never by prefix. */
interface DataKeys<Data> {
  readonly keys: readonly string[];
  /** `place` is that of the metadata. */
  read(metadata: object, place: Place): Data | undefined;
  write(metadata: Record<string, unknown>, place: Place, data: Data): void;
}

class WholeKey<Data> implements DataKeys<Data> {
  readonly keys: readonly [string];
  readonly #codec: Codec<Data>;

  constructor(uri: string, codec: Codec<Data>) {
    this.keys = [uri];
    this.#codec = codec;
  }

  read(metadata: object, place: Place): Data | undefined {
    const [key] = this.keys;
    const value = ownValue(metadata, key);
    return value === undefined ? undefined : decodeBelow(this.#codec, value, [...place, { key }]);
  }

  write(metadata: Record<string, unknown>, place: Place, data: Data): void {
    const [key] = this.keys;
    setEntry(metadata, key, this.#codec.encode(decodeBelow(this.#codec, data, [...place, { key }])));
  }
}

class FieldKeys<Data> implements DataKeys<Data> {
  readonly keys: readonly string[];
  readonly #uri: string;
  readonly #codec: Codec<Data>;
  readonly #fields: readonly string[];

  constructor(uri: string, codec: Codec<Data>, fields: readonly string[]) {
    this.keys = fields.map((field) => `${uri}/${field}`);
    this.#uri = uri;
    this.#codec = codec;
    this.#fields = fields;
  }

  read(metadata: object, place: Place): Data | undefined {
    const data: Record<string, unknown> = {};
    let isThere = false;
    for (const field of this.#fields) {
      const value = ownValue(metadata, `${this.#uri}/${field}`);
      if (value === undefined) continue;
      setEntry(data, field, value);
      isThere = true;
    }
    return isThere ? this.#decode(data, place) : undefined;
  }

  write(metadata: Record<string, unknown>, place: Place, data: Data): void {
    const encoded = this.#codec.encode(this.#decode(data, place)) as object;
    for (const field of this.#fields) {
      const value = ownValue(encoded, field);
      if (value !== undefined) setEntry(metadata, `${this.#uri}/${field}`, value);
    }
  }

  #decode(data: unknown, place: Place): Data {
    const result = this.#codec.tryDecode(copyJson(data));
    if (result.ok) return result.value;
    throw new DecodeError(
      this.#codec.typeName,
      result.issues.map((issue) => this.#placed(issue, place)),
    );
  }

  /** A problem in a field is one below the field's key. */
  #placed(issue: Issue, place: Place): Issue {
    const [field, ...segments] = issue.segments;
    if (typeof field !== "string" || !this.#fields.includes(field)) return issueBelow(issue, place);
    const path = issue.path.slice(field.length).replace(/^\./, "");
    return issueBelow({ ...issue, path, segments }, [...place, { key: `${this.#uri}/${field}` }]);
  }
}

/** null is the same as nothing, as in every field. */
function ownValue(object: object, name: string): unknown {
  return own(object, name) ?? undefined;
}

function readMetadata(
  object: object,
  name: string,
  { typeName, place }: { readonly typeName: string; readonly place: Place },
): object | undefined {
  const metadata = ownValue(object, name);
  if (metadata === undefined || isObject(metadata)) return metadata;
  throw wrongType(place, "an object", { typeName, value: metadata });
}

function readUris(object: object, name: string, typeName: string): readonly unknown[] {
  const uris = ownValue(object, name) ?? [];
  if (Array.isArray(uris)) return uris;
  throw wrongType([name], "an array", { typeName, value: uris });
}

function wrongType(
  place: Place,
  expected: string,
  { typeName, value }: { readonly typeName: string; readonly value: unknown },
): DecodeError {
  return new DecodeError(typeName, [
    {
      code: "type",
      path: formatPlace(place),
      segments: toSegments(place),
      message: `expected ${expected}, got ${describe(value)}`,
    },
  ]);
}

/** A copy: the object may share its metadata with others. */
function without(metadata: object, keys: readonly string[]): Record<string, unknown> {
  const rest: Record<string, unknown> = { ...metadata };
  for (const key of keys) Reflect.deleteProperty(rest, key);
  return rest;
}

function removeUris(object: object, { extensions }: ObjectFields, names: readonly string[]): void {
  if (extensions === undefined) return;
  const uris = ownValue(object, extensions);
  if (!Array.isArray(uris) || !names.some((uri) => uris.includes(uri))) return;
  const rest = uris.filter((entry) => !names.includes(entry as string));
  if (rest.length === 0) Reflect.deleteProperty(object, extensions);
  else setEntry(object as Record<string, unknown>, extensions, rest);
}

/** Where data is on an object, and its list of URIs if it has one. */
interface ObjectFields {
  readonly metadata: string;
  readonly extensions: string | undefined;
}

/** Finds out of which of an extension's types an object is: of one whose REQUIRED fields it has. */
function placementOf(object: object, placements: readonly Placement[]): ObjectFields {
  const [first, ...others] = placements;
  if (first === undefined) return { metadata: "metadata", extensions: undefined };
  const { metadata, extensions } = first;
  if (others.every((other) => other.metadata === metadata && other.extensions === extensions)) {
    return { metadata, extensions };
  }
  const fits = placements
    .filter(
      ({ required = [] }) => required.length > 0 && required.every((name) => Object.hasOwn(object, name)),
    )
    .toSorted((one, other) => (other.required?.length ?? 0) - (one.required?.length ?? 0));
  const [best] = fits;
  if (best !== undefined) return { metadata: best.metadata, extensions: best.extensions };
  // Of a type that is not known, what the object has already is all that is certain.
  const list = placements.find(
    (entry) => entry.extensions !== undefined && Object.hasOwn(object, entry.extensions),
  );
  return { metadata, extensions: list?.extensions };
}
