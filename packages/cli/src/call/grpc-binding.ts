import { grpcCodecs } from "@a2agen/exchange/grpc-codecs.ts";
import { grpc } from "@a2agen/runtime/grpc";
import type { BindingFactory } from "@a2agen/runtime/service";

/** The gRPC binding; the module is loaded when it is asked for, because its library takes long to load. */
export function grpcBinding(): BindingFactory {
  return grpc({ codecs: grpcCodecs });
}
