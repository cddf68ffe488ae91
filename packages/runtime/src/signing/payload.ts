import { base64url } from "jose";
import { canonicalize } from "../canonical/index.ts";
import type { Codec } from "../core/codec.ts";
import { isObject } from "../core/object.ts";
import type { SignatureRules } from "../service/protocol.ts";

/** A card without what signatures leave out. */
export interface SignedContent<T> {
  /** The card's known fields, those excluded. */
  readonly card: T;
  /** Its canonical JSON, in base64url: the payload of a JSON Web Signature. */
  readonly payload: string;
}

/**
 * The payload of the signatures of a card (A2A 8.4.1). Throws DecodeError for a value that is
 * not a card, and TypeError for text that has no canonical form. With `lenient`, a REQUIRED field
 * that is absent counts as its default, which is the same card.
 */
export function readSignedContent<T extends object>(
  value: T,
  { codec, rules, lenient }: { codec: Codec<T>; rules: SignatureRules; lenient: boolean },
): SignedContent<T> {
  const excluded = [...rules.excludedFields, rules.field];
  // Left out before, so that a malformed signature does not make the card one; and after, since a
  // codec takes a field under other spellings too.
  const given = isObject(value) ? omit(value, excluded) : value;
  const card = omit(codec.copy(given, { lenient }), excluded);
  return { card, payload: base64url.encode(new TextEncoder().encode(canonicalize(codec, card))) };
}

function omit<T extends object>(value: T, names: readonly string[]): T {
  const copy = { ...value };
  for (const name of names) Reflect.deleteProperty(copy, name);
  return copy;
}

/** Throws a TypeError when the rules are those of another message than the codec's. */
export function checkRules(codec: { readonly typeName: string }, rules: SignatureRules): void {
  if (codec.typeName === rules.typeName) return;
  throw new TypeError(`expected the codec of ${rules.typeName}, got that of ${codec.typeName}`);
}
