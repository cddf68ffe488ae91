import { shortVersionName } from "@a2agen/generators/naming/version-names.ts";
import { isObject } from "@a2agen/runtime/internal";
import {
  compose,
  composeServices,
  type Detect,
  type Dialect,
  type ServiceTranslation,
  type Translator,
} from "@a2agen/runtime/versions";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { versionTable } from "@a2agen/versions/table.ts";

/** The versions of the protocol and the ways between them. */
export interface Versions {
  /** From the oldest to the newest. */
  readonly dialects: readonly Dialect[];
  readonly detect: Detect;
  /** One for each two versions that have a translation, also via others. */
  readonly pairs: readonly VersionPair[];
}

/** How an older version and a newer one become each other. */
export interface VersionPair {
  readonly service: ServiceTranslation;
  readonly translators: readonly Translator[];
}

/** Reads the versions from the generated package, whose exports are named after pairs of versions. */
export async function loadVersions(): Promise<Versions> {
  const translate = await import("@a2agen/translate");
  const { dialects, detect, ...others } = translate;
  const all: Readonly<Record<string, unknown>> = others;
  const generated = Object.entries(all).flatMap(([name, value]): readonly VersionPair[] => {
    if (!isServiceTranslation(value)) return [];
    // The translators of a pair of versions are the members of one object.
    const types = all[`${name}Types`];
    return [
      { service: value, translators: isObject(types) ? Object.values(types).filter(isTranslator) : [] },
    ];
  });
  return { dialects, detect, pairs: completePairs(dialects, generated) };
}

/** The pair of each two dialects, via the newest version between where none was generated. */
function completePairs(
  dialects: readonly Dialect[],
  generated: readonly VersionPair[],
): readonly VersionPair[] {
  const pairs: VersionPair[] = [];
  const find = (older: Dialect | undefined, newer: Dialect | undefined): VersionPair | undefined =>
    // The proto of 0.3 is no dialect: no files are in its JSON.
    [...pairs, ...generated].find(({ service }) => isPairOf(service, older, newer));
  for (const [at, newer] of dialects.entries()) {
    for (const older of dialects.slice(0, at).toReversed()) {
      const direct = find(older, newer);
      const between = dialects.slice(0, at).findLast((one) => find(older, one) && find(one, newer));
      const [first, second] = [find(older, between), find(between, newer)];
      if (direct !== undefined) pairs.push(direct);
      else if (first !== undefined && second !== undefined) pairs.push(join(first, second));
    }
  }
  return pairs;
}

/** Whether a translation is that from one version to another. */
export function isPairOf(
  { older, newer }: ServiceTranslation,
  from: Dialect | undefined,
  to: Dialect | undefined,
): boolean {
  return older.protocol.name === from?.name && newer.protocol.name === to?.name;
}

function join(first: VersionPair, second: VersionPair): VersionPair {
  return {
    service: composeServices<object, object, object>(first.service, second.service),
    translators: first.translators.flatMap((one) =>
      second.translators.flatMap((other) => (one.newer === other.older ? compose(one, other) : [])),
    ),
  };
}

function isServiceTranslation(value: unknown): value is ServiceTranslation {
  return isObject(value) && "older" in value && "newer" in value && "methods" in value && "card" in value;
}

function isTranslator(value: unknown): value is Translator {
  return isObject(value) && "upgrade" in value && "downgrade" in value && "older" in value;
}

/** The newest version that is not in development. */
export function newestReleased(dialects: readonly Dialect[]): Dialect | undefined {
  return dialects.findLast(({ name }) => !isInDevelopment(name));
}

/** Whether a version may still change, as the table of versions says. */
function isInDevelopment(wanted: string): boolean {
  return versionTable.some(({ name, stage }) => name === wanted && stage === "development");
}

/** The version that a flag names: "a2a-1.0", or "1.0". */
export function findVersion(name: string, flag: string, dialects: readonly Dialect[]): Dialect {
  const found =
    dialects.find((dialect) => dialect.name === name) ??
    dialects.find((dialect) => shortVersionName(dialect.name) === name) ??
    dialects.find((dialect) => dialect.name.endsWith(`-${name}`)) ??
    dialects.find(({ version }) => version === name);
  if (found !== undefined) return found;
  const known = dialects.map((dialect) => dialect.name).join(", ");
  throw new UsageError(`${flag}: expected one of ${known}; found "${name}"`);
}
