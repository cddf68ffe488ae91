import { type GrpcBindingOptions, grpc } from "@a2agen/runtime/grpc";
import { tapChannel } from "@a2agen/runtime/internal/grpc";
import { type GrpcCodecs, type OpenTap, toHttpUrl } from "@a2agen/runtime/internal/wire";
import type { ClientBindingFactory, ClientBindingTarget } from "@a2agen/runtime/service";

/** What records or answers calls over gRPC: a recorder, a cassette. */
export interface GrpcTaps {
  readonly openTap: OpenTap<GrpcCodecs>;
}

/**
 * The gRPC binding of a client whose calls are recorded, or answered, behind the interceptors of the options:
 * `connect(service, url, { fetch: cassette.fetch, bindings: [cassetteGrpc({ codecs }, cassette)] })`.
 *
 * @public
 */
export function tappedGrpc(options: GrpcBindingOptions, { openTap }: GrpcTaps): ClientBindingFactory {
  return {
    ...grpc(options),
    connect(target) {
      const codecs = findCodecs(options.codecs, target);
      const { origin } = new URL(toHttpUrl(target.url));
      const channelOptions = tapChannel(options.channelOptions, (path) =>
        openTap(`${origin}${path}`, codecs),
      );
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
