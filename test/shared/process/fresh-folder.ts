import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { placesOf, withoutOurs } from "./local-registry.ts";
import { npmEnvironment } from "./project.ts";
import { sharedPackages } from "./shared-packages.ts";

/** Where somebody begins who has npm and its registry, and nothing of this repository. */
export interface FreshFolder {
  /** Empty, and outside of this repository, whose packages would be found otherwise. */
  readonly directory: string;
  /** The environment in which npm takes packages from the registry of the run. */
  readonly env: Record<string, string>;
  /** What was asked for and is not in the registry. */
  readonly missing: () => Promise<readonly string[]>;
  /** Removes the folder. */
  readonly close: () => Promise<void>;
}

/** Our packages are in the registry, but where `published` is false. */
export async function makeFreshFolder(name: string, { published = true } = {}): Promise<FreshFolder> {
  await sharedPackages();
  const directory = await mkdtemp(join(tmpdir(), `a2agen-${name}-`));
  const places = placesOf(inject("registry"), published ? name : `${withoutOurs}${name}`);
  const env = npmEnvironment(places.packages, directory);
  // All have the tarballs that npm fetched for one of them; of npx each has its own.
  const fetched = join(inject("shared"), "npm-cache");
  await mkdir(fetched, { recursive: true });
  await mkdir(join(directory, "cache"));
  await symlink(fetched, join(directory, "cache/_cacache"), "dir");
  return {
    directory,
    env,
    missing: async () => (await (await fetch(places.missing)).json()) as readonly string[],
    close: () => rm(directory, { recursive: true, force: true }),
  };
}
