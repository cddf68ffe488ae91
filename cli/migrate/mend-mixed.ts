import type { Codec } from "@a2agen/runtime";
import type { NearMiss, Translator } from "@a2agen/runtime/versions";
import { isObject } from "../../runtime/core/object.ts";
import type { Note } from "./note.ts";
import type { Versions } from "./versions.ts";

/** A value of one version whose fields are now all of that version. */
export interface Mended {
  readonly value: unknown;
  /** The fields that were in the form of an older version, joined with ", ". */
  readonly fields: string;
  /** The older version. */
  readonly dialect: string;
  readonly losses: readonly Note[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a value of one version that has some fields in the form of an older one, as the sample card of
 * the draft has its security schemes (draft 8.5): those fields are translated, the others stay.
 */
export function mendMixed(
  value: unknown,
  nearest: readonly NearMiss[],
  versions: Versions,
): Mended | undefined {
  if (!isObject(value)) return undefined;
  for (const { typeName, at } of nearest) {
    if (at.length > 0) continue;
    for (const translator of versions.translators.filter(({ newer }) => newer === typeName)) {
      const mended = mendWith(value, translator, versions);
      if (mended !== undefined) return mended;
    }
  }
  return undefined;
}

function mendWith(value: Fields, translator: Translator, versions: Versions): Mended | undefined {
  const newer = findCodec(translator.newer, versions);
  const older = findCodec(translator.older, versions);
  if (newer === undefined || older === undefined) return undefined;
  const wrong = wrongFields(newer.codec, value);
  if (wrong.size === 0) return undefined;
  const translated = readAsOlder(value, { codec: older.codec, translator, wrong });
  if (translated === undefined) return undefined;
  const replaceFields = (fields: readonly string[]): Fields => ({
    ...value,
    ...Object.fromEntries(fields.map((field) => [field, translated.value[field]])),
  });
  const isTranslated = (field: string): boolean => translated.value[field] !== undefined;
  const first = [...wrong].filter(isTranslated);
  // A field may be accepted only because nothing that is in it is known, as a list of requirements may.
  const doubtful = unknownFieldsOf(replaceFields(first), { versions, newer, typeName: translator.newer });
  const fields = [...new Set([...first, ...doubtful.filter(isTranslated)])];
  const mended = replaceFields(fields);
  if (!newer.codec.is(mended)) return undefined;
  const losses = translated.losses.filter(({ path }) => fields.includes(/^[\w$]+/.exec(path)?.[0] ?? ""));
  return { value: mended, fields: fields.join(", "), dialect: older.dialect, losses };
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

/** The fields of the root that are there and have something wrong in them. */
function wrongFields(codec: Codec<unknown>, value: Fields): ReadonlySet<string> {
  const result = codec.tryDecode(structuredClone(value));
  const fields = result.ok ? [] : result.issues.map(({ segments: [field] }) => field);
  return new Set(
    fields.filter((field) => typeof field === "string" && Object.hasOwn(value, field)) as string[],
  );
}

interface NewerInput {
  readonly versions: Versions;
  readonly newer: { readonly dialect: string };
  readonly typeName: string;
}

/** The fields of the root in which something is that the newer version does not know. */
function unknownFieldsOf(value: Fields, { versions, newer, typeName }: NewerInput): readonly string[] {
  const { candidates } = versions.detect(value, { dialects: [newer.dialect], typeName });
  return (candidates[0]?.unknownFields ?? []).flatMap((path) => {
    const field = /^[\w$]+(?=[.[])/.exec(path)?.[0];
    return field === undefined ? [] : [field];
  });
}

interface OlderInput {
  readonly codec: Codec<unknown>;
  readonly translator: Translator;
  readonly wrong: ReadonlySet<string>;
}

/** Translates the value as if all of it were of the older version, as far as that can be; fields that cannot stay away. */
function readAsOlder(
  value: Fields,
  { codec, translator, wrong }: OlderInput,
): { readonly value: Fields; readonly losses: readonly Note[] } | undefined {
  const refused = wrongFields(codec, value);
  if ([...wrong].every((field) => refused.has(field))) return undefined;
  const left = Object.fromEntries(
    Object.entries(structuredClone(value)).filter(([field]) => !refused.has(field)),
  );
  const decoded = codec.tryDecode(left, { lenient: true });
  if (!decoded.ok) return undefined;
  const { value: upgraded, losses } = translator.upgrade(decoded.value);
  if (!isObject(upgraded)) return undefined;
  return {
    value: upgraded,
    losses,
  };
}
