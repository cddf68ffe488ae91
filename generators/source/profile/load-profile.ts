import type { Profile } from "../../model/profile.ts";
import { builtinLegacy } from "./builtin-legacy.ts";
import { builtinProfiles } from "./builtin-profiles.ts";
import { completeProfile } from "./complete-profile.ts";
import { ProfileError, type ProfileProblem } from "./profile-error.ts";
import { createProfileReader } from "./profile-reader.ts";
import { readSource } from "./read-source.ts";

/**
 * Finds a built-in profile by name, or reads one from a path, relative to the working directory, that
 * ends in .yaml, .yml or .json. A profile of packages of A2A gets the earlier names that servers and
 * clients take from the manifest of A2A. Throws a ProfileError. The YAML parser and the validator are loaded
 * only for a path.
 */
export async function loadProfile(nameOrPath: string): Promise<Profile> {
  const builtin = builtinProfiles.get(nameOrPath);
  if (builtin !== undefined) return builtin;
  if (!/\.(?:yaml|yml|json)$/.test(nameOrPath)) throw new ProfileError([unknownProfile(nameOrPath)]);
  const text = await readSource(nameOrPath);
  const [yaml, { Ajv2020 }] = await Promise.all([import("yaml"), import("ajv/dist/2020.js")]);
  return completeProfile(createProfileReader({ yaml, Ajv2020 })(text, nameOrPath), builtinLegacy);
}

function unknownProfile(source: string): ProfileProblem {
  const names = [...builtinProfiles.keys()].join(", ");
  const expected = `one of the built-in profiles ${names}, or a path that ends in .yaml, .yml or .json`;
  return { code: "unknown-profile", source, path: "", message: `expected ${expected}` };
}
