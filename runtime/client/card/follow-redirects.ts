import { clientError } from "../../service/call-error.ts";

/** Most redirects in a row. */
const maximum = 5;

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * A fetch that follows redirects of GET requests within one origin, since other origins are not trusted.
 * Browsers hide the target of a redirect, and return its response as it is.
 */
export function followRedirects(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    let url = input instanceof Request ? input.url : String(input);
    const { origin } = new URL(url);
    for (let count = 0; count <= maximum; count++) {
      const response = await send(url, { ...init, redirect: "manual" });
      const location = statuses.has(response.status) ? response.headers.get("location") : null;
      if (location === null) return response;
      response.body?.cancel().catch(() => undefined);
      const next = resolveUrl(location, url);
      if (next?.origin !== origin) {
        throw clientError(
          "FAILED_PRECONDITION",
          `${url}: redirects to another origin, ${next?.origin ?? "which is no URL"}; give the URL of the card there if it is trusted`,
        );
      }
      url = next.href;
    }
    throw clientError("FAILED_PRECONDITION", `${url}: more than ${maximum} redirects`);
  };
}

function resolveUrl(location: string, base: string): URL | undefined {
  try {
    return new URL(location, base);
  } catch {
    // An invalid location.
    return undefined;
  }
}
