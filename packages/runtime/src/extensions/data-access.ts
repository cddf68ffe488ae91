import type { Codec } from "../core/codec.ts";
import { setEntry } from "../core/copy-json.ts";
import { DecodeError } from "../core/decode-error.ts";
import { isObject, own } from "../core/object.ts";
import { isDecodeError } from "../service/request-error.ts";
import type { DataPlace, DataSide, InvalidData } from "./data-place.ts";
import { formatPlace, type Place, type Reading, toSegments } from "./decode-below.ts";
import type { DataInit, SetInit } from "./extension.ts";
import { listKeys, type MetadataKeys, ownValue } from "./metadata-keys.ts";
import { isParts, type PartData, PartKeyData, PartTypeData } from "./part-data.ts";
import { type ObjectFields, placementOf, sideOf } from "./placements.ts";
import { wrongType } from "./wrong-type.ts";

/** Access to one kind of data of an extension on core objects. */
export interface DataAccess<Data> {
  /** The keys in metadata that no other extension may use. */
  readonly keys: readonly string[];
  get(object: object, at?: Place): Data | undefined;
  /** As `get`, without a copy where none is needed. */
  look(object: object, at?: Place): Data | undefined;
  require(object: object, at?: Place): Data;
  set(object: object, data: Data, init?: SetInit): void;
  has(object: object): boolean;
  remove(object: object): void;
  /** The data in one part, and parts with it; of data in parts only. */
  readonly parts?: PartData<Data>;
}

/** Data of an extension under a name; the name is empty for an extension that has no other. */
export interface NamedData<Data> extends DataInit<Data> {
  readonly uris: readonly string[];
  readonly name: string;
  /** Whether an object has other data of the extension, so that it goes on naming it. */
  readonly hasOther?: (object: object) => boolean;
}

/** Where the data stands on an object whose fields are known. */
interface Holder<Data> {
  readonly keys: readonly string[];
  has(object: object, fields: ObjectFields): boolean;
  read(object: object, fields: ObjectFields, given: ReadInit): Data | undefined;
  write(object: object, fields: ObjectFields, given: { readonly data: Data; readonly uri: string }): void;
  clear(object: object, fields: ObjectFields): void;
}

interface ReadInit {
  readonly at: Place;
  readonly reading: Reading;
}

export function createAccess<Data>(init: NamedData<Data>): DataAccess<Data> {
  const { uris, name, codec, placements, from, invalid = "refuse", hasOther = () => false } = init;
  const [uri = ""] = uris;
  const parts = partsOf(init);
  const holder = parts === undefined ? new MetadataHolder(init) : new PartsHolder(parts, codec.typeName);
  const isOther = (object: object, fields: ObjectFields): boolean => isOtherSide(from, object, fields);
  const read = (object: object, given: ReadInit): Data | undefined => {
    const fields = placementOf(object, placements);
    if (isOther(object, fields)) return undefined;
    return readAs(invalid, () => holder.read(object, fields, given));
  };
  const access: DataAccess<Data> = {
    keys: holder.keys,
    get: (object, at = []) => read(object, { at, reading: "copy" }),
    look: (object, at = []) => read(object, { at, reading: "shared" }),
    require(object, at = []) {
      const found = access.get(object, at);
      if (found !== undefined) return found;
      const what = name === "" ? "the data" : name;
      const path = formatPlace(at);
      throw new DecodeError(codec.typeName, [
        {
          code: "required",
          path,
          segments: toSegments(at),
          message: `expected ${what} of ${uri}, found none`,
        },
      ]);
    },
    set(object, data, { requested = [] } = {}) {
      const written = requested.find((one) => uris.includes(one)) ?? uri;
      const fields = placementOf(object, placements);
      if (isOther(object, fields)) {
        throw new TypeError(
          `${uri}: ${name === "" ? "its data" : name} is written by the ${from}, and the object is of the other side`,
        );
      }
      const listed = fields.extensions === undefined ? undefined : readUris(object, fields.extensions, codec);
      holder.write(object, fields, { data, uri: written });
      if (fields.extensions !== undefined && listed?.includes(written) === false) {
        setEntry(object as Record<string, unknown>, fields.extensions, [...listed, written]);
      }
    },
    has(object) {
      const fields = placementOf(object, placements);
      return !isOther(object, fields) && holder.has(object, fields);
    },
    remove(object) {
      const fields = placementOf(object, placements);
      if (isOther(object, fields)) return;
      holder.clear(object, fields);
      if (!hasOther(object)) removeUris(object, fields, uris);
    },
  };
  return parts === undefined ? access : { ...access, parts };
}

function partsOf<Data>({ codec, place, placements, invalid }: NamedData<Data>): PartData<Data> | undefined {
  if (!isParts(place)) return undefined;
  const fields = placements.find(({ parts }) => parts !== undefined)?.parts;
  if (fields === undefined) {
    throw new TypeError(`placements: data in parts needs an object that has parts`);
  }
  return place.kind === "part-key"
    ? new PartKeyData(codec, { key: place.key, fields })
    : // The data of parts of a media type is a list, of which the codec is that of an element.
      (new PartTypeData(codec, { place, fields, skips: invalid === "skip" }) as unknown as PartData<Data>);
}

function readAs<Data>(invalid: InvalidData, read: () => Data | undefined): Data | undefined {
  if (invalid !== "ignore") return read();
  try {
    return read();
  } catch (error) {
    if (isDecodeError(error)) return undefined;
    throw error;
  }
}

function isOtherSide(from: DataSide | undefined, object: object, fields: ObjectFields): boolean {
  if (from === undefined) return false;
  const side = sideOf(object, fields);
  return side !== undefined && side !== from;
}

class MetadataHolder<Data> implements Holder<Data> {
  readonly keys: readonly string[];
  readonly #byUri: ReadonlyMap<string, MetadataKeys<Data>>;
  readonly #all: readonly [MetadataKeys<Data>, ...MetadataKeys<Data>[]];
  readonly #typeName: string;

  constructor({ uris, codec, place }: NamedData<Data>) {
    this.#byUri = listKeys(uris, place as Exclude<DataPlace, { readonly kind: `part-${string}` }>, codec);
    // There is at least one key for each place.
    this.#all = [...this.#byUri.values()] as [MetadataKeys<Data>, ...MetadataKeys<Data>[]];
    this.keys = this.#all.flatMap(({ keys }) => keys);
    this.#typeName = codec.typeName;
  }

  has(object: object, { metadata: name }: ObjectFields): boolean {
    const metadata = ownValue(object, name);
    return isObject(metadata) && this.#all.some((keys) => keys.has(metadata));
  }

  read(object: object, { metadata: name }: ObjectFields, { at, reading }: ReadInit): Data | undefined {
    const place = [...at, name];
    const metadata = this.#metadataOf(object, name, place);
    if (metadata === undefined) return undefined;
    for (const keys of this.#all) {
      const found = keys.read(metadata, place, reading);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  write(object: object, { metadata: name }: ObjectFields, { data, uri }: { data: Data; uri: string }): void {
    const place = [name];
    const metadata = this.#cleared(this.#metadataOf(object, name, place) ?? {});
    (this.#byUri.get(uri) ?? this.#all[0]).write(metadata, place, data);
    setEntry(object as Record<string, unknown>, name, metadata);
  }

  clear(object: object, { metadata: name }: ObjectFields): void {
    const metadata = ownValue(object, name);
    if (!isObject(metadata)) return;
    const rest = this.#cleared(metadata);
    // null and what is empty below a path count as absent, and go as well.
    if (isSame(rest, metadata)) return;
    if (Object.keys(rest).length === 0) Reflect.deleteProperty(object, name);
    else setEntry(object as Record<string, unknown>, name, rest);
  }

  /** A copy: the object may share its metadata with others. */
  #cleared(metadata: object): Record<string, unknown> {
    const rest: Record<string, unknown> = { ...metadata };
    for (const keys of this.#all) keys.clear(rest);
    return rest;
  }

  #metadataOf(object: object, name: string, place: Place): object | undefined {
    const metadata = ownValue(object, name);
    if (metadata === undefined || isObject(metadata)) return metadata;
    throw wrongType(place, "an object", { typeName: this.#typeName, value: metadata });
  }
}

function isSame(one: object, other: object): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length && entries.every(([key, value]) => own(other, key) === value)
  );
}

/** The parts of an object, of which some have the data. */
class PartsHolder<Data> implements Holder<Data> {
  readonly keys: readonly string[] = [];
  readonly #parts: PartData<Data>;
  readonly #typeName: string;

  constructor(parts: PartData<Data>, typeName: string) {
    this.#parts = parts;
    this.#typeName = typeName;
  }

  has(object: object, fields: ObjectFields): boolean {
    const list = fields.parts === undefined ? undefined : ownValue(object, fields.parts.field);
    return Array.isArray(list) && list.some((part) => isObject(part) && this.#parts.isPart(part));
  }

  read(object: object, { parts: fields }: ObjectFields, { at, reading }: ReadInit): Data | undefined {
    if (fields === undefined) return undefined;
    const place = [...at, fields.field];
    return this.#parts.readAll(this.#listOf(object, fields.field, place), place, reading);
  }

  write(object: object, { parts: fields }: ObjectFields, { data }: { data: Data }): void {
    if (fields === undefined) throw new TypeError("the object has no parts that could hold the data");
    const list = this.#listOf(object, fields.field, [fields.field]);
    setEntry(object as Record<string, unknown>, fields.field, this.#parts.replaceIn(list, data));
  }

  clear(object: object, { parts: fields }: ObjectFields): void {
    if (fields === undefined || !this.has(object, { parts: fields } as ObjectFields)) return;
    const list = this.#listOf(object, fields.field, [fields.field]);
    setEntry(object as Record<string, unknown>, fields.field, this.#parts.removeFrom(list));
  }

  #listOf(object: object, name: string, place: Place): readonly unknown[] {
    const list = ownValue(object, name) ?? [];
    if (Array.isArray(list)) return list;
    throw wrongType(place, "an array", { typeName: this.#typeName, value: list });
  }
}

function readUris(object: object, name: string, { typeName }: Codec<unknown>): readonly unknown[] {
  const uris = ownValue(object, name) ?? [];
  if (Array.isArray(uris)) return uris;
  throw wrongType([name], "an array", { typeName, value: uris });
}

/** Takes URIs off an object's list of extensions. */
export function removeUris(object: object, { extensions }: ObjectFields, names: readonly string[]): void {
  if (extensions === undefined) return;
  const uris = ownValue(object, extensions);
  if (!Array.isArray(uris) || !names.some((uri) => uris.includes(uri))) return;
  const rest = uris.filter((entry) => !names.includes(entry as string));
  if (rest.length === 0) Reflect.deleteProperty(object, extensions);
  else setEntry(object as Record<string, unknown>, extensions, rest);
}
