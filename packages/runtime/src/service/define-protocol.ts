import { isObject } from "../core/object.ts";
import type { ClientProtocol } from "./protocol.ts";

/**
 * Joins the facts of a protocol that clients need with the others, property by property. Generated code has
 * the two apart, so that bundles of clients leave the others out.
 */
export function defineProtocol<C extends ClientProtocol, S extends object>(client: C, server: S): C & S {
  return join(client, server) as C & S;
}

function join(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other;
  const added = Object.entries(other).map(([name, value]) => [name, join(one[name], value)]);
  return { ...one, ...Object.fromEntries(added) };
}
