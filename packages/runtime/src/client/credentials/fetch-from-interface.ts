import type { Endpoint } from "../../service/binding-factory.ts";
import { clientError } from "../../service/call-error.ts";
import type { CallerCredentials } from "./caller-credentials.ts";

/**
 * The fetch of a connection: adds the credentials that go into the query, and sends nothing to another
 * origin than that of the interface.
 */
export function fetchFromInterface(
  send: typeof fetch | undefined,
  endpoint: Endpoint,
  credentials: CallerCredentials,
): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { origin } = url;
    if (origin !== endpoint.origin) {
      throw clientError(
        "FAILED_PRECONDITION",
        `a call to ${endpoint.origin} would be sent to ${origin} instead`,
      );
    }
    if (credentials.isEmpty) return (send ?? fetch)(input, init);
    const query = await credentials.query(init?.signal ?? new AbortController().signal);
    if (query === "") return (send ?? fetch)(input, init);
    url.search = url.search === "" ? query : `${url.search}&${query}`;
    return (send ?? fetch)(input instanceof Request ? new Request(url, input) : url, init);
  };
}
