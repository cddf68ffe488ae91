import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Profile } from "../../../generators/model/profile.ts";
import { readDocument } from "../../../generators/source/profile/read-document.ts";

/**
 * Reads a profile, with what it takes from the one beside it that it extends; `path` is relative to the root.
 * Throws a ProfileError.
 */
export function readProfile(root: string, path: string): Profile {
  return readDocument("profile", readFileSync(join(root, path), "utf8"), path, (name) =>
    readProfile(root, `${dirname(path)}/${name}.yaml`),
  );
}
