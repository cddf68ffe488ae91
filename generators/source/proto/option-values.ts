import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { toLowerWords } from "../../naming/casing.ts";

export type Read<T> = (value: JsonValue | undefined) => T;

/** What an option says, read by its JSON form: its message is known from the input alone. */
export function object(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

export function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

export function flag(value: JsonValue | undefined): boolean {
  return value === true;
}

/** Reads what an option may leave out; undefined for "" and 0, which are the same. */
export function optional<T>(read: Read<T>): Read<T | undefined> {
  return (value) => (value === undefined ? undefined : read(value) || undefined);
}

export function number(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

export function listOf<T>(read: Read<T>): Read<T[]> {
  return (value) => list(value).map(read);
}

/** Reads the fields of a message; those that are undefined are left out. */
export function fieldsOf<T extends object>(table: { readonly [K in keyof T]-?: Read<T[K]> }): Read<T> {
  const rows = Object.entries<Read<unknown>>(table);
  return (value) => {
    const json = object(value);
    const entries = rows.map(([name, read]) => [name, read(json[name])] as const);
    // Each row reads a member of the type.
    return Object.fromEntries(entries.filter(([, member]) => member !== undefined)) as T;
  };
}

/** Reads a value of an enum: for the prefix METADATA_KEY, METADATA_KEY_URI_FIELD is "uri-field". */
export function choice<Word extends string>(prefix: string, words: readonly Word[]): Read<Word | undefined> {
  const byName = new Map(words.map((word) => [`${prefix}_${toLowerWords(word, "_").toUpperCase()}`, word]));
  return (value) => byName.get(text(value));
}
