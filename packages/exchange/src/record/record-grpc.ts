import { type GrpcBindingOptions, grpc } from "@a2agen/runtime/grpc";
import { tapChannel } from "@a2agen/runtime/internal/grpc";
import { type GrpcCodecs, type OpenTap, toHttpUrl } from "@a2agen/runtime/internal/wire";
import type { ClientBindingFactory, ClientBindingTarget } from "@a2agen/runtime/service";
import type { Recorder } from "./recorder.ts";
import { RecordingTap } from "./recording-tap.ts";

/** The gRPC binding of a client, with what goes over the wire recorded. */
export function recordGrpc(options: GrpcBindingOptions, recorder: Recorder): ClientBindingFactory {
  return tappedGrpc(options, (url, codecs) => new RecordingTap(url, { recorder, codecs }));
}

/** The gRPC binding of a client whose calls each have a tap, behind the interceptors of the options. */
export function tappedGrpc(options: GrpcBindingOptions, open: OpenTap<GrpcCodecs>): ClientBindingFactory {
  return {
    ...grpc(options),
    connect(target) {
      const codecs = findCodecs(options.codecs, target);
      const { origin } = new URL(toHttpUrl(target.url));
      const channelOptions = tapChannel(options.channelOptions, (path) => open(`${origin}${path}`, codecs));
      return grpc({ ...options, channelOptions }).connect(target);
    },
  };
}

function findCodecs(
  all: readonly GrpcCodecs[],
  { protocol, service }: ClientBindingTarget,
): GrpcCodecs | undefined {
  const named = all.filter((codecs) => codecs.service.typeName === service.typeName);
  return named.find((codecs) => codecs.service.protocol.name === protocol.name) ?? named[0];
}
