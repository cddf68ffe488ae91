import { isAbsolute, join } from "node:path";
import { builtinProfiles } from "@a2agen/generators/source/profile/builtin-profiles.ts";
import { type PluginEntry, readGeneration } from "@a2agen/protos/read-generation.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { type PackageFile, textOf } from "./package-file.ts";

const templateFile = "buf.gen.yaml";

/** The plugins of a package's buf.gen.yaml, if it has one, with paths from where this process runs. */
export async function readTemplate(
  files: readonly PackageFile[],
  directory: string,
): Promise<readonly PluginEntry[] | undefined> {
  const template = files.find(({ path }) => path === templateFile);
  if (template === undefined) return undefined;
  const { parse } = await import("yaml");
  const place = join(directory, templateFile);
  try {
    const { plugins } = readGeneration(parse(textOf(template)), place);
    return plugins.map((entry) => ({ ...entry, parameter: fromHere(entry.parameter, directory) }));
  } catch (cause) {
    const reason = errorMessage(cause);
    throw new CommandError(reason.startsWith(place) ? reason : `${place}: ${reason}`, { cause });
  }
}

/** The profile that rules a package's code by its buf.gen.yaml; undefined where plugins differ in it. */
export async function findProfile(
  files: readonly PackageFile[],
  directory: string,
): Promise<string | undefined> {
  const plugins = (await readTemplate(files, directory)) ?? [];
  const named = new Set(plugins.map(({ parameter }) => /(?:^|,)profile=([^,]*)/.exec(parameter)?.[1]));
  const [profile] = named;
  return named.size === 1 ? profile : undefined;
}

function fromHere(parameter: string, directory: string): string {
  const options = parameter.split(",").map((text) => {
    const [, option = "", path] = /^(profile|templates|template|manifest)=(.+)$/.exec(text) ?? [];
    if (path === undefined || isAbsolute(path)) return text;
    return option === "profile" && builtinProfiles.has(path) ? text : `${option}=${join(directory, path)}`;
  });
  return options.join(",");
}
