import type { CallOptions } from "./call-context.ts";
import type { ClientProtocol, Protocol } from "./protocol.ts";

/** What a client sends of the protocol's own parameters: its version, and the extensions of a call. */
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

/** What a server says of the extensions in use; undefined when there is nothing to say. */
export function activatedHeaders(
  activated: readonly string[],
  { extensionsParameter }: Protocol,
): Readonly<Record<string, string>> | undefined {
  if (activated.length === 0 || extensionsParameter === undefined) return undefined;
  return { [extensionsParameter.name.toLowerCase()]: activated.join(",") };
}
