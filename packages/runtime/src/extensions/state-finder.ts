import { isObject, own } from "../core/object.ts";
import type { SupportedExtension } from "../service/extension-support.ts";
import type { ExtensionInit } from "./extension.ts";
import { type DataKind, knownName } from "./find-problems.ts";

/** Finds the state in an answer or an event, on the object nearest to its top. For state machines only. */
export function createStateFinder(
  init: ExtensionInit<unknown, unknown>,
  kinds: readonly DataKind[],
): SupportedExtension["stateIn"] {
  const { states, holders = {} } = init;
  const kind = kinds.find(({ name }) => name === (states?.data ?? ""));
  if (states === undefined || kind === undefined) return undefined;
  const { access } = kind;
  const { placements } = kind.init;
  return (typeName, top) => {
    const open = [{ typeName: knownName(typeName, init), value: top }];
    // The list grows while it is walked, so that what is nearer to the top comes first.
    for (const { typeName: name, value } of open) {
      if (!isObject(value)) continue;
      if (placements.some((one) => one.typeName === name)) {
        const data = access.look(value);
        const state = isObject(data) ? own(data, states.field) : undefined;
        const named = placements.find((one) => one.typeName === name)?.task;
        const task = named === undefined ? undefined : own(value, named);
        const key = isObject(data) && states.keyedBy !== undefined ? own(data, states.keyedBy) : undefined;
        if (typeof state === "string") {
          return {
            state,
            ...(typeof task === "string" && { task }),
            ...(typeof key === "string" && { key }),
          };
        }
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
