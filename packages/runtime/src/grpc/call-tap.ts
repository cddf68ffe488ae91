type Entries = Readonly<Record<string, string>>;

/** The end of a call as it goes over the wire. */
export interface TappedStatus {
  readonly code: number;
  readonly details: string;
  readonly trailers: Entries;
}

/** An answer that comes from elsewhere than the server. */
export interface TappedAnswer {
  /** Without entries if the server sent its status alone. */
  readonly headers: Entries;
  readonly messages: AsyncIterable<Uint8Array>;
  status(): TappedStatus;
}

/** Sees one call as it goes over the wire. */
export interface CallTap {
  /**
   * Told the request before it is sent; an empty one for a stream of the client. What it resolves to is the
   * answer, and nothing is sent; undefined lets the call go on. A call for which it rejects fails.
   */
  begin(metadata: Entries, request: Uint8Array): Promise<TappedAnswer | undefined>;
  // Of answers of the server alone.
  head?(headers: Entries): void;
  message?(bytes: Uint8Array): void;
  end?(status: TappedStatus): void;
}

/** Opens the tap of a call; `codecs` are those of its service. */
export type OpenTap<Codecs> = (url: string, codecs: Codecs | undefined) => CallTap;
