import { type ChannelCredentials, credentials } from "@grpc/grpc-js";

/** What a channel needs to know of its server. */
export interface Target {
  /** Name for the resolver of the library: "host:port", "dns:///host:port", "unix:/path". */
  readonly name: string;
  readonly credentials: ChannelCredentials;
}

/** Schemes of the library's own resolvers. */
const resolverSchemes = new Set(["dns", "ipv4", "ipv6", "unix", "unix-abstract", "xds"]);

/**
 * Reads an address as agent cards and programs write it. `https://` and an address without a scheme
 * are spoken to over TLS, `http://` in clear; credentials that are given count more. The path of a
 * URL is left out, as gRPC has no place for it. Throws a TypeError for any other scheme.
 */
export function parseAddress(address: string, own: ChannelCredentials | undefined): Target {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === "https" || scheme === "http") {
    const { hostname, port } = new URL(address);
    const isSecure = scheme === "https";
    return {
      name: `${hostname}:${port === "" ? (isSecure ? 443 : 80) : port}`,
      credentials: own ?? (isSecure ? credentials.createSsl() : credentials.createInsecure()),
    };
  }
  if (address === "" || (scheme !== undefined && !resolverSchemes.has(scheme))) {
    throw new TypeError(
      `address: expected https://host:port, http://host:port, host:port or a name for gRPC's resolvers, found ${JSON.stringify(address)}`,
    );
  }
  return { name: address, credentials: own ?? credentials.createSsl() };
}
