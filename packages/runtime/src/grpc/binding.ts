import { defined } from "../core/object.ts";
import { type ClientBindingFactory, type Endpoint, locateHttp } from "../service/binding-factory.ts";
import type { ClientDefinition } from "../service/method.ts";
import { isSameService } from "../service/same-service.ts";
import { createGrpcTransport, type GrpcTransportOptions } from "./client.ts";
import type { GrpcCodecs } from "./grpc-codecs.ts";
import { toHttpUrl } from "./http-url.ts";
import { bindingName } from "./incoming.ts";

/** The options of a gRPC transport that do not depend on the agent. */
export type GrpcBindingOptions = Pick<
  GrpcTransportOptions,
  "codecs" | "credentials" | "channelOptions" | "types"
>;

/**
 * Installs gRPC in a client: `connect(service, url, { bindings: [grpc({ codecs: [A2AServiceGrpc] })] })`. Of
 * addresses it takes `https://`, `http://`, `grpcs://`, `grpc://` and `host:port`, which is spoken to in
 * clear on loopback and over TLS elsewhere; the other names that grpc-js resolves, files among them, are not
 * for cards to name.
 */
export function grpc(options: GrpcBindingOptions): ClientBindingFactory {
  return {
    binding: bindingName,
    usesFetch: false,
    locate(url) {
      const endpoint = locateHttp(toHttpUrl(url));
      return endpoint === undefined ? undefined : withCredentials(endpoint, options.credentials);
    },
    carries: (service) => options.codecs.some((codecs) => isOf(service, codecs)),
    connect({ service, protocol, url, maximumBytes, onWarning }) {
      const channelOptions = {
        ...defined({ "grpc.max_receive_message_length": maximumBytes }),
        ...options.channelOptions,
      };
      return createGrpcTransport({
        ...options,
        // Versions can have methods of the same names and types.
        codecs: options.codecs.toSorted(
          (one, other) => Number(isOf(service, other)) - Number(isOf(service, one)),
        ),
        protocol,
        address: toHttpUrl(url),
        channelOptions,
        ...defined({ onWarning }),
      });
    },
  };
}

function isOf(service: ClientDefinition, codecs: GrpcCodecs): boolean {
  return isSameService(codecs.service, service);
}

/** Credentials that were given decide whether the channel is encrypted, whatever the address says. */
function withCredentials(endpoint: Endpoint, credentials: GrpcTransportOptions["credentials"]): Endpoint {
  if (credentials === undefined) return endpoint;
  // eslint-disable-next-line no-underscore-dangle -- the library has no other way to ask
  return { ...endpoint, isEncrypted: credentials._isSecure() };
}
