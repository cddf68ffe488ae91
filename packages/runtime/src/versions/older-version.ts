import type { AgentInterface } from "../service/card.ts";
import type { ServiceTranslation } from "./translate/service-translation.ts";

/** An older version that is served, and where; paths are those of requests as they reach the server. */
export interface OlderVersion {
  /** Ends at the service that is implemented, or at the older one of another entry. */
  readonly translation: ServiceTranslation;
  /**
   * Path of JSON-RPC, or false. Default: the paths of the JSONRPC interfaces that the card declares for
   * this version, or else those of the newest version, which it shares: then requests are distinguished by
   * the version that they name, and by the names of methods. A version with the number of the newest
   * cannot be told apart: its paths and its card are below its name, `/a2a-1.0-draft`, unless this is given.
   */
  readonly jsonRpc?: string | false;
  /**
   * What stands before the paths of HTTP+JSON, or false. Default: the paths of the HTTP+JSON interfaces
   * that the card declares for this version, none where it declares none. The rules of a version that
   * has HTTP for a few methods only are there without it, at "/", below the path of JSON-RPC and below
   * its parent.
   */
  readonly rest?: string | false;
  /**
   * Prefix of the well-known paths of its own card. Without it the version shares the card
   * of the newest, which must be able to say both.
   */
  readonly cardPrefix?: string;
  /**
   * Where the card says that the version is. Default: the paths above on the hosts of the card's own
   * interfaces. To be given behind proxies that change paths, and for gRPC.
   */
  readonly interfaces?: readonly Pick<AgentInterface, "url" | "protocolBinding">[];
}
