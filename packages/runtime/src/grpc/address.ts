import { type ChannelCredentials, credentials } from "@grpc/grpc-js";
import { toHttpUrl } from "./http-url.ts";

/** The server of a channel. */
export interface Target {
  /** Name for the resolver of the library: "host:port", "dns:///host:port", "unix:/path". */
  readonly name: string;
  readonly credentials: ChannelCredentials;
}

/** Schemes of the library's own resolvers. */
const resolverSchemes = new Set(["dns", "ipv4", "ipv6", "unix", "unix-abstract", "xds"]);

/**
 * Reads an address as agent cards and programs write it. `https://` is spoken to over TLS, `http://` in
 * clear, `host:port` as `toHttpUrl` says, and the names of resolvers over TLS; credentials that are given
 * count more. The path of a URL is left out, as gRPC has no place for it. Throws a TypeError for any
 * other scheme.
 */
export function parseAddress(address: string, own: ChannelCredentials | undefined): Target {
  const url = toHttpUrl(address);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === "https" || scheme === "http") {
    const { hostname, port } = new URL(url);
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
