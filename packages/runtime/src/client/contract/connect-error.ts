import { errorCode } from "../../core/object.ts";

/** Why no connection could be made. */
export type ConnectReason =
  /** No card was found at any of the possible URLs. */
  | "card-not-found"
  /** No AI Catalog was found. */
  | "catalog-not-found"
  /** The document is no AI Catalog that can be read. */
  | "catalog-invalid"
  /** No agent of a catalog, or several ones, are meant; the message lists them. */
  | "agent-unclear"
  /** The card is invalid; `cause` is a DecodeError with every problem. */
  | "card-invalid"
  /** The card has no interface with an installed binding, a supported version and a usable URL. */
  | "no-interface"
  /** The card requires credentials that were not provided. */
  | "no-credentials"
  /** Credentials would be sent unencrypted. */
  | "insecure"
  /**
   * The card names an interface, or the catalog a card, to which its origin may not send: see
   * `ConnectOptions.allowInterface`.
   */
  | "not-allowed";

/** No client could be made from a card. */
export class ConnectError extends Error {
  override readonly name = "ConnectError";
  /** Recognise the error by this: two copies of the package may be loaded. */
  readonly code = "ERR_A2AGEN_CONNECT";
  readonly reason: ConnectReason;

  constructor(reason: ConnectReason, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

/** Whether a value is the error of a connection, and one for this reason if it is given. */
export function isConnectError(error: unknown, reason?: ConnectReason): error is ConnectError {
  return (
    errorCode(error) === "ERR_A2AGEN_CONNECT" &&
    (reason === undefined || (error as ConnectError).reason === reason)
  );
}

/** Entries of a list that an error shows, since cards can be long. */
const shown = 10;

/** A list in a message, in one line. */
export function listShort(entries: readonly string[], separator = "; "): string {
  const more = entries.length > shown ? `${separator}and ${entries.length - shown} more` : "";
  return `${entries.slice(0, shown).join(separator)}${more}`;
}
