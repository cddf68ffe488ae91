import type { Host } from "../service/host.ts";

/**
 * The public card as JSON text: known fields in the order of the proto, so that the same card has the
 * same text. Undefined when there is no card.
 */
export function cardText({ card, protocol, methods }: Host): string | undefined {
  if (card === undefined || protocol.card === undefined) return undefined;
  const { typeName } = protocol.card;
  const codec = methods.find(({ method }) => method.output.typeName === typeName)?.method.output;
  return codec === undefined ? JSON.stringify(card) : codec.stringify(card);
}
