/** A method as grpc-js has it, with messages that are bytes on both sides. */
export interface MethodDefinition {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestSerialize: Identity;
  readonly requestDeserialize: Identity;
  readonly responseSerialize: Identity;
  readonly responseDeserialize: Identity;
}

type Identity = (bytes: Buffer) => Buffer;

/** What grpc-js is given for a codec: it moves bytes only. */
export const identity: Identity = (bytes) => bytes;

export const bytesOnly: Pick<
  MethodDefinition,
  "requestSerialize" | "requestDeserialize" | "responseSerialize" | "responseDeserialize"
> = {
  requestSerialize: identity,
  requestDeserialize: identity,
  responseSerialize: identity,
  responseDeserialize: identity,
};
