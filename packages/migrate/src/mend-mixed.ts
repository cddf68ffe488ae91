import type { Codec } from "@a2agen/runtime";
import { isObject } from "@a2agen/runtime/internal";
import type { NearMiss, Translator } from "@a2agen/runtime/versions";
import type { Note } from "./note.ts";
import type { Versions } from "./versions.ts";

/** A value whose fields are now all of one version. */
export interface Mended {
  readonly value: unknown;
  /** The fields that were of an older version, joined with ", ". */
  readonly fields: string;
  /** The older version. */
  readonly dialect: string;
  readonly losses: readonly Note[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Translates those fields of a value that are of an older version, such as the security schemes in the sample
 * card of the draft (draft 8.5).
 */
export function mendMixed(
  value: unknown,
  nearest: readonly NearMiss[],
  versions: Versions,
): Mended | undefined {
  if (!isObject(value)) return undefined;
  const typeNames = nearest.flatMap(({ typeName, at }) => (at.length === 0 ? [typeName] : []));
  const translators = typeNames.flatMap((typeName) =>
    versions.pairs.flatMap(({ translators }) => translators.filter(({ newer }) => newer === typeName)),
  );
  for (const translator of translators) {
    const mended = mendWith(value, translator, versions);
    if (mended !== undefined) return mended;
  }
  return undefined;
}

function mendWith(value: Fields, translator: Translator, versions: Versions): Mended | undefined {
  const newer = findCodec(translator.newer, versions);
  const older = findCodec(translator.older, versions);
  if (newer === undefined || older === undefined) return undefined;
  const invalid = findInvalid(newer.codec, value);
  const refused = findInvalid(older.codec, value);
  if (invalid.every((field) => refused.includes(field))) return undefined;
  const accepted = Object.entries(structuredClone(value)).filter(([field]) => !refused.includes(field));
  const decoded = older.codec.tryDecode(Object.fromEntries(accepted), { lenient: true });
  if (!decoded.ok) return undefined;
  const { value: upgraded, losses } = translator.upgrade(decoded.value);
  if (!isObject(upgraded)) return undefined;
  const replace = (fields: readonly string[]): Fields => ({ ...value, ...pick(upgraded, fields) });
  const first = invalid.filter((field) => upgraded[field] !== undefined);
  // A field may be valid only because all of its content is unknown, as in a list of requirements.
  const { candidates } = versions.detect(replace(first), {
    dialects: [newer.dialect],
    typeName: translator.newer,
  });
  const unknown = (candidates[0]?.unknownFields ?? []).flatMap((path) => /^[\w$]+(?=[.[])/.exec(path) ?? []);
  const fields = [...new Set([...first, ...unknown.filter((field) => upgraded[field] !== undefined)])];
  const mended = replace(fields);
  if (!newer.codec.is(mended)) return undefined;
  return {
    value: mended,
    fields: fields.join(", "),
    dialect: older.dialect,
    losses: losses.filter(({ path }) => fields.includes(/^[\w$]+/.exec(path)?.[0] ?? "")),
  };
}

function pick(object: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}

function findCodec(
  typeName: string,
  { dialects }: Versions,
): { readonly codec: Codec<unknown>; readonly dialect: string } | undefined {
  for (const { name, codecs } of dialects) {
    const codec = codecs.find((candidate) => candidate.typeName === typeName);
    if (codec !== undefined) return { codec, dialect: name };
  }
  return undefined;
}

/** The fields of the root that are present and invalid. */
function findInvalid(codec: Codec<unknown>, value: Fields): readonly string[] {
  const result = codec.tryDecode(structuredClone(value));
  const fields = result.ok ? [] : result.issues.flatMap(({ segments: [field] }) => field ?? []);
  return [...new Set(fields.map(String))].filter((field) => Object.hasOwn(value, field));
}
