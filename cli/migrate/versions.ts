import type { Detect, Dialect, ServiceTranslation, Translator } from "@a2agen/runtime/versions";
import { isObject } from "../../runtime/core/object.ts";
import { UsageError } from "../shared/command-error.ts";

/** The versions of the protocol and the ways between them. */
export interface Versions {
  /** From the oldest to the newest. */
  readonly dialects: readonly Dialect[];
  readonly detect: Detect;
  readonly services: readonly ServiceTranslation[];
  readonly translators: readonly Translator[];
}

/** Reads the versions from the generated package, whose exports are named after pairs of versions. */
export async function loadVersions(): Promise<Versions> {
  const translate = await import("@a2agen/translate");
  const { dialects, detect, ...others } = translate;
  const all: Readonly<Record<string, unknown>> = others;
  const names = dialects.map(({ name }) => name);
  // The proto of 0.3 has types by the names of the draft's; its JSON is no dialect that files are in.
  const pairs = Object.entries(all).flatMap(([name, value]) => {
    if (!isServiceTranslation(value)) return [];
    const isOfDialects = [value.older, value.newer].every(({ protocol }) => names.includes(protocol.name));
    return isOfDialects ? [{ service: value, types: all[`${name}Types`] }] : [];
  });
  return {
    dialects,
    detect,
    services: pairs.map(({ service }) => service),
    // The translators of a pair of versions are the members of one object.
    translators: pairs.flatMap(({ types }) =>
      isObject(types) ? Object.values(types).filter(isTranslator) : [],
    ),
  };
}

function isServiceTranslation(value: unknown): value is ServiceTranslation {
  return isObject(value) && "older" in value && "newer" in value && "methods" in value && "card" in value;
}

function isTranslator(value: unknown): value is Translator {
  return isObject(value) && "upgrade" in value && "downgrade" in value && "older" in value;
}

/** The version that a flag names: "a2a-1.0", or "1.0". */
export function findVersion(name: string, flag: string, dialects: readonly Dialect[]): Dialect {
  const found =
    dialects.find((dialect) => dialect.name === name) ??
    dialects.find((dialect) => shortName(dialect) === name) ??
    dialects.find((dialect) => dialect.name.endsWith(`-${name}`));
  if (found !== undefined) return found;
  const known = dialects.map((dialect) => dialect.name).join(", ");
  throw new UsageError(`${flag}: expected one of ${known}; found "${name}"`);
}

function shortName({ name }: Dialect): string {
  return name.slice(name.indexOf("-") + 1);
}
