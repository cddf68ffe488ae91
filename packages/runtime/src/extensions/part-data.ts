import type { Codec } from "../core/codec.ts";
import { setEntry } from "../core/copy-json.ts";
import { isObject } from "../core/object.ts";
import { isDecodeError } from "../service/request-error.ts";
import type { DataPlace } from "./data-place.ts";
import { decodeBelow, type Place, type Reading } from "./decode-below.ts";
import type { PartFields } from "./extension.ts";
import { ownValue } from "./metadata-keys.ts";
import { wrongType } from "./wrong-type.ts";

/** The data of an extension in the parts of an object. */
export interface PartData<Data> {
  /** Whether a part has such data, right or wrong. */
  isPart(part: object): boolean;
  /** The data in a list of parts; `place` is that of the list. */
  readAll(parts: readonly unknown[], place: Place, reading: Reading): Data | undefined;
  /** The parts that hold the data. */
  toParts(data: Data): object[];
  /** A copy of a list of parts with the data in the place of what was there, or at its end. */
  replaceIn(parts: readonly unknown[], data: Data): unknown[];
  removeFrom(parts: readonly unknown[]): unknown[];
}

/** Data under a key of the object that a part holds. */
export class PartKeyData<Data> implements PartData<Data> {
  readonly #codec: Codec<Data>;
  readonly #key: string;
  readonly #fields: PartFields;

  constructor(codec: Codec<Data>, { key, fields }: { readonly key: string; readonly fields: PartFields }) {
    this.#codec = codec;
    this.#key = key;
    this.#fields = fields;
  }

  isPart(part: object): boolean {
    const data = ownValue(part, this.#fields.data);
    return isObject(data) && ownValue(data, this.#key) !== undefined;
  }

  readAll(parts: readonly unknown[], place: Place, reading: Reading): Data | undefined {
    const index = parts.findIndex((part) => isObject(part) && this.isPart(part));
    if (index === -1) return undefined;
    const data = ownValue(parts[index] as object, this.#fields.data) as object;
    const at = [...place, index, this.#fields.data, { key: this.#key }];
    return decodeBelow(this.#codec, ownValue(data, this.#key), at, reading);
  }

  toParts(data: Data): object[] {
    return [{ [this.#fields.data]: this.#entry({}, data) }];
  }

  replaceIn(parts: readonly unknown[], data: Data): unknown[] {
    const index = parts.findIndex((part) => isObject(part) && this.isPart(part));
    if (index === -1) return [...parts, ...this.toParts(data)];
    const part = parts[index] as object;
    const held = ownValue(part, this.#fields.data) as object;
    return parts.with(index, { ...part, [this.#fields.data]: this.#entry(held, data) });
  }

  removeFrom(parts: readonly unknown[]): unknown[] {
    return parts.flatMap((part) => {
      if (!isObject(part) || !this.isPart(part)) return [part];
      const { [this.#key]: _removed, ...rest } = ownValue(part, this.#fields.data) as Record<string, unknown>;
      return Object.keys(rest).length === 0 ? [] : [{ ...part, [this.#fields.data]: rest }];
    });
  }

  #entry(held: object, data: Data): object {
    const copy: Record<string, unknown> = { ...held };
    setEntry(copy, this.#key, this.#codec.encode(decodeBelow(this.#codec, data, [{ key: this.#key }])));
    return copy;
  }
}

/** The name under which A2A's extensions say the media type of a part in its metadata. */
const metadataMarker = "mimeType";

interface PartTypeInit {
  readonly place: Extract<DataPlace, { readonly kind: "part-type" }>;
  readonly fields: PartFields;
  /** Whether wrong elements are left out when they are read. */
  readonly skips: boolean;
}

/** Data that is all that parts of a media type hold: a list, in the order of the parts. */
export class PartTypeData<Element> implements PartData<readonly Element[]> {
  readonly #codec: Codec<Element>;
  readonly #init: PartTypeInit;

  constructor(codec: Codec<Element>, init: PartTypeInit) {
    this.#codec = codec;
    this.#init = init;
  }

  isPart(part: object): boolean {
    const { place, fields } = this.#init;
    const metadata = ownValue(part, fields.metadata);
    const marks = [
      isObject(metadata) ? ownValue(metadata, metadataMarker) : undefined,
      fields.mediaType === undefined ? undefined : ownValue(part, fields.mediaType),
    ];
    return marks.some((mark) => typeof mark === "string" && place.mediaTypes.includes(toType(mark)));
  }

  readAll(parts: readonly unknown[], place: Place, reading: Reading): readonly Element[] | undefined {
    const found: Element[] = [];
    let isThere = false;
    parts.forEach((part, index) => {
      if (!isObject(part) || !this.isPart(part)) return;
      isThere = true;
      for (const [value, at] of this.#valuesOf(part, [...place, index]))
        this.#add(found, value, { at, reading });
    });
    return isThere ? found : undefined;
  }

  toParts(data: readonly Element[]): object[] {
    const { place, fields } = this.#init;
    const [mediaType = ""] = place.mediaTypes;
    const values = data.map((element, index) =>
      this.#codec.encode(decodeBelow(this.#codec, element, [index])),
    );
    return (place.values === "one" ? values : [values]).map((value) => ({
      [fields.data]: value,
      ...(place.marker !== "mediaType" && { [fields.metadata]: { [metadataMarker]: mediaType } }),
      ...(place.marker !== "metadata" && fields.mediaType !== undefined && { [fields.mediaType]: mediaType }),
    }));
  }

  replaceIn(parts: readonly unknown[], data: readonly Element[]): unknown[] {
    const first = parts.findIndex((part) => isObject(part) && this.isPart(part));
    const rest = this.removeFrom(parts);
    // What stood before the first of them still does.
    return rest.toSpliced(first === -1 ? rest.length : first, 0, ...this.toParts(data));
  }

  removeFrom(parts: readonly unknown[]): unknown[] {
    return parts.filter((part) => !isObject(part) || !this.isPart(part));
  }

  #valuesOf(part: object, place: Place): readonly (readonly [value: unknown, at: Place])[] {
    const { data } = this.#init.fields;
    const value = ownValue(part, data);
    const at = [...place, data];
    if (this.#init.place.values === "one" || !Array.isArray(value)) {
      if (this.#init.place.values !== "list") return [[value, at]];
      if (this.#init.skips) return [];
      throw wrongType(at, "an array", { typeName: this.#codec.typeName, value });
    }
    return value.map((element: unknown, index) => [element, [...at, index]] as const);
  }

  #add(
    found: Element[],
    value: unknown,
    { at, reading }: { readonly at: Place; readonly reading: Reading },
  ): void {
    try {
      found.push(decodeBelow(this.#codec, value, at, reading));
    } catch (error) {
      if (!this.#init.skips || !isDecodeError(error)) throw error;
    }
  }
}

/** "application/a2ui+json; charset=utf-8" is of the type before the semicolon, in any case of letters. */
function toType(mark: string): string {
  return (mark.split(";")[0] ?? "").trim().toLowerCase();
}
