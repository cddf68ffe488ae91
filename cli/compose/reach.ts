import type { Schema } from "../../runtime/negotiation/schema.ts";
import { printPointer, type Tokens } from "./json-pointer.ts";
import { listSubschemas } from "./keywords.ts";
import { referenceOf, type Universe } from "./universe.ts";

/** The places of all schemas that are inside a schema, or that it refers to, however far. */
export function listReach(start: Tokens, universe: Universe): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending: { readonly tokens: Tokens; readonly schema: Schema }[] = [universe.at(start)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { tokens, schema } = next;
    const key = printPointer(tokens);
    if (reached.has(key)) continue;
    reached.add(key);
    const target = referenceOf(schema);
    if (target !== undefined) pending.push(universe.at(target));
    for (const { place, path, schema: inner } of listSubschemas(schema)) {
      if (place !== "definition") pending.push({ tokens: [...tokens, ...path], schema: inner });
    }
  }
  return reached;
}
