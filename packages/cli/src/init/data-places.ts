import type { JsonObject, JsonValue } from "@a2agen/runtime";
import { withoutScheme } from "@a2agen/runtime/internal";

/** Of an extension, as its places are named by them. */
interface PlaceNames {
  readonly uri: string;
  /** The name of the package in kebab-case. */
  readonly name: string;
}

interface PlaceRow {
  readonly value: string;
  readonly hint: string;
  /** `at` of the manifest. */
  at(names: PlaceNames): string;
  /** `at` of the option in a proto, as JSON; undefined for the default. */
  option(names: PlaceNames): JsonObject | undefined;
  /** The keys that lead to the data, or to its field, from the metadata or the data of a part. */
  keys(names: PlaceNames): readonly string[];
  /** The keys lead to a field of the data. */
  readonly isField?: true;
  readonly in?: "part" | "parts";
}

/** Where the data of an extension may stand, the default first. */
export const dataPlaces = [
  { value: "uri", hint: "metadata[URI]", at: () => "uri", option: () => undefined, keys: ({ uri }) => [uri] },
  {
    value: "field",
    hint: "metadata[URI/field], a key for each field",
    at: () => "uri-field",
    option: () => ({ uri: "METADATA_KEY_URI_FIELD" }),
    keys: ({ uri }) => [`${uri}/note`],
    isField: true,
  },
  {
    value: "key",
    hint: "metadata under a fixed key",
    at: ({ name }) => `{ key: ${JSON.stringify(`${name}.note`)} }`,
    option: ({ name }) => ({ key: `${name}.note` }),
    keys: ({ name }) => [`${name}.note`],
  },
  {
    value: "prefix",
    hint: "metadata under a prefix and each field",
    at: ({ name }) => `{ prefix: ${JSON.stringify(`${name}.`)} }`,
    option: ({ name }) => ({ prefix: `${name}.` }),
    keys: ({ name }) => [`${name}.note`],
    isField: true,
  },
  {
    value: "no-scheme",
    hint: "metadata under the URI without its scheme",
    at: () => "{ uriWithoutScheme: note }",
    option: () => ({ uri_without_scheme: "note" }),
    keys: ({ uri }) => [`${withoutScheme(uri)}/note`],
  },
  {
    value: "path",
    hint: "in an object of the metadata that extensions share",
    at: ({ name }) => `{ path: [extensions, ${JSON.stringify(name)}] }`,
    option: ({ name }) => ({ path: { names: ["extensions", name] } }),
    keys: ({ name }) => ["extensions", name],
  },
  {
    value: "part-key",
    hint: "a data part, found by a key in it",
    at: ({ name }) => `{ partKey: ${JSON.stringify(`${name}.note`)} }`,
    option: ({ name }) => ({ part_key: `${name}.note` }),
    keys: ({ name }) => [`${name}.note`],
    in: "part",
  },
  {
    value: "media-type",
    hint: "data parts of a media type",
    at: ({ name }) => `{ mediaType: ${mediaTypeOf(name)}, values: one }`,
    option: ({ name }) => ({ media_type: mediaTypeOf(name), values: "PART_VALUES_ONE" }),
    keys: () => [],
    in: "parts",
  },
] as const satisfies readonly PlaceRow[];

const rows: readonly PlaceRow[] = dataPlaces;

/** What templates write about a place. */
export interface PlaceValues {
  readonly placeAt: string;
  /** `data` of the option, as JSON, but the objects that carry it; undefined for the default place. */
  readonly placeOption: JsonObject | undefined;
  /** `at` of the option, in the text format of protos. */
  readonly placeText: string;
  readonly placeHint: string;
  /** Whether it is in parts, where it has a name. */
  readonly inParts: boolean;
  /** Whether it is a list, of all parts that have it. */
  readonly isList: boolean;
  /** Metadata, or data of a part, with a note in the variable `note`: a TypeScript expression. */
  readonly written: string;
  readonly mediaType: string;
  /** Where the field `note` stands on a message with one other part, as a TypeScript literal. */
  readonly notePath: string;
}

export function placeValuesOf(place: string, names: PlaceNames): PlaceValues {
  const row = rows.find(({ value }) => value === place);
  if (row === undefined) throw new Error(`unknown place ${place}`);
  const keys = row.keys(names);
  const option = row.option(names);
  const inner = row.isField === true ? "note" : "{ note }";
  const path = keys.map((key) => `[${JSON.stringify(key)}]`).join("");
  const end = row.isField === true ? "" : ".note";
  return {
    placeAt: row.at(names),
    placeOption: option && { ...(row.in !== undefined && { name: "note" }), from: "SIDE_CLIENT", at: option },
    placeText: option === undefined ? "" : toProtoText(option),
    placeHint: row.hint,
    inParts: row.in !== undefined,
    isList: row.in === "parts",
    written: keys.reduceRight((value, key) => `{ ${toProperty(key)}: ${value} }`, inner),
    mediaType: mediaTypeOf(names.name),
    notePath: toLiteral(`message.${row.in === undefined ? "metadata" : "parts[1].data"}${path}${end}`),
  };
}

/** Whether data stands in parts at a place. */
export function isPartPlace(place: string): boolean {
  return rows.some(({ value, in: within }) => value === place && within !== undefined);
}

/** JSON in the text format of protos; texts in capitals are values of enums. */
function toProtoText(value: JsonValue): string {
  if (typeof value === "string") return /^[A-Z_]+$/.test(value) ? value : JSON.stringify(value);
  const fields = Object.entries(value ?? {}).flatMap(([name, field]) =>
    (Array.isArray(field) ? field : [field]).map((each: JsonValue) => `${name}: ${toProtoText(each)}`),
  );
  return `{ ${fields.join(" ")} }`;
}

function mediaTypeOf(name: string): string {
  return `application/vnd.${name}+json`;
}

function toProperty(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** As formatters have it: in single quotes where double ones are in the text. */
function toLiteral(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}
