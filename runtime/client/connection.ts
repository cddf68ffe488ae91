import type { ClientOf } from "../service/call-context.ts";
import type { AgentInterface } from "../service/card.ts";
import type { Protocol } from "../service/protocol.ts";
import type { Transport } from "../service/transport.ts";
import type { ConnectionWarning } from "./connect-options.ts";

/** A client of an agent, made from its card. */
export interface Connection<Service extends object, Card extends object = object> {
  readonly client: ClientOf<Service>;
  /** The card as it was last fetched, in the service's own types. */
  readonly card: Card;
  /** The interface that is used; it stays the same when the card is fetched again. */
  readonly interface: AgentInterface;
  /** The version that is spoken: the service's own protocol, or that of one of `older`. */
  readonly protocol: Protocol;
  /** URIs of the extensions that every call asks for: those of `ConnectOptions.extensions` that the card declares. */
  readonly extensions: readonly string[];
  /**
   * What the client is made of: makes clients of further services of the agent, as extensions add them,
   * `createClient(TaskSearchService, connection.transport)`.
   */
  readonly transport: Transport;
  /** What was not as the protocol says, or worth knowing; the first hundred. */
  readonly warnings: readonly ConnectionWarning[];
  /**
   * Fetches and checks the card again; from then on calls are checked against it. Rejects as `connect`
   * does, and then the old card stays. A card that the caller had given is not fetched.
   */
  refreshCard(): Promise<Card>;
  /** Ends the calls that are open, with CANCELLED, and gives back what the transport holds. */
  close(): Promise<void>;
}
