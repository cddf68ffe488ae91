import type { ClientOf } from "../../service/call-context.ts";
import type { AgentInterface } from "../../service/card.ts";
import type { ClientProtocol, Protocol } from "../../service/protocol.ts";
import type { ClientTransport, Transport } from "../../service/transport.ts";
import type { ConnectionWarning } from "./connect-options.ts";

/** A client of an agent, made from its card. */
export interface Connection<Service extends object, Card extends object = object> {
  readonly client: ClientOf<Service>;
  /**
   * The card as it was last fetched, in the service's own types; that for authenticated callers once a method
   * has returned it.
   */
  readonly card: Card;
  /**
   * The interface in use; it stays the same when the card is fetched again. A call that cannot reach it goes
   * to the next one of the card, if nothing can have been processed or the method is idempotent, and so do
   * the calls after it.
   */
  readonly interface: AgentInterface;
  /** The version in use: the service's own protocol, or that of one of `older`. */
  readonly protocol: Protocol;
  /** URIs of the extensions that every call requests: `ConnectOptions.extensions` that the card declares. */
  readonly extensions: readonly string[];
  /** The client's transport, for other services: `createClient(TaskService, connection.transport)`. */
  readonly transport: Transport;
  /** The first hundred warnings. */
  readonly warnings: readonly ConnectionWarning[];
  /**
   * Fetches and checks the card again; further calls are checked against it. Rejects as `connect` does, and
   * keeps the old card then. A card that the caller provided is not fetched.
   */
  refreshCard(): Promise<Card>;
  /** Ends open calls with CANCELLED, and frees the resources of the transport. */
  close(): Promise<void>;
}

/** The same, made with the table of a service for its clients. */
export interface ClientConnection<Service extends object, Card extends object = object>
  extends Omit<Connection<Service, Card>, "protocol" | "transport"> {
  readonly protocol: ClientProtocol;
  readonly transport: ClientTransport;
}
