import older from "../../../profiles/a2a-0.3-proto.yaml";
import released from "../../../profiles/a2a-1.0.yaml";
import draft from "../../../profiles/a2a-1.0-draft.yaml";
import next from "../../../profiles/a2a-1.1-dev.yaml";
import proto from "../../../profiles/proto.yaml";
import type { Profile } from "../../model/profile.ts";
import { builtinLegacy } from "./builtin-legacy.ts";
import { completeProfile } from "./complete-profile.ts";

// Sound, since the bundlers validate every profile against the schema when they turn it into a module.
/** ProtoJSON, for packages that no profile lists. */
export const plainProfile: Profile = proto as Profile;
const profiles = [
  completeProfile(older as Profile, builtinLegacy),
  completeProfile(draft as Profile, builtinLegacy),
  completeProfile(released as Profile, builtinLegacy),
  // After 1.0, whose package it shares: it holds where it is named.
  completeProfile(next as Profile, builtinLegacy),
  plainProfile,
];

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
 * The profile of a file: the one that is given, else the built-in one. A given profile that names its packages
 * leaves imported files of others to the built-in profile that names theirs: they were generated with that.
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
