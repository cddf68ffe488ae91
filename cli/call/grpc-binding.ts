import { A2AServiceGrpc as ServiceGrpc03 } from "@a2agen/a2a-0.3/proto";
import { A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { A2AServiceGrpc as DraftServiceGrpc } from "@a2agen/a2a-1.0-draft";
import { grpc } from "@a2agen/runtime/grpc";
import type { BindingFactory } from "@a2agen/runtime/service";

/** The gRPC binding; the module is loaded when it is asked for, because its library takes long to load. */
export function grpcBinding(): BindingFactory {
  return grpc({ codecs: [A2AServiceGrpc, DraftServiceGrpc, ServiceGrpc03] });
}
