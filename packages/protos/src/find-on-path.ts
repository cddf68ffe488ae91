import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first file of one of these names in the directories of PATH. */
export function findOnPath(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const path = Object.entries(env).find(([key]) => key.toUpperCase() === "PATH")?.[1] ?? "";
  const directories = path.split(delimiter).filter((directory) => directory !== "");
  return directories
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .find((file) => existsSync(file));
}
