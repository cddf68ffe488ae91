import { isObject, own } from "../core/object.ts";
import type { ExtensionInit } from "./extension.ts";
import { knownName } from "./find-problems.ts";
import type { MetadataAccess } from "./metadata-access.ts";

/** Finds the state in an answer or an event, on the object nearest to its top. For state machines only. */
export function createStateFinder<Data, Params>(
  init: ExtensionInit<Data, Params>,
  access: MetadataAccess<Data>,
): ((typeName: string, value: unknown) => string | undefined) | undefined {
  const { states, holders = {}, placements = [] } = init;
  if (states === undefined) return undefined;
  return (typeName, top) => {
    const open = [{ typeName: knownName(typeName, init), value: top }];
    // The list grows while it is walked, so that what is nearer to the top comes first.
    for (const { typeName: name, value } of open) {
      if (!isObject(value)) continue;
      if (placements.some((one) => one.typeName === name)) {
        const data = access.get(value);
        const state = isObject(data) ? own(data, states.field) : undefined;
        if (typeof state === "string") return state;
      }
      // What is in lists and maps is what a task said before, or holds.
      for (const held of Object.hasOwn(holders, name) ? (holders[name] ?? []) : []) {
        const inner = own(value, held.field);
        if (isObject(inner) && held.map !== true) open.push({ typeName: held.typeName, value: inner });
      }
    }
    return undefined;
  };
}
