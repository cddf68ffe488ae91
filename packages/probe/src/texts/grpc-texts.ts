import type { TextsOf } from "./text.ts";

export const grpcTexts: TextsOf<"grpc"> = {
  "grpc.unknown-method": ["Leave unknown methods to the gRPC server; remove handlers that take every call."],
  "grpc.malformed": ["Map errors of decoding to INVALID_ARGUMENT; leave INTERNAL to failures of the agent."],
  "grpc.content-type": [
    "Answer other media types than application/grpc with HTTP 415; check that no proxy rewrites them.",
  ],
};
