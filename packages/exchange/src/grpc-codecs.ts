import { A2AServiceGrpc as ServiceGrpc03 } from "@a2agen/a2a-0.3/proto";
import { A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { A2AServiceGrpc as DraftServiceGrpc } from "@a2agen/a2a-1.0-draft";
import { A2AServiceGrpc as NextServiceGrpc } from "@a2agen/a2a-1.1-dev";
import type { GrpcCodecs } from "@a2agen/runtime/internal/wire";

/** The binary codecs of every version that has gRPC. */
export const grpcCodecs: readonly GrpcCodecs[] = [
  A2AServiceGrpc,
  DraftServiceGrpc,
  ServiceGrpc03,
  NextServiceGrpc,
];
