import type { Codec } from "../../core/codec.ts";
import { copyJson } from "../../core/copy-json.ts";
import { interfacesOf } from "../../service/card.ts";
import { listAt } from "../../service/field-path.ts";
import type { Dialect } from "./detection.ts";

/** A card as a client reads it: fields that are missing are filled in. */
export interface ReadCard {
  readonly card: object;
  /** Whether its addresses are where the version has them, and not only where older cards had them. */
  readonly isOwnForm: boolean;
  /** Whether it has an interface of the version. */
  readonly isNamed: boolean;
}

/**
 * Reads a value leniently as a card with an address; undefined for other types, and for what is no such card.
 */
export function readCard(
  codec: Codec<unknown>,
  { service, version }: Dialect,
  value: unknown,
): ReadCard | undefined {
  const { card: rules } = service.protocol;
  if (rules?.typeName !== codec.typeName) return undefined;
  const result = codec.tryDecode(copyJson(value), { lenient: true });
  if (!result.ok) return undefined;
  // Cards are messages, and messages are objects.
  const card = result.value as object;
  const found = interfacesOf(card, rules);
  if (!found.some(({ url }) => url !== "")) return undefined;
  const { interfaces } = rules;
  return {
    card,
    isOwnForm: interfaces === undefined || listAt(card, interfaces).length > 0,
    isNamed: found.some(({ protocolVersion }) => `${protocolVersion}.`.startsWith(`${version}.`)),
  };
}
