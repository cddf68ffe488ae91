import { Client, credentials, Metadata } from "@grpc/grpc-js";
import type { GrpcCallName } from "./names.ts";
import { pathOf, type Serializer } from "./serializers.ts";

export interface CallInit<Request, Response> {
  readonly request: Request;
  readonly encode: Serializer<Request>["encode"];
  readonly decode: Serializer<Response>["decode"];
}

/** Calls with the client of grpc-js, in which one connection carries everything. */
export class BareClient {
  readonly #client: Client;
  readonly #metadata = new Metadata();

  constructor(port: number) {
    this.#client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    this.#metadata.set("a2a-version", "1.0");
  }

  unary<Request, Response>(
    name: GrpcCallName,
    { request, encode, decode }: CallInit<Request, Response>,
  ): Promise<Response> {
    const path = pathOf(name);
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(path, encode, decode, request, this.#metadata, (error, response) => {
        if (response === undefined) reject(error ?? new Error(`${name}: no answer`));
        else resolve(response);
      });
    });
  }

  /** Hands over the messages of a stream as they come, and resolves at its end. */
  stream<Request, Response>(
    name: GrpcCallName,
    { request, encode, decode }: CallInit<Request, Response>,
    onEvent: (event: Response) => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#client
        .makeServerStreamRequest(pathOf(name), encode, decode, request, this.#metadata)
        .on("data", onEvent)
        .on("end", resolve)
        .on("error", reject);
    });
  }
}
