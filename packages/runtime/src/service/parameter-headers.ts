import type { CallOptions } from "./call-context.ts";
import type { ClientProtocol, Protocol } from "./protocol.ts";

/** The headers of the protocol's own parameters: its version, and the extensions of a call. */
export function parameterHeaders(
  { extensions = [] }: CallOptions,
  { version, versionParameter, extensionsParameter }: ClientProtocol,
): Readonly<Record<string, string>> {
  return {
    ...(version === undefined || versionParameter === undefined ? {} : { [versionParameter.name]: version }),
    ...(extensions.length === 0 || extensionsParameter === undefined
      ? {}
      : { [extensionsParameter.name]: extensions.join(",") }),
  };
}

/** The header that names the active extensions; undefined if there are none. */
export function activatedHeaders(
  activated: readonly string[],
  { extensionsParameter }: Protocol,
): Readonly<Record<string, string>> | undefined {
  if (activated.length === 0 || extensionsParameter === undefined) return undefined;
  return { [extensionsParameter.name.toLowerCase()]: activated.join(",") };
}
