import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalRegistry, startRegistry } from "../projects/local-registry.ts";
import { npmEnvironment } from "../projects/project.ts";
import { sharedPackages } from "./shared-packages.ts";

/** Where somebody begins who has a registry of npm with our packages in it, and nothing of this repository. */
export interface FreshFolder {
  /** Empty, and outside of this repository, whose packages would be found otherwise. */
  readonly directory: string;
  readonly registry: LocalRegistry;
  /** The environment in which npm takes packages from the registry. */
  readonly env: Record<string, string>;
  /** Ends the registry and removes the folder. */
  readonly close: () => Promise<void>;
}

export async function makeFreshFolder(name: string): Promise<FreshFolder> {
  const registry = await startRegistry(await sharedPackages());
  const directory = await mkdtemp(join(tmpdir(), `a2agen-${name}-`));
  return {
    directory,
    registry,
    env: npmEnvironment(registry.url, directory),
    async close() {
      await registry.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
