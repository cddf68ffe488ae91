import { isObject } from "../core/object.ts";
import type { ExtensionData, ExtensionPartData, HolderField, Placement } from "./extension.ts";

/** Access to data of which no more is known. */
export type AnyData = Pick<ExtensionData<unknown, object>, "from" | "placements" | "get" | "set"> &
  Partial<Pick<ExtensionPartData<unknown, object, object>, "isPart">>;

interface Open {
  readonly value: unknown;
  /** Unknown for the top. */
  readonly typeName: string | undefined;
  readonly place: readonly (string | number)[];
}

/**
 * Finds data in a request, an answer, an event, or another core object: on the object nearest to its top.
 * What is in lists, such as a history, is not looked at. Throws a DecodeError for wrong data.
 */
export function findData(
  { placements = [], get }: AnyData,
  holders: { readonly [typeName: string]: readonly HolderField[] },
  top: object,
): unknown {
  const open: Open[] = [{ value: top, typeName: undefined, place: [] }];
  // The list grows while it is walked, so that what is nearer to the top comes first.
  for (const { value, typeName, place } of open) {
    if (!isObject(value)) continue;
    if (placements.some((one) => (typeName === undefined ? isOf(value, one) : one.typeName === typeName))) {
      const data = get(value, place);
      if (data !== undefined) return data;
    }
    for (const held of typeName === undefined ? Object.values(holders).flat() : (holders[typeName] ?? [])) {
      if (held.map === true || !Object.hasOwn(value, held.field)) continue;
      open.push({ value: value[held.field], typeName: held.typeName, place: [...place, held.field] });
    }
  }
  return undefined;
}

/** Whether an object has what its type must have. */
export function isOf(object: object, { required = [] }: Placement): boolean {
  return required.length > 0 && required.every((name) => Object.hasOwn(object, name));
}
