import { setEntry } from "../core/copy-json.ts";
import { isObject } from "../core/object.ts";
import type { DataHolder, ReadInit } from "./data-holder.ts";
import type { Place } from "./decode-below.ts";
import { ownValue } from "./metadata-keys.ts";
import type { PartData } from "./part-data.ts";
import type { ObjectFields } from "./placements.ts";
import { wrongType } from "./wrong-type.ts";

/** The parts of an object, of which some have the data. */
export class PartsHolder<Data> implements DataHolder<Data> {
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
