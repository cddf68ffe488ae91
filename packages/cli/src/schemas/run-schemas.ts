import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sharedSchemaBase } from "@a2agen/generators/naming/schema-host.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { holdSignals } from "@a2agen/terminal/hold-signals.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { formatSize, listContents, type PackageFile } from "../package/package-file.ts";
import { readFiles } from "../package/read-files.ts";
import { writeTarball } from "../package/tarball.ts";
import { type Bundle, buildBundle } from "./build-bundle.ts";
import { checkSchemas } from "./check-schemas.ts";
import { planSite, type SiteNote } from "./plan-site.ts";
import { readRelease, refusal } from "./read-release.ts";
import type { Release } from "./release.ts";
import { loadPages } from "./render-page.ts";
import { checkSiteUrl } from "./site-url.ts";
import { readSite } from "./site-version.ts";
import { parseVersionIndex, sha256 } from "./version-index.ts";

/** `a2agen schemas`: reads, refuses, bundles, writes. Throws a CommandError with every reason. */
export async function runSchemas(
  { flags, operands }: CommandInput<SchemasFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const { out } = flags;
  if (out === undefined) throw new UsageError("--out: expected the directory to write to; it is missing");
  const baseUrl = readBaseUrl(flags["base-url"]);
  await checkOut(out);
  const releases: Release[] = [];
  for (const place of operands) {
    await terminal.step?.(`reading ${place}`);
    releases.push(await readRelease(place, { profile: flags.profile, terminal }));
  }
  await terminal.step?.("checking the schemas");
  await refuseBroken(releases, operands);
  const render = await loadPages();
  const bundles = releases.map((release) => ({
    release,
    ...packBundle(release, buildBundle(release, render)),
  }));
  const site = join(out, "site");
  await terminal.step?.("building the site");
  const plan = await planSite({
    releases,
    baseUrl,
    archives: new Map(bundles.map(({ release, archive }) => [release, archive])),
    versions: await readSite(site),
    filesIn: (directory) => readFiles(join(site, directory), ""),
    render,
  });
  if (plan.problems.length > 0) {
    throw new CommandError(refusal(site, [...new Set(plan.problems)]));
  }
  const files = [
    ...bundles.flatMap(({ bundle, archive }) => [
      ...bundle.files.map(({ path, bytes }) => ({ path: `${bundle.name}/${path}`, bytes })),
      archive,
    ]),
    ...plan.files.map(({ path, bytes }) => ({ path: `site/${path}`, bytes })),
  ];
  const left = await findLeft(
    out,
    bundles.map(({ bundle }) => bundle),
  );
  if (flags["dry-run"] === true) terminal.out(listContents(files));
  for (const { release, bundle, archive } of bundles)
    terminal.out(describeBundle(release, { bundle, archive }));
  for (const note of plan.notes) terminal.out(describeNote(note));
  if (plan.notes.some(({ base }) => base === sharedSchemaBase)) {
    terminal.out(
      `${sharedSchemaBase} is shared by all protos without a profile: host them with --base-url, or give them $ids of your own, with schema_base= where the schemas are generated\n`,
    );
  }
  if (flags["dry-run"] === true) return 0;
  // Between the last file that is written and the last one that goes, nothing ends the program.
  const held = holdSignals();
  try {
    await writeFiles(files.map(({ path, bytes }) => ({ path: join(out, path), bytes })));
    for (const path of [...left, ...plan.removed.map((removed) => join(site, removed))])
      await rm(path, { force: true });
  } finally {
    held.release();
  }
  for (const { bundle, archive } of bundles)
    terminal.out(`${join(out, bundle.name)}\n${join(out, archive.path)}\n`);
  terminal.out(`${site}\n`);
  return 0;
}

function readBaseUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = given.endsWith("/") ? given : `${given}/`;
  const problem = checkSiteUrl(url);
  if (problem === undefined) return url;
  throw new UsageError(
    `--base-url: expected an http or https URL of a directory, such as https://example.com/schemas/; found "${given}", and ${problem}`,
  );
}

async function checkOut(out: string): Promise<void> {
  const stats = await stat(out).catch(() => undefined);
  if (stats !== undefined && !stats.isDirectory()) {
    throw new CommandError(`--out: expected a directory; ${out} is a file: give another`);
  }
}

/** References lead to schemas of any package of the run. */
async function refuseBroken(releases: readonly Release[], places: readonly string[]): Promise<void> {
  const known = new Map(releases.flatMap(({ schemas }) => schemas.map((schema) => [schema.id, schema])));
  for (const [index, { name, schemas }] of releases.entries()) {
    const own = new Map([...known, ...schemas.map((schema) => [schema.id, schema] as const)]);
    const problems = await checkSchemas(schemas, own);
    if (problems.length > 0) throw new CommandError(refusal(`${name} (${places[index] ?? ""})`, problems));
  }
}

interface PackedBundle {
  readonly bundle: Bundle;
  readonly archive: PackageFile;
}

function packBundle({ name }: Release, bundle: Bundle): PackedBundle {
  try {
    const bytes = writeTarball(bundle.files, { root: bundle.name });
    return { bundle, archive: { path: `${bundle.name}.tar.gz`, bytes } };
  } catch (cause) {
    throw new CommandError(refusal(name, [errorMessage(cause)]), {
      cause,
    });
  }
}

/** What an earlier bundle of the same version had and this one lacks; throws for other directories. */
async function findLeft(out: string, bundles: readonly Bundle[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { name, files } of bundles) {
    const before = await readFiles(join(out, name), "");
    if (before.length === 0) continue;
    const index = before.find(({ path }) => path === "index.json");
    if (index === undefined || parseVersionIndex(index) === undefined) {
      throw new CommandError(
        `--out: expected room for ${name}, or a bundle that was made before; ${join(out, name)} has something else: give another directory, or empty that one`,
      );
    }
    const written = new Set(files.map(({ path }) => path));
    left.push(...before.flatMap(({ path }) => (written.has(path) ? [] : [join(out, name, path)])));
  }
  return left;
}

function describeBundle({ name, version }: Release, { bundle, archive }: PackedBundle): string {
  const size = formatSize(bundle.files.reduce((sum, { bytes }) => sum + bytes.length, 0));
  const packed = formatSize(archive.bytes.length);
  return `${name} ${version}: ${bundle.files.length} files, ${size}; packed ${packed}, sha256 ${sha256(archive.bytes)}\n`;
}

function describeNote({ base, version, isKnown, newest }: SiteNote): string {
  const state = isKnown ? "is in the site already" : "is added to the site, for you to upload";
  const place = newest === version ? `as the newest version also at ${base}` : `${newest} stays at ${base}`;
  return `${base}${version}/ ${state}; ${place}\n`;
}

/** The flags of `a2agen schemas`, as they were given. */
export interface SchemasFlags {
  readonly out?: string;
  readonly "base-url"?: string;
  readonly profile?: string;
  readonly "dry-run"?: true;
}
