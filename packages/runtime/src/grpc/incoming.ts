import type {
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
} from "@grpc/grpc-js";
import type { IncomingCall } from "../host/call.ts";
import type { Limits } from "../host/limits.ts";
import { CallError } from "../service/call-error.ts";
import type { Peer } from "../service/observer.ts";
import type { Protocol, ServiceParameter } from "../service/protocol.ts";
import { readEntry } from "./metadata.ts";

/** A call of any kind, as grpc-js hands it to a server; messages are bytes. */
export type ServerCall =
  | ServerUnaryCall<Buffer, Buffer>
  | ServerReadableStream<Buffer, Buffer>
  | ServerWritableStream<Buffer, Buffer>
  | ServerDuplexStream<Buffer, Buffer>;

/** Name of the binding in agent cards. */
export const bindingName = "GRPC";

/** A gRPC call as the host sees it: headers are the metadata. */
export class GrpcCall implements IncomingCall {
  readonly binding: string = bindingName;
  readonly #call: ServerCall;
  #answered = false;

  constructor(call: ServerCall) {
    this.#call = call;
  }

  get peerCertificate(): unknown {
    return this.#call.getAuthContext().sslPeerCertificate;
  }

  get authority(): string {
    return this.#call.getHost();
  }

  get peer(): Peer | undefined {
    const [, address, port] = /^(.+):(\d+)$/.exec(this.#call.getPeer()) ?? [];
    return address === undefined ? undefined : { address, port: Number(port) };
  }

  get deadline(): number {
    return Number(this.#call.getDeadline());
  }

  /** Whether the client has gone, or the library has ended the call. */
  get gone(): boolean {
    return this.#call.cancelled;
  }

  header(name: string): string | undefined {
    return readEntry(this.#call.metadata, name);
  }

  query(): undefined {
    return undefined;
  }

  onDisconnect(listener: () => void): void {
    if (this.#call.cancelled) listener();
    else {
      // The library says "cancelled" at the end of every call. All kinds of calls are emitters, with
      // overloads that a union cannot call.
      const emitter: NodeJS.EventEmitter = this.#call;
      emitter.once("cancelled", () => {
        if (!this.#answered) listener();
      });
    }
  }

  /** The answer is on its way: from here on, the end of the call says nothing about the client. */
  finish(): void {
    this.#answered = true;
  }

  /** Throws a CallError when a parameter of the protocol is longer than the server reads. */
  checkParameters({ versionParameter, extensionsParameter }: Protocol, { headerBytes }: Limits): void {
    for (const parameter of [versionParameter, extensionsParameter]) {
      if (parameter !== undefined) this.#checkLength(parameter, headerBytes);
    }
  }

  #checkLength({ name, aliases, newerNames = [] }: ServiceParameter, maximum: number): void {
    for (const own of [name, ...aliases, ...newerNames]) {
      const length = this.header(own)?.length ?? 0;
      if (length > maximum) {
        throw new CallError(
          "RESOURCE_EXHAUSTED",
          `${own}: expected at most ${maximum} characters, found ${length}`,
          { http: 431 },
        );
      }
    }
  }
}
