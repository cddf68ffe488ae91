import type { Codec } from "../core/codec.ts";
import { setEntry } from "../core/copy-json.ts";
import { isObject, own } from "../core/object.ts";
import type { DataHolder, ReadInit } from "./data-holder.ts";
import type { MetadataPlace } from "./data-place.ts";
import type { Place } from "./decode-below.ts";
import { listKeys, type MetadataKeys, ownValue } from "./metadata-keys.ts";
import type { ObjectFields } from "./placements.ts";
import { wrongType } from "./wrong-type.ts";

/** The metadata of an object, under whose keys the data is. */
export class MetadataHolder<Data> implements DataHolder<Data> {
  readonly keys: readonly string[];
  readonly #byUri: ReadonlyMap<string, MetadataKeys<Data>>;
  readonly #all: readonly [MetadataKeys<Data>, ...MetadataKeys<Data>[]];
  readonly #typeName: string;

  constructor(uris: readonly string[], place: MetadataPlace, codec: Codec<Data>) {
    this.#byUri = listKeys(uris, place, codec);
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
