import { readFile } from "node:fs/promises";
import type { LegacyManifest } from "../../model/legacy-manifest.ts";
import type { Profile } from "../../model/profile.ts";
import { builtinLegacy } from "./builtin-legacy.ts";
import { builtinProfiles } from "./builtin-profiles.ts";
import { completeManifest } from "./complete-manifest.ts";
import { completeProfile } from "./complete-profile.ts";
import { ProfileError, type ProfileProblem } from "./profile-error.ts";
import type { Documents } from "./read-document.ts";

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
  return completeProfile(await loadDocument("profile", nameOrPath), builtinLegacy);
}

/** Reads a manifest from a path relative to the working directory; throws a ProfileError. */
export async function loadLegacy(path: string): Promise<LegacyManifest> {
  return completeManifest(await loadDocument("legacy", path));
}

async function loadDocument<Kind extends keyof Documents>(
  kind: Kind,
  path: string,
): Promise<Documents[Kind]> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    const reason = String(cause instanceof Error && "code" in cause ? cause.code : cause);
    const message = `expected a file that can be read, found ${reason}`;
    throw new ProfileError([{ code: "unreadable", source: path, path: "", message }], { cause });
  });
  const { readDocument } = await import("./read-document.ts");
  return readDocument(kind, text, path, (name) => builtinProfiles.get(name));
}

function unknownProfile(source: string): ProfileProblem {
  const names = [...builtinProfiles.keys()].join(", ");
  const expected = `one of the built-in profiles ${names}, or a path that ends in .yaml, .yml or .json`;
  return { code: "unknown-profile", source, path: "", message: `expected ${expected}` };
}
