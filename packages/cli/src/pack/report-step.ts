import { compareModels } from "@a2agen/generators/compare/compare-models.ts";
import type { Model } from "@a2agen/generators/model/model.ts";
import type { Profile } from "@a2agen/generators/model/profile.ts";
import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { buildImageModel } from "@a2agen/protos/load-model.ts";
import type { Outcome } from "@a2agen/terminal/command.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { manifestIn, type PackageFile } from "../package/package-file.ts";
import type { Prepared } from "../package/prepare-package.ts";
import { readPacked } from "../package/read-packed.ts";
import { parseVersion, type SemVer } from "../package/version.ts";
import { comparePackages, isSameRelease } from "./compare-packages.ts";
import type { Finding, Step } from "./finding.ts";
import { checkVersion, explainStep, nextVersion, stepOf } from "./next-version.ts";

export interface StepInit {
  readonly prepared: Prepared;
  /** The package as it would be published now. */
  readonly packed: readonly PackageFile[];
  /** The package that was published last: a directory or a .tgz. */
  readonly previous: string;
  readonly profile: Profile | undefined;
  readonly terminal: Terminal;
}

/** Lists the differences from the previous package and the version they need; 1 if ours is lower. */
export async function reportStep({
  prepared,
  packed,
  previous,
  profile,
  terminal,
}: StepInit): Promise<Outcome> {
  const files = await readPacked(previous);
  const before = readVersion(files, { previous, name: prepared.manifest["name"] });
  const version = parseVersion(prepared.manifest["version"]);
  if (version === undefined) throw new Error("the version is checked before");
  // An earlier version never fits, even with the same files.
  const order = version.compare(before);
  if (order >= 0 && isSameRelease(files, packed)) {
    const but = order === 0 ? "" : " but the version";
    terminal.out(
      `since ${before.version}: nothing differs${but}, so that nothing needs to be published; package.json has ${version.version}\n`,
    );
    return 0;
  }
  const image = files.find(({ path }) => /^[^/]+\.binpb$/.test(path));
  if (image === undefined) {
    throw new CommandError(`--previous: ${previous}: expected the compiled protos, *.binpb; found none`);
  }
  const model = buildImageModel(image.bytes, {
    profile,
    place: `${previous}: ${image.path}`,
    terminal: { out: () => undefined, err: () => undefined },
  });
  const known: readonly Finding[] = compareModels(model, prepared.model).changes;
  const others = await comparePackages({ before: files, after: packed }).catch((cause: unknown) => {
    // The stack overflowed: generators write nothing as deep.
    if (!(cause instanceof RangeError)) throw cause;
    throw new CommandError(
      `--previous: ${previous}: expected schemas and declarations as "a2agen pack" writes them; some are too deep to compare: give another release`,
      { cause },
    );
  });
  const models = [model, prepared.model];
  const findings = [...known, ...withoutKnown(others, { known, models })].sort((a, b) =>
    compareCodeUnits(a.place, b.place),
  );
  const step = stepOf(findings);
  for (const [title, kind] of titles) {
    const some = findings.filter((finding) => finding.step === kind);
    if (some.length === 0) continue;
    terminal.out(
      `${title}:\n${some.map(({ place, reason }) => `  ${safeLine(place)}: ${safeLine(reason)}\n`).join("")}`,
    );
  }
  const problem = checkVersion(version, { before, step });
  const proposed = nextVersion(before, step).version;
  const reason = explainStep(before, step);
  terminal.out(
    `since ${before.version}: a ${step} change, so that the next version is ${proposed} or higher${reason === undefined ? "" : ` (${reason})`}; package.json has ${version.version}\n`,
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
): SemVer {
  const manifest = manifestIn(files);
  const version = parseVersion(manifest?.["version"]);
  if (version === undefined) {
    throw new CommandError(`--previous: ${previous}: expected a package.json with a version; found none`);
  }
  if (manifest?.["name"] !== name) {
    throw new CommandError(
      `--previous: ${previous}: expected an earlier release of ${String(name)}; found ${String(manifest?.["name"])}`,
    );
  }
  return version;
}

/** Leaves out findings on types that the descriptors have findings on already. */
function withoutKnown(
  findings: readonly Finding[],
  { known, models }: { known: readonly Finding[]; models: readonly Model[] },
): readonly Finding[] {
  const types = models.flatMap((model) => model.files.flatMap((file) => [...file.messages, ...file.enums]));
  const names = new Set(
    types
      .filter(({ typeName }) =>
        known.some(({ place }) => place === typeName || place.startsWith(`${typeName}.`)),
      )
      .map(({ identifier }) => identifier),
  );
  return findings.filter(({ place }) => {
    const [, inBundle] = /^schemas\/[^#]*#\/\$defs\/([^/]+)/.exec(place) ?? [];
    const [, file] = /^\.\/schemas\/.*\/([^/]+?)\.schema\.(?:strict\.)?json$/.exec(place) ?? [];
    return !names.has(inBundle ?? file ?? "");
  });
}
