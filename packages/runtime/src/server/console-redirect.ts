import type { HttpHandler } from "../http/http-message.ts";
import { pathOf } from "../http/incoming.ts";

/** Where `a2agen console --run` serves its page; the token of the launch is behind "#". */
const addressPattern = /^http:\/\/localhost:\d+\/#token=[\w-]+$/;

/**
 * Sends a browser at /console to the console of this launch, with this agent in it. It answers under names of
 * this machine only, so that no page of others can learn the token.
 */
export function createConsoleRedirect(address: string): HttpHandler {
  if (!addressPattern.test(address)) {
    throw new TypeError(
      `console: expected the address in A2AGEN_CONSOLE, http://localhost:PORT/#token=TOKEN; found ${JSON.stringify(address)}`,
    );
  }
  return (request) => {
    const host = request.header("host") ?? "";
    const isOurs = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isOurs || !isRead || pathOf(request.target) !== "/console") return undefined;
    return Promise.resolve({
      status: 302,
      headers: {
        location: `${address}&agent=${encodeURIComponent(`http://${host}${request.base ?? ""}`)}`,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      },
    });
  };
}
