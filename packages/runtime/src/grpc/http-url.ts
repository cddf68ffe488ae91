import { isLoopback } from "../service/loopback.ts";

/**
 * Makes a URL of the address that an agent card has for gRPC: `https://`, `http://`, `grpcs://`, `grpc://`
 * or `host:port`, where SDKs serve in clear on loopback and over TLS elsewhere.
 */
export function toHttpUrl(address: string): string {
  const bare = /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}$/.exec(address)?.[1];
  if (bare !== undefined) return `${isLoopback(bare.toLowerCase()) ? "http" : "https"}://${address}`;
  return address.replace(/^grpc(s?):\/\//i, (_scheme, secure: string) => `http${secure.toLowerCase()}://`);
}
