import { compareModels } from "../../pack/compare-models.ts";
import { type Finding, findingsAt, type Step } from "../../pack/finding.ts";
import { isJsonObject, parseObject } from "../../pack/json.ts";
import { checkVersion, nextVersion, stepOf } from "../../pack/next-version.ts";
import { type PackageFile, textOf } from "../../pack/package-file.ts";
import { formatVersion, parseVersion, type Version } from "../../pack/parse-version.ts";
import type { Profile } from "../../profile/profile.ts";
import type { Outcome } from "../command.ts";
import { CommandError } from "../command-error.ts";
import { buildImageModel } from "../protos/load-model.ts";
import type { Terminal } from "../terminal.ts";
import type { Prepared } from "./prepare-package.ts";
import { readPacked } from "./read-packed.ts";

export interface StepInit {
  readonly prepared: Prepared;
  /** The package that was published last: a directory or a .tgz. */
  readonly previous: string;
  readonly profile: Profile | undefined;
  readonly terminal: Terminal;
}

/** Lists what is otherwise than in the previous package, and says which version that asks for; 1 when package.json has a lower one. */
export async function reportStep({ prepared, previous, profile, terminal }: StepInit): Promise<Outcome> {
  const files = await readPacked(previous);
  const before = readVersion(files, { previous, name: prepared.manifest["name"] });
  const version = parseVersion(prepared.manifest["version"]);
  if (version === undefined) throw new Error("the version is checked before");
  const image = files.find(({ path }) => /^[^/]+\.binpb$/.test(path));
  if (image === undefined) {
    throw new CommandError(`--previous: ${previous}: expected the compiled protos, *.binpb; there are none`);
  }
  const model = buildImageModel(image.bytes, {
    profile,
    place: `${previous}: ${image.path}`,
    terminal: { out: () => undefined, err: () => undefined },
  });
  const findings = [...compareModels(model, prepared.model), ...compareAliases(files, prepared.files)];
  const step = stepOf(findings);
  for (const [title, kind] of titles) {
    const some = findings.filter((finding) => finding.step === kind);
    if (some.length === 0) continue;
    terminal.out(`${title}:\n${some.map(({ place, reason }) => `  ${place}: ${reason}\n`).join("")}`);
  }
  const problem = checkVersion(version, { before, step });
  const proposed = formatVersion(nextVersion(before, step));
  terminal.out(
    `since ${formatVersion(before)}: a ${step} change, so that the next version is ${proposed} or higher; package.json has ${formatVersion(version)}\n`,
  );
  if (problem === undefined) return 0;
  terminal.err(`package.json: version: ${problem}: correct it, or give --package-version\n`);
  return 1;
}

const titles: readonly (readonly [string, Step])[] = [
  ["breaks users", "major"],
  ["new", "minor"],
];

function readVersion(
  files: readonly PackageFile[],
  { previous, name }: { previous: string; name: unknown },
): Version {
  const file = files.find(({ path }) => path === "package.json");
  const manifest = file === undefined ? undefined : parseObject(textOf(file));
  const version = parseVersion(manifest?.["version"]);
  if (version === undefined) {
    throw new CommandError(`--previous: ${previous}: expected a package.json with a version; there is none`);
  }
  if (manifest?.["name"] !== name) {
    throw new CommandError(
      `--previous: ${previous}: expected an earlier release of ${String(name)}; found ${String(manifest?.["name"])}`,
    );
  }
  return version;
}

/** Names of earlier versions are in no descriptor, but each has a JSON Schema. */
function compareAliases(before: readonly PackageFile[], after: readonly PackageFile[]): readonly Finding[] {
  const list: Finding[] = [];
  const now = listAliases(after);
  const old = listAliases(before);
  for (const name of old) if (!now.has(name)) findingsAt(name, list).major("the earlier name is gone");
  for (const name of now) if (!old.has(name)) findingsAt(name, list).minor("the earlier name is new");
  return list;
}

function listAliases(files: readonly PackageFile[]): ReadonlySet<string> {
  const bundles = files.filter(({ path }) => /^schemas\/[^/]+\.legacy\.schema\.json$/.test(path));
  return new Set(
    bundles.flatMap((file) => {
      const definitions = parseObject(textOf(file))?.["$defs"];
      return isJsonObject(definitions) ? Object.keys(definitions) : [];
    }),
  );
}
