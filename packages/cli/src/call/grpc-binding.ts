import { grpcCodecs } from "@a2agen/exchange/grpc-codecs.ts";
import type { FileRecorder } from "@a2agen/exchange/record/open-recorder.ts";
import { tappedGrpc } from "@a2agen/exchange/record/tapped-grpc.ts";
import { grpc } from "@a2agen/runtime/grpc";
import type { BindingFactory } from "@a2agen/runtime/service";

/** The gRPC binding; the module is loaded when it is asked for, because its library takes long to load. */
export function grpcBinding(recorder: FileRecorder | undefined): BindingFactory {
  const options = { codecs: grpcCodecs };
  return recorder === undefined ? grpc(options) : tappedGrpc(options, recorder);
}
