import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";

/** The first file of one of these names in the directories of PATH. */
export function findOnPath(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  platform: string = process.platform,
): string | undefined {
  const isWindows = platform === "win32";
  const { delimiter, join } = isWindows ? win32 : posix;
  const path = Object.entries(env).find(([key]) => key.toUpperCase() === "PATH")?.[1] ?? "";
  const directories = path
    .split(delimiter)
    // Windows takes directories in quotes.
    .map((directory) => (isWindows ? directory.replaceAll('"', "") : directory))
    .filter((directory) => directory !== "");
  return directories
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .find((file) => existsSync(file));
}
