import type { Call } from "../service/call.ts";
import type { Protocol } from "../service/protocol.ts";
import { isUri } from "../service/service-parameters.ts";

/**
 * The header that names the extensions in use for a call. A name that is no URI is left out: it could
 * end the header and begin another.
 */
export function activatedHeaders(
  { activated }: Call,
  { extensionsParameter }: Protocol,
): Readonly<Record<string, string>> | undefined {
  if (activated.length === 0 || extensionsParameter === undefined) return undefined;
  const uris = activated.filter(isUri);
  return uris.length === 0 ? undefined : { [extensionsParameter.name.toLowerCase()]: uris.join(",") };
}
