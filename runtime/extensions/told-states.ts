import { isObject, own } from "../core/object.ts";
import { isDecodeError } from "../service/request-error.ts";
import type { ExtensionInit } from "./extension.ts";
import { knownName } from "./find-problems.ts";
import type { MetadataAccess } from "./metadata-access.ts";

/**
 * Follows the states that the events of one stream tell, each on the object nearest to its top. The first
 * one may be of a task as it was some moves ago, so that any later state may follow it; from then on, each
 * move is one of the machine.
 */
export function createFollower<Data, Params>(
  init: ExtensionInit<Data, Params>,
  access: MetadataAccess<Data>,
): ((typeName: string) => (event: unknown) => string | undefined) | undefined {
  const { states, holders = {}, placements = [], uri } = init;
  if (states === undefined) return undefined;
  return (typeName) => {
    const top = knownName(typeName, init);
    let last: { readonly state: string; readonly isFirst: boolean } | undefined;
    let isFirst = true;
    return (event) => {
      const wasFirst = isFirst;
      isFirst = false;
      let state: string | undefined;
      try {
        state = stateIn(event);
      } catch (error) {
        if (!isDecodeError(error)) throw error;
        return `wrong data of ${uri}: ${error.message}`;
      }
      if (state === undefined) return undefined;
      const from = last;
      last = { state, isFirst: wasFirst };
      if (from === undefined) return undefined;
      if (from.isFirst ? states.canReach(from.state, state) : states.canMove(from.state, state))
        return undefined;
      const allowed = Object.hasOwn(states.moves, from.state) ? (states.moves[from.state] ?? []) : [];
      const expected = allowed.length === 0 ? "no other, for it is final" : allowed.join(" or ");
      return `the state ${state} of ${uri} after ${from.state}, which may be followed by ${expected}`;
    };

    function stateIn(event: unknown): string | undefined {
      const open = [{ typeName: top, value: event }];
      // The list grows while it is walked, so that what is nearer to the top comes first.
      for (const { typeName: name, value } of open) {
        if (!isObject(value)) continue;
        if (placements.some((one) => one.typeName === name)) {
          const data = access.get(value);
          const state = isObject(data) ? own(data, states?.field ?? "") : undefined;
          if (typeof state === "string") return state;
        }
        // What is in lists and maps is what a task said before, or holds.
        for (const held of Object.hasOwn(holders, name) ? (holders[name] ?? []) : []) {
          const inner = own(value, held.field);
          if (isObject(inner) && held.map !== true) open.push({ typeName: held.typeName, value: inner });
        }
      }
      return undefined;
    }
  };
}
