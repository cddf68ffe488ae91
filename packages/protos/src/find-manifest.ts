import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandError } from "@a2agen/terminal/command-error.ts";

const manifestName = "extension.yaml";

/**
 * The path of the manifest that a user names: its file, the folder with its extension.yaml, or a package that
 * is installed here. Throws a CommandError.
 */
export async function findManifest(name: string): Promise<string> {
  const found = await stat(name).catch(() => undefined);
  if (found !== undefined) return found.isDirectory() ? join(name, manifestName) : name;
  try {
    const require = createRequire(join(process.cwd(), "package.json"));
    return join(dirname(require.resolve(`${name}/package.json`)), manifestName);
  } catch (cause) {
    throw new CommandError(
      `${name}: error: expected a manifest, its folder, or an installed package with one; found neither a file nor a package of this name`,
      { cause },
    );
  }
}
