import { isObject } from "@a2agen/runtime/internal";
import { profiles as documents } from "@a2agen/versions/profiles.ts";
import proto from "../../../profiles/proto.yaml";
import type { Profile } from "../../model/profile.ts";
import { builtinLegacy } from "./builtin-legacy.ts";
import { completeProfile } from "./complete-profile.ts";
import { extendProfile } from "./extend-profile.ts";

// Sound, since the bundlers validate every profile against the schema when they turn it into a module.
/** ProtoJSON, for packages that no profile lists. */
export const plainProfile: Profile = proto as Profile;
// From the oldest to the newest: a version that shares the package of an older one holds where it is named.
const profiles = [
  ...Object.values<unknown>(documents).map((document) =>
    completeProfile(withBase(document) as Profile, builtinLegacy),
  ),
  plainProfile,
];

/** A profile with what it takes from the one that it extends. */
function withBase(document: unknown): unknown {
  const name = isObject(document) ? document["extends"] : undefined;
  const base = Object.entries<unknown>(documents).find(([key]) => key === name)?.[1];
  return base === undefined ? document : extendProfile(withBase(base), document);
}

/** The profiles that come with a2agen, by name. */
export const builtinProfiles: ReadonlyMap<string, Profile> = new Map(
  profiles.map((profile) => [profile.name, profile]),
);

/** A file whose profile is looked for. */
export interface ProfiledFile {
  readonly protoPackage: string;
  /** Whether code is generated from it; others import it. */
  readonly requested: boolean;
}

/**
 * The profile of a file: the one that is given, else the built-in one. A given profile that names its
 * packages leaves imported files of others to the built-in profile that names theirs: they were generated
 * with that.
 */
export function chooseProfile(
  given: Profile | undefined,
  { protoPackage, requested }: ProfiledFile,
): Profile {
  const builtin = findProfileForPackage(protoPackage);
  if (given === undefined) return builtin;
  const isOthers =
    !requested &&
    given.packages.length > 0 &&
    !given.packages.includes(protoPackage) &&
    builtin.packages.includes(protoPackage) &&
    !builtin.packages.some((each) => given.packages.includes(each));
  return isOthers ? builtin : given;
}

/** The built-in profile that lists the package; `proto`, plain ProtoJSON, for any other package. */
export function findProfileForPackage(protoPackage: string): Profile {
  return profiles.find(({ packages }) => packages.includes(protoPackage)) ?? plainProfile;
}
