type Entries = readonly (readonly [name: string, value: string])[];

/** What the page asks the relay to send. */
export type RelayRequest = RelayHttpRequest | RelayGrpcRequest;

/** Sent as it is. */
export interface RelayHttpRequest {
  readonly kind: "http";
  readonly verb: string;
  readonly url: string;
  readonly headers: Entries;
  /** In base64; absent for no body. */
  readonly body?: string;
}

/** Sent to the method that the URL names. The relay encodes its messages: the page has no binary codecs. */
export interface RelayGrpcRequest {
  readonly kind: "grpc";
  readonly url: string;
  readonly headers: Entries;
  /** The version whose messages these are, as its protocol is named. */
  readonly protocol: string;
  /** In the JSON of the version. */
  readonly message: unknown;
}

/** A message of gRPC as JSON, or what is wrong with its bytes. */
export type RelayedMessage = { readonly value: unknown } | { readonly problem: string };

/** What the relay reports of an answer: a line of JSON each, the head first, the end last. */
export type RelayLine =
  /** The message of a call over gRPC as it is sent, before the head; in base64. */
  | { readonly kind: "sent"; readonly bytes: string }
  | { readonly kind: "head"; readonly status: number; readonly headers: Entries }
  /** A piece of the body, or a message of gRPC; in base64. */
  | { readonly kind: "piece"; readonly bytes: string; readonly message?: RelayedMessage }
  /** The status and the trailers of gRPC are in `trailers`, the details of the status in `details`. */
  | { readonly kind: "end"; readonly trailers?: Entries; readonly details?: readonly object[] }
  /** No answer, or one that broke off. */
  | { readonly kind: "error"; readonly message: string };
