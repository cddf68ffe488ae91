import type { Profile } from "../../generators/source/profile/profile.ts";
import older from "../../profiles/a2a-0.3.yaml";

// Sound, since the bundlers validate every profile against its schema when they turn it into a module.
const profiles = [older as Profile];

/** Protocols that have a JSON Schema and no proto, by the name of their profile, which is that of the schema too. */
export const builtinSchemaProfiles: ReadonlyMap<string, Profile> = new Map(
  profiles.map((profile) => [profile.name, profile]),
);
