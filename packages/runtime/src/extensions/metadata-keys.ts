import type { Codec } from "../core/codec.ts";
import { copyJson, setEntry } from "../core/copy-json.ts";
import { DecodeError } from "../core/decode-error.ts";
import type { Issue } from "../core/issue.ts";
import { isObject, own } from "../core/object.ts";
import type { MetadataPlace } from "./data-place.ts";
import { decodeBelow, issueBelow, type Place, type Reading } from "./decode-below.ts";

/** What an extension has in the metadata of an object; keys are compared whole, never by prefix. */
export interface MetadataKeys<Data> {
  /** The keys that no other extension may use; those of nested places are joined by dots. */
  readonly keys: readonly string[];
  has(metadata: object): boolean;
  /** The data, checked. `place` is that of the metadata. */
  read(metadata: object, place: Place, reading: Reading): Data | undefined;
  /** Puts a copy of the data into metadata that is the caller's own. */
  write(metadata: Record<string, unknown>, place: Place, data: Data): void;
  /** Takes the data out of metadata that is the caller's own. */
  clear(metadata: Record<string, unknown>): void;
}

/** The keys of a place in metadata by the URI under which a call asks, its own first. */
export function listKeys<Data>(
  uris: readonly string[],
  place: MetadataPlace,
  codec: Codec<Data>,
): ReadonlyMap<string, MetadataKeys<Data>> {
  switch (place.kind) {
    case "key": {
      const { keys, suffix } = place;
      const named = keys ?? (suffix === undefined ? uris : uris.map((uri) => withoutScheme(uri) + suffix));
      return byUri(keys === undefined ? uris : named, named, (key) => new WholeKey(key, codec));
    }
    case "fields": {
      const { prefixes, fields } = place;
      const named = prefixes ?? uris.map((uri) => `${uri}/`);
      return byUri(
        prefixes === undefined ? uris : named,
        named,
        (prefix) => new FieldKeys(prefix, codec, fields),
      );
    }
    case "path":
      return new Map([[place.path.join("."), new PathKey(place.path, codec)]]);
  }
}

function byUri<Data>(
  names: readonly string[],
  keys: readonly string[],
  create: (key: string) => MetadataKeys<Data>,
): ReadonlyMap<string, MetadataKeys<Data>> {
  return new Map(keys.map((key, index) => [names[index] ?? key, create(key)]));
}

/** The URI as it stands in keys that have no scheme: "example.com/ext/v1". */
export function withoutScheme(uri: string): string {
  return uri.replace(/^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/)?/, "");
}

class WholeKey<Data> implements MetadataKeys<Data> {
  readonly keys: readonly [string];
  readonly #codec: Codec<Data>;

  constructor(key: string, codec: Codec<Data>) {
    this.keys = [key];
    this.#codec = codec;
  }

  has(metadata: object): boolean {
    return ownValue(metadata, this.keys[0]) !== undefined;
  }

  read(metadata: object, place: Place, reading: Reading): Data | undefined {
    const [key] = this.keys;
    const value = ownValue(metadata, key);
    return value === undefined ? undefined : decodeBelow(this.#codec, value, [...place, { key }], reading);
  }

  write(metadata: Record<string, unknown>, place: Place, data: Data): void {
    const [key] = this.keys;
    setEntry(metadata, key, this.#codec.encode(decodeBelow(this.#codec, data, [...place, { key }])));
  }

  clear(metadata: Record<string, unknown>): void {
    Reflect.deleteProperty(metadata, this.keys[0]);
  }
}

class FieldKeys<Data> implements MetadataKeys<Data> {
  readonly keys: readonly string[];
  readonly #prefix: string;
  readonly #codec: Codec<Data>;
  readonly #fields: readonly string[];

  constructor(prefix: string, codec: Codec<Data>, fields: readonly string[]) {
    this.keys = fields.map((field) => `${prefix}${field}`);
    this.#prefix = prefix;
    this.#codec = codec;
    this.#fields = fields;
  }

  has(metadata: object): boolean {
    return this.keys.some((key) => ownValue(metadata, key) !== undefined);
  }

  read(metadata: object, place: Place, reading: Reading): Data | undefined {
    const data: Record<string, unknown> = {};
    let isThere = false;
    for (const field of this.#fields) {
      const value = ownValue(metadata, `${this.#prefix}${field}`);
      if (value === undefined) continue;
      setEntry(data, field, value);
      isThere = true;
    }
    if (!isThere) return undefined;
    return reading === "shared" && this.#codec.is(data) ? data : this.#decode(data, place);
  }

  write(metadata: Record<string, unknown>, place: Place, data: Data): void {
    const encoded = this.#codec.encode(this.#decode(data, place)) as object;
    for (const field of this.#fields) {
      const value = ownValue(encoded, field);
      if (value !== undefined) setEntry(metadata, `${this.#prefix}${field}`, value);
    }
  }

  clear(metadata: Record<string, unknown>): void {
    for (const key of this.keys) Reflect.deleteProperty(metadata, key);
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
    return issueBelow({ ...issue, path, segments }, [...place, { key: `${this.#prefix}${field}` }]);
  }
}

/** Data below objects that several extensions share. */
class PathKey<Data> implements MetadataKeys<Data> {
  readonly keys: readonly [string];
  readonly #path: readonly string[];
  readonly #codec: Codec<Data>;

  constructor(path: readonly string[], codec: Codec<Data>) {
    this.keys = [path.join(".")];
    this.#path = path;
    this.#codec = codec;
  }

  has(metadata: object): boolean {
    return this.#find(metadata) !== undefined;
  }

  read(metadata: object, place: Place, reading: Reading): Data | undefined {
    const value = this.#find(metadata);
    return value === undefined
      ? undefined
      : decodeBelow(this.#codec, value, this.#placeBelow(place), reading);
  }

  write(metadata: Record<string, unknown>, place: Place, data: Data): void {
    const value = this.#codec.encode(decodeBelow(this.#codec, data, this.#placeBelow(place)));
    let holder = metadata;
    for (const step of this.#path.slice(0, -1)) {
      const held = ownValue(holder, step);
      const copy: Record<string, unknown> = isObject(held) && !Array.isArray(held) ? { ...held } : {};
      setEntry(holder, step, copy);
      holder = copy;
    }
    setEntry(holder, this.#path.at(-1) ?? "", value);
  }

  clear(metadata: Record<string, unknown>): void {
    clearPath(metadata, this.#path);
  }

  #find(metadata: object): unknown {
    let value: unknown = metadata;
    for (const step of this.#path) value = isObject(value) ? ownValue(value, step) : undefined;
    return value;
  }

  #placeBelow(place: Place): Place {
    return [...place, ...this.#path.map((key) => ({ key }))];
  }
}

/** Takes out the last step of a path, and the objects around it that have nothing else. */
function clearPath(holder: Record<string, unknown>, [step, ...rest]: readonly string[]): void {
  if (step === undefined) return;
  const held = ownValue(holder, step);
  if (held === undefined) return;
  if (rest.length === 0) {
    Reflect.deleteProperty(holder, step);
    return;
  }
  if (!isObject(held)) return;
  const copy: Record<string, unknown> = { ...held };
  clearPath(copy, rest);
  if (Object.keys(copy).length === 0) Reflect.deleteProperty(holder, step);
  else setEntry(holder, step, copy);
}

/** null is the same as nothing, as in every field. */
export function ownValue(object: object, name: string): unknown {
  return own(object, name) ?? undefined;
}
