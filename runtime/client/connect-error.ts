import { errorCode } from "../core/object.ts";

/** Why no connection could be made. */
export type ConnectReason =
  /** There is no card under any of the paths that were tried. */
  | "card-not-found"
  /** There is something, but no card; `cause` has a DecodeError with every problem. */
  | "card-invalid"
  /** The card has no interface whose binding is installed, whose version fits and whose URL can be used. */
  | "no-interface"
  /** The card asks for credentials that were not given. */
  | "no-credentials"
  /** Credentials would be sent where others can read them. */
  | "insecure"
  /** The card names an interface to which its origin may not send: see `ConnectOptions.allowInterface`. */
  | "not-allowed";

/** The error of a client that cannot be made from a card. */
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

/** Most entries of a list that an error shows: a card of a stranger can be long. */
const shown = 10;

/** A list in a message, in one line. */
export function listShort(entries: readonly string[], separator = "; "): string {
  const more = entries.length > shown ? `${separator}and ${entries.length - shown} more` : "";
  return `${entries.slice(0, shown).join(separator)}${more}`;
}
