import type { Codec } from "../core/codec.ts";
import type { Host } from "./host.ts";

/**
 * The public card as JSON text: known fields in the order of the proto, so that the same card has the
 * same text. Undefined when there is no card.
 */
export function cardText(host: Host): string | undefined {
  const { card, protocol } = host;
  if (card === undefined || protocol.card === undefined) return undefined;
  const codec = cardCodec(host);
  return codec === undefined ? JSON.stringify(card) : codec.stringify(card);
}

/** The codec of a host's cards: that of a method which returns one. */
export function cardCodec({ protocol, methods }: Host): Codec<unknown> | undefined {
  const typeName = protocol.card?.typeName;
  return methods.find(({ method }) => method.output.typeName === typeName)?.method.output;
}
