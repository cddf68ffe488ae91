import { errorCode } from "../core/object.ts";

/** Why a signature does not count. */
export type SignatureFailureReason =
  /** The card has no signature. */
  | "unsigned"
  /** There are more signatures than are looked at. */
  | "too-many"
  /** The signature, or its protected header, cannot be read. */
  | "malformed"
  /** The protected header lacks a parameter that the protocol requires, or has another `typ`. */
  | "header-refused"
  /** The header says that it must be understood in a way that is not (`crit`), or has `b64`. */
  | "critical-header"
  /** The algorithm is not among those allowed. */
  | "algorithm-refused"
  /** No key has the identifier. */
  | "key-not-found"
  /** `jku` is not an HTTPS URL of the allow list. */
  | "jku-refused"
  /** The key could not be had: the key set cannot be fetched or read, or the resolver failed. */
  | "key-unavailable"
  /** The key with the identifier is not a public key for the algorithm. */
  | "key-unsuitable"
  /** The key with the identifier is not valid at this time, or was revoked. */
  | "key-expired"
  /** The card is as it was signed, but by another key of the same set. */
  | "wrong-key"
  /**
   * The key does not fit: the card or the signature was changed, or the key replaced under its identifier.
   */
  | "signature-mismatch"
  /** The card is not a message of its type, so that it has no canonical form. */
  | "card-invalid";

/** A signature that does not count. */
export interface FailedSignature {
  /** Position in the card's list of signatures. */
  readonly index: number;
  readonly reason: SignatureFailureReason;
  /** What was expected and what came. */
  readonly message: string;
  /** The protected header, if readable; it is not verified. */
  readonly kid?: string;
  readonly alg?: string;
  readonly cause?: unknown;
}

/** Thrown for a card without the required signatures. */
export class SignatureError extends Error {
  override readonly name = "SignatureError";
  /** Recognise the error by this: two copies of the package may be loaded. */
  readonly code = "ERR_A2AGEN_SIGNATURE";
  readonly reason: SignatureFailureReason;
  /** The signatures that do not count, where the error is about a whole card. */
  readonly failed: readonly FailedSignature[];

  constructor(
    reason: SignatureFailureReason,
    message: string,
    options: { readonly failed?: readonly FailedSignature[]; readonly cause?: unknown } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.reason = reason;
    this.failed = options.failed ?? [];
  }
}

/** Whether a value is the error of a signature, of whichever copy of the package. */
export function isSignatureError(error: unknown): error is SignatureError {
  return errorCode(error) === "ERR_A2AGEN_SIGNATURE";
}
