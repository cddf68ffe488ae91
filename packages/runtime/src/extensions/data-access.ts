import type { Codec } from "../core/codec.ts";
import { setEntry } from "../core/copy-json.ts";
import { DecodeError } from "../core/decode-error.ts";
import { isDecodeError } from "../service/request-error.ts";
import type { DataHolder, ReadInit } from "./data-holder.ts";
import { type DataSide, type InvalidData, isInParts } from "./data-place.ts";
import { formatPlace, type Place, toSegments } from "./decode-below.ts";
import type { DataInit, SetInit } from "./extension.ts";
import { MetadataHolder } from "./metadata-holder.ts";
import { ownValue } from "./metadata-keys.ts";
import { type PartData, PartKeyData, PartTypeData } from "./part-data.ts";
import { PartsHolder } from "./parts-holder.ts";
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

export function createAccess<Data>(init: NamedData<Data>): DataAccess<Data> {
  const { uris, name, codec, placements, from, invalid = "refuse", hasOther = () => false } = init;
  const [uri = ""] = uris;
  const { parts, holder } = createHolder(init);
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

/** What holds the data, and the parts that it may be in. */
function createHolder<Data>({ uris, codec, place, placements, invalid }: NamedData<Data>): {
  readonly holder: DataHolder<Data>;
  readonly parts?: PartData<Data>;
} {
  if (!isInParts(place)) return { holder: new MetadataHolder(uris, place, codec) };
  const fields = placements.find(({ parts }) => parts !== undefined)?.parts;
  if (fields === undefined) throw new TypeError("placements: data in parts needs an object that has parts");
  const parts =
    place.kind === "part-key"
      ? new PartKeyData(codec, { key: place.key, fields })
      : // The data of parts of a media type is a list, of which the codec is that of an element.
        (new PartTypeData(codec, { place, fields, skips: invalid === "skip" }) as unknown as PartData<Data>);
  return { holder: new PartsHolder(parts, codec.typeName), parts };
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
