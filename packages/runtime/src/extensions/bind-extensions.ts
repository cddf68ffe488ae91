import { extensionsOf } from "../service/card.ts";
import type { SupportedExtension } from "../service/extension-support.ts";
import type { ClientProtocol } from "../service/protocol.ts";
import type { DataRead, DataWritten, NamedExtensions, ParamsOf } from "./named-extensions.ts";
import { isInForce, viewExtension } from "./view-extension.ts";

/** An extension on a connection. While it is not active it reads and writes nothing. */
export interface ClientExtension<Definition> {
  /** Whether calls ask for it, since it was given to `connect` and the card declares it; or it always is. */
  readonly active: boolean;
  /** The params of the card's declaration. Throws a DecodeError for wrong ones. */
  readonly params: ParamsOf<Definition>;
  /**
   * The agent's data in an answer, an event or an object of one, on its message, artifact or status. Each is
   * read when it is looked at, which throws a DecodeError for wrong data. The history and the artifacts of a
   * whole task are left out: read those one by one.
   */
  in(answer: object): DataRead<Definition, "client">;
  /** A copy of a message with the client's data. Throws a DecodeError for wrong data. */
  addTo<Sent extends { readonly messageId: string }>(
    message: Sent,
    data: DataWritten<Definition, "client", "message">,
  ): Sent;
  /** A copy of a request with the client's data, on its message where that carries it. */
  addTo<Sent extends { readonly message: object }>(
    request: Sent,
    data: DataWritten<Definition, "client", "request">,
  ): Sent;
}

/** Extensions on a connection, by their names. */
export type ClientExtensions<Named> = { readonly [Name in keyof Named]: ClientExtension<Named[Name]> };

/** What is asked of a connection: that of `connect`. */
export interface BoundConnection {
  readonly card: object;
  readonly extensions: readonly string[];
  readonly protocol: ClientProtocol;
}

/**
 * The extensions of a connection, typed: `bindExtensions(connection, { x402: X402Extension }).x402`. Give the
 * same to `connect`, so that calls ask for them.
 */
export function bindExtensions<Named extends NamedExtensions<Named>>(
  connection: BoundConnection,
  named: Named,
): ClientExtensions<Named> {
  const bind = (extension: SupportedExtension): object =>
    viewExtension(extension, {
      side: "client",
      active: () => isInForce(extension, connection.extensions),
      declared: () => {
        const { card } = connection.protocol;
        return card === undefined ? [] : extensionsOf(connection.card, card);
      },
      requested: () => connection.extensions,
    });
  // The names and the types are those of the definitions.
  return Object.fromEntries(
    Object.entries<SupportedExtension>(named).map(([name, extension]) => [name, bind(extension)]),
  ) as ClientExtensions<Named>;
}
