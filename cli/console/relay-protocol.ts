/** What the page asks the relay to send. */
export interface RelayRequest {
  /** "http" sends it as it is; "grpc" sends the body as one message to the method that the URL names. */
  readonly kind: "http" | "grpc";
  readonly verb: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** In base64; absent for no body. */
  readonly body?: string;
}

type Entries = readonly (readonly [name: string, value: string])[];

/** What the relay tells of an answer: a line of JSON each, the head first, the end last. */
export type RelayLine =
  | { readonly kind: "head"; readonly status: number; readonly headers: Entries }
  /** A piece of the body, or a message of gRPC; in base64. */
  | { readonly kind: "piece"; readonly bytes: string }
  /** The status and the trailers of gRPC are in `trailers`. */
  | { readonly kind: "end"; readonly trailers?: Entries }
  /** No answer, or one that broke off. */
  | { readonly kind: "error"; readonly message: string };
