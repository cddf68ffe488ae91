import released from "../../profiles/a2a-1.0.yaml";
import draft from "../../profiles/a2a-1.0-draft.yaml";
import proto from "../../profiles/proto.yaml";
import { builtinLegacy } from "./builtin-legacy.ts";
import { completeProfile } from "./complete-profile.ts";
import type { Profile } from "./profile.ts";

// Sound, since the bundlers validate every profile against the schema when they turn it into a module.
const plain = proto as Profile;
const profiles = [
  completeProfile(draft as Profile, builtinLegacy),
  completeProfile(released as Profile, builtinLegacy),
  plain,
];

/** The profiles that come with a2agen, by name. */
export const builtinProfiles: ReadonlyMap<string, Profile> = new Map(
  profiles.map((profile) => [profile.name, profile]),
);

/** The built-in profile that lists the package; `proto`, plain ProtoJSON, for any other package. */
export function findProfileForPackage(protoPackage: string): Profile {
  return profiles.find(({ packages }) => packages.includes(protoPackage)) ?? plain;
}
