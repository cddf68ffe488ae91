import type { Peer } from "../service/observer.ts";

/** What platforms hand on beside a request, as far as it says who sent it. */
interface Platform {
  /** Of Bun's server. */
  requestIP?(request: Request): Peer | null;
  /** Of Deno. */
  readonly remoteAddr?: { readonly hostname?: string; readonly port?: number };
  /** Of Hono's server for Node. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string; readonly remotePort?: number } };
}

/** The address of the client, where the platform says it: Workers do so in a header. */
export function peerOf(request: Request, platform: unknown): Peer | undefined {
  if (typeof platform !== "object" || platform === null) return undefined;
  const { requestIP, remoteAddr, incoming } = platform as Platform;
  if (typeof requestIP === "function") return requestIP.call(platform, request) ?? undefined;
  const address = remoteAddr?.hostname ?? incoming?.socket?.remoteAddress;
  const port = remoteAddr?.port ?? incoming?.socket?.remotePort;
  return typeof address === "string" ? { address, port } : undefined;
}
