import type { Protocol } from "../service/protocol.ts";
import { shorten } from "../service/service-parameters.ts";

/** Whether an interface of some version is one of the protocol's: a protocol without a version speaks every one. */
export function speaksVersion(protocol: Protocol, version: string): boolean {
  const { version: own, versionParameter } = protocol;
  if (own === undefined || versionParameter === undefined) return true;
  const { pattern, comparedNumbers } = versionParameter;
  if (!new RegExp(pattern, "u").test(version)) return false;
  const short = shorten(version, comparedNumbers);
  return [own, ...(protocol.olderVersions ?? [])].some((known) => shorten(known, comparedNumbers) === short);
}
