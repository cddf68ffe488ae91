import { isInForce, viewExtension } from "../../extensions/view-extension.ts";
import { extensionsOf } from "../../service/card.ts";
import { type SupportedExtension, urisOf } from "../../service/extension-support.ts";
import type { CallContext, Protocol } from "../../service/index.ts";

/** What the extensions of a turn are seen in. */
export interface TurnSource {
  /** The request of its message. */
  readonly request: object;
  readonly call: CallContext;
}

/** Makes the extensions of a turn. */
export type ViewExtensions = (source: TurnSource) => object;

/** Throws a TypeError for an extension that the card does not declare. */
export function createTurnViews(
  named: Readonly<Record<string, SupportedExtension>>,
  { card, protocol }: { readonly card: object | undefined; readonly protocol: Protocol },
): ViewExtensions {
  const declared = card === undefined || protocol.card === undefined ? [] : extensionsOf(card, protocol.card);
  for (const [name, extension] of Object.entries(named)) {
    const uris = urisOf(extension);
    if (card === undefined || declared.some(({ uri }) => uris.includes(uri))) continue;
    throw new TypeError(
      `extensions.${name}: the card does not declare ${extension.uri}; add its declaration, and its support to createHost`,
    );
  }
  return ({ request, call }) =>
    Object.fromEntries(
      Object.entries(named).map(([name, extension]) => [
        name,
        viewExtension(extension, {
          side: "agent",
          active: () => isInForce(extension, call.activated),
          declared: () => declared,
          requested: () => call.extensions,
          top: request,
        }),
      ]),
    );
}
