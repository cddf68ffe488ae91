import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { version } from "@a2agen/generators/model/version.ts";
import { schemaHost } from "@a2agen/generators/naming/schema-host.ts";
import { readProfile } from "@a2agen/protos/load-model.ts";
import { hasCards, readCard } from "@a2agen/protos/read-card.ts";
import { count, errorCode, isObject, plural } from "@a2agen/runtime/internal";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { findUncommitted } from "@a2agen/terminal/git.ts";
import { holdSignals } from "@a2agen/terminal/hold-signals.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { formatSize, listContents, manifestIn, objectIn, type PackageFile } from "../package/package-file.ts";
import { type PackageFlags, type Prepared, preparePackage } from "../package/prepare-package.ts";
import { readFiles } from "../package/read-files.ts";
import { cardFile } from "../package/read-package.ts";
import { writeTarball } from "../package/tarball.ts";
import { checkManifest } from "./check-manifest.ts";
import { findDependencies, readSchemaPackages } from "./installed-packages.ts";
import { packPackage } from "./pack-package.ts";

/** The flags of `a2agen pack`, as they were given. */
export interface PackFlags extends PackageFlags {
  readonly out?: string;
  readonly previous?: string;
  readonly "dry-run"?: true;
  readonly check?: true;
  readonly "allow-dirty"?: true;
}

/** `a2agen pack`: reads, refuses, packs, writes. Throws a CommandError with every reason. */
export async function runPack(
  { flags, operands }: CommandInput<PackFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const [operand] = operands;
  if (flags.check === true) {
    const { runCheck } = await import("./run-check.ts");
    return runCheck(operand ?? ".", terminal);
  }
  if (flags.out === undefined && flags["dry-run"] !== true && flags.previous === undefined) {
    throw new UsageError(
      "--out: expected the directory to write; give it, or --dry-run, --previous or --check",
    );
  }
  await terminal.step?.("reading the package and generating its code");
  const prepared = await preparePackage(operand, flags, terminal);
  await refuse(prepared, flags);
  const before = flags.out === undefined ? [] : await readOutput(flags.out, prepared);
  await terminal.step?.("compiling");
  const { files, problems } = await packPackage({
    ...prepared,
    dependencies: await findDependencies(prepared.manifest, prepared.directory),
    schemaPackages: await readSchemaPackages(prepared.manifest, [prepared.directory, process.cwd()]),
    generator: `a2agen ${version}`,
  });
  if (problems.length > 0) throw new CommandError(refusal(prepared, problems));
  if (flags.previous !== undefined) {
    await terminal.step?.("comparing with the version before");
    const { reportStep } = await import("./report-step.ts");
    const profile = flags.profile === undefined ? undefined : await readProfile(flags.profile);
    const { previous } = flags;
    const outcome = await reportStep({ prepared, packed: files, previous, profile, terminal });
    if (outcome !== 0 || (flags.out === undefined && flags["dry-run"] !== true)) return outcome;
  }
  await terminal.step?.("compressing");
  const tarball = writeTarball(files, { root: "package", executables: findExecutables(prepared) });
  const [name, packageVersion] = [String(prepared.manifest["name"]), String(prepared.manifest["version"])];
  if (flags["dry-run"] === true) terminal.out(listContents(files));
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const digest = createHash("sha256").update(tarball).digest("hex");
  terminal.out(
    `${name} ${packageVersion}: ${files.length} files, ${formatSize(size)}; packed ${formatSize(tarball.length)}, sha256 ${digest}\n`,
  );
  if (flags["dry-run"] === true || flags.out === undefined) return 0;
  await write(files, {
    out: flags.out,
    before,
    tarball,
    tarballName: tarballName(name, packageVersion),
    terminal,
  });
  const note = noteProvenance(files);
  if (note !== undefined) terminal.out(note);
  return 0;
}

/** A reason that "npm publish" will refuse the package for. */
function noteProvenance(files: readonly PackageFile[]): string | undefined {
  const { publishConfig, repository } = manifestIn(files) ?? {};
  const url = isObject(repository) ? repository["url"] : repository;
  const isAsked = isObject(publishConfig) && publishConfig["provenance"] === true;
  if (!isAsked || (typeof url === "string" && url !== "")) return undefined;
  return "note: package.json: repository: expected the repository whose workflow publishes the package, since npm refuses provenance without it; found none: add it, or publish with --provenance=false\n";
}

/** Refuses a package with problems before the slow steps. */
async function refuse(prepared: Prepared, flags: PackFlags): Promise<void> {
  const { manifest, files, stale } = prepared;
  const problems = [...checkManifest(manifest, files), ...checkSchemaBase(prepared)];
  if (stale.length > 0) {
    problems.push(
      `generated files: expected the output of a2agen ${version}; ${describe(stale, ["differs", "differ"])}: generate them again\n${some(stale)}`,
    );
  }
  problems.push(...(await checkCards(prepared)));
  const dirty = flags["allow-dirty"] === true ? [] : await findUncommitted(prepared.sources);
  if (dirty.length > 0) {
    problems.push(
      `git: expected everything to be committed, so that others can make the same package; ${describe(dirty, ["is", "are"])} not: commit, or give --allow-dirty\n${some(dirty)}`,
    );
  }
  if (problems.length > 0) throw new CommandError(refusal(prepared, problems));
}

/** URLs below a2agen.dev are for protos that profiles list: otherwise two packages could share an $id. */
function checkSchemaBase({ files, model }: Prepared): readonly string[] {
  const named = new Set(
    model.files.flatMap((file) =>
      model.profiles[file.profile]?.packages.includes(file.package) ? file.package : [],
    ),
  );
  const foreign = model.files.filter((file) => file.requested && !named.has(file.package));
  const paths = new Set(foreign.map((file) => `schemas/${file.package || "default"}.schema.json`));
  const found = files
    .filter(({ path }) => paths.has(path))
    .map((file) => ({ path: file.path, id: String(objectIn(file)?.["$id"]) }))
    .find(({ id }) => id.startsWith(schemaHost));
  if (found === undefined) return [];
  return [
    `${found.path}: $id: expected a URL below one of your own; found ${found.id}, where the schemas of all protos are: give yours with --schema-base, or where buf generates the schemas with the option schema_base=`,
  ];
}

function refusal({ directory, manifest }: Prepared, problems: readonly string[]): string {
  const name = typeof manifest["name"] === "string" ? `${manifest["name"]} (${directory})` : directory;
  return [
    `${name}: cannot be packed`,
    ...problems.map((problem) => `  ${problem.replaceAll("\n", "\n  ")}`),
  ].join("\n");
}

function describe({ length }: readonly string[], verb: readonly [one: string, more: string]): string {
  return `${count(length, "file")} ${plural(length, verb)}`;
}

const shown = 10;

function some(lines: readonly string[]): string {
  const rest = lines.length - shown;
  return [...lines.slice(0, shown), ...(rest > 0 ? [`and ${rest} more`] : [])]
    .map((line) => `  ${line}`)
    .join("\n");
}

function findExecutables({ manifest: { bin } }: Prepared): ReadonlySet<string> {
  const paths = typeof bin === "string" ? [bin] : isObject(bin) ? Object.values(bin) : [];
  return new Set(paths.map((path) => String(path).replace(/^\.\//, "")));
}

/** The name that "npm pack" gives. */
function tarballName(name: string, packageVersion: string): string {
  return `${name.replace("@", "").replace("/", "-")}-${packageVersion}.tgz`;
}

interface WriteInit {
  readonly out: string;
  /** Paths of an earlier package in that directory. */
  readonly before: readonly string[];
  readonly tarball: Uint8Array;
  readonly tarballName: string;
  readonly terminal: Terminal;
}

async function write(files: readonly PackageFile[], init: WriteInit): Promise<void> {
  const { out, before, tarball, terminal } = init;
  const path = join(dirname(resolve(out)), init.tarballName);
  // Signals wait until old files are removed too.
  const held = holdSignals();
  try {
    await writeFiles([
      ...files.map((file) => ({ path: join(out, file.path), bytes: file.bytes })),
      { path, bytes: tarball },
    ]);
    await clearOutput(out, { before, files });
  } finally {
    held.release();
  }
  terminal.out(`${out}\n${join(dirname(out), init.tarballName)}\n`);
}

/** The directory paths that a package is written to; throws a CommandError if one is not empty. */
async function readOutput(out: string, { directory }: Prepared): Promise<readonly string[]> {
  if (resolve(out) === resolve(directory)) {
    throw new CommandError(`--out: expected another directory than that of the package; found ${out}`);
  }
  const stats = await stat(out).catch(() => undefined);
  if (stats === undefined) return [];
  if (!stats.isDirectory()) throw new CommandError(`--out: expected a directory; ${out} is a file`);
  if ((await readdir(out)).length === 0) return [];
  const origin = manifestIn(await readFiles(out, "package.json"))?.["a2a"];
  if (isObject(origin) && String(origin["generator"]).startsWith("a2agen ")) {
    return (await readFiles(out, "")).map(({ path }) => path);
  }
  throw new CommandError(
    `--out: expected a directory that is empty, or has a package that was packed before; ${out} has something else: give another, or empty it`,
  );
}

/**
 * Removes files that only an earlier package had; throws a CommandError that lists those it cannot remove.
 */
async function clearOutput(
  out: string,
  { before, files }: { before: readonly string[]; files: readonly PackageFile[] },
): Promise<void> {
  const written = new Set(files.map(({ path }) => path));
  const left: string[] = [];
  for (const path of before) {
    if (written.has(path)) continue;
    await rm(join(out, path), { force: true }).catch((error: unknown) => {
      left.push(`${join(out, path)}: ${errorCode(error) ?? String(error)}`);
    });
  }
  if (left.length === 0) return;
  throw new CommandError(
    `${out}: is written, but files of the package before cannot be removed: remove them, or the directory\n${left.map((line) => `  ${line}`).join("\n")}`,
  );
}

/** Checks the agent cards in a package by the rules of its protos. */
async function checkCards({ directory, files, model }: Prepared): Promise<readonly string[]> {
  const protoPackage = model.files.map((file) => file.package).find(hasCards);
  if (protoPackage === undefined) return [];
  const problems: string[] = [];
  for (const { path } of files.filter((file) => cardFile.test(file.path))) {
    try {
      await readCard(join(directory, path), protoPackage);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      problems.push(`${error.message}\ncorrect the card, or take it out`);
    }
  }
  return problems;
}
