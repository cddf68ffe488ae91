import { trimEndOf } from "../../core/trim-end.ts";
import { isCallError } from "../../service/call-error.ts";
import type { ClientMethod } from "../../service/method.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import type { ClientInterceptor } from "../../service/transport.ts";
import { type FetchCardOptions, fetchCard } from "../card/fetch-card.ts";
import { isConnectError } from "../contract/connect-error.ts";
import { recoverUnary } from "./change-calls.ts";

export interface OlderCardEndpointInit
  extends Pick<FetchCardOptions, "fetch" | "insecure" | "maximumBytes" | "timeoutMs" | "signal"> {
  readonly protocol: ClientProtocol;
  /** The URL of the interface. */
  readonly url: string;
}

/**
 * Fetches the card for authenticated callers by GET where JSON-RPC has no such method: agents of 0.2 have it
 * at `{url}/../agent/authenticatedExtendedCard`. If there is none the call fails as before.
 */
export function olderCardEndpoint({ protocol, url, ...rest }: OlderCardEndpointInit): ClientInterceptor {
  return (inner) =>
    recoverUnary(inner, async ({ error, method, options }) => {
      const path = cardPath(method, protocol);
      const isUnknown = isCallError(error) && error.status === "UNIMPLEMENTED";
      if (path === undefined || inner.binding !== "JSONRPC" || !isUnknown) throw error;
      const near = new URL(`..${path}`, `${trimEndOf(url, "/")}/`);
      const { signal = rest.signal, timeoutMs = rest.timeoutMs, headers } = options;
      const found = await fetchCard([...new Set([near.href, new URL(path, url).href])], {
        ...rest,
        protocol,
        headers,
        signal,
        timeoutMs,
      }).catch((cause: unknown) => {
        throw isConnectError(cause) ? error : cause;
      });
      return method.output.decodeParsed(found.value, { lenient: true, wellFormed: false });
    });
}

/** "/agent/authenticatedExtendedCard", for a method that returns cards at a fixed HTTP path. */
function cardPath({ output, http }: ClientMethod, protocol: ClientProtocol): string | undefined {
  if (output.typeName !== protocol.card?.typeName) return undefined;
  for (const { verb, path } of http) {
    const segments = path.filter((segment) => typeof segment === "string");
    if (verb === "GET" && segments.length === path.length) return `/${segments.join("/")}`;
  }
  return undefined;
}
