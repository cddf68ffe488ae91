import type { Protocol } from "./protocol.ts";

/** A version of an interface, with the name of the profile where others have its number: a draft's. */
export function nameVersion(version: string, profile: Pick<Protocol, "name" | "version">): string {
  const { name } = profile;
  return version === profile.version && !name.endsWith(version) ? `${version} (${name})` : version;
}
