import { errorMessage } from "../core/object.ts";
import { parseUrl } from "../core/url.ts";
import { CallError } from "../service/call-error.ts";
import { type FetchLimits, fetchJson } from "../service/fetch-json.ts";
import { isSecureUrl } from "../service/loopback.ts";

/** How an authorization server is asked: `timeoutMs` 5,000, `maxBytes` 262,144, the global `fetch`. */
export interface RemoteOptions extends Partial<FetchLimits> {
  /**
   * Called when the authorization server cannot be asked, with the reason, which callers do not see.
   * Default: a text for console.warn.
   */
  readonly onUnavailable?: (error: Error) => void;
}

/**
 * The error for a caller while the authorization server cannot be asked: 503, since the token may be right.
 */
export function unavailable(): CallError {
  return new CallError("UNAVAILABLE", "callers cannot be checked now; try again", { retryAfterMs: 1000 });
}

export function reportUnavailable(error: unknown, { onUnavailable }: RemoteOptions): void {
  const problem = error instanceof Error ? error : new Error(errorMessage(error));
  if (onUnavailable === undefined) console.warn(`a2agen: callers cannot be checked: ${problem.message}`);
  else onUnavailable(problem);
}

/** Throws a TypeError for a URL of an authorization server that is neither https nor on this machine. */
export function checkUrl(url: string, name: string): string {
  const parsed = parseUrl(url);
  if (parsed !== undefined && isSecureUrl(parsed)) return url;
  throw new TypeError(`${name}: expected an https URL, found ${JSON.stringify(url)}`);
}

/** Asks an authorization server. */
export async function askJson(
  url: string,
  { headers, ...init }: Parameters<typeof fetchJson>[1],
  options: RemoteOptions,
): Promise<unknown> {
  const limits = {
    fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
    timeoutMs: 5000,
    maxBytes: 262_144,
  };
  const asked = { ...init, headers: { accept: "application/json", ...headers } };
  return (await fetchJson(url, asked, { ...limits, ...options })).value;
}
