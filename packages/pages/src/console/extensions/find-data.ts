import type { Part } from "@a2agen/a2a-1.0";
import { isObject, own, withoutScheme } from "@a2agen/runtime/internal";
import type { DataFacts, DataPlace, ExtensionFacts } from "../../console-server/extension-facts.ts";

export interface DataKind {
  readonly extension: ExtensionFacts;
  readonly data: DataFacts;
}

/** Data of an extension, or of one of several that have the same place. */
export interface FoundData {
  readonly key: string;
  readonly kinds: readonly DataKind[];
  readonly value: unknown;
  /** Whether the schemas are those of its elements. */
  readonly isList: boolean;
}

/** "X402 payment", or of its only data "Timestamp". */
export function nameOf({ extension, data }: DataKind): string {
  return data.name === "" ? extension.name : `${extension.name} ${data.name}`;
}

/** What extensions have on an object, and what belongs to none that is known. */
export interface Findings {
  readonly found: readonly FoundData[];
  readonly rest: readonly (readonly [name: string, value: unknown])[];
}

type Members = Readonly<Record<string, unknown>>;

interface Holder {
  /** Short name of its type. */
  readonly on: string;
  readonly facts: readonly ExtensionFacts[];
}

/** Finds data in the metadata of an object. */
export function findInMetadata(metadata: Members, { on, facts }: Holder): Findings {
  const list = new FindingList();
  for (const kind of kindsOn(on, facts)) {
    const { keys, value } = readPlace(metadata, kind.data.place, kind.extension.uris);
    if (keys.length > 0) list.add(keys, kind, value);
  }
  return list.toFindings(metadata);
}

/** Finds data in what a part of an object holds; the rest is what is left of its data. */
export function findInPart({ data, metadata, mediaType }: Part, { on, facts }: Holder): Findings {
  const list = new FindingList();
  const members: Members = isObject(data) ? data : {};
  const marks = [own(metadata ?? {}, "mimeType"), mediaType];
  let isTyped = false;
  for (const kind of data === undefined ? [] : kindsOn(on, facts)) {
    const { place } = kind.data;
    if (place.kind === "part-key" && Object.hasOwn(members, place.key)) {
      list.add([place.key], kind, members[place.key]);
    } else if (place.kind === "part-type" && marks.some((mark) => place.mediaTypes.includes(toType(mark)))) {
      isTyped = true;
      list.add([place.mediaTypes.toSorted().join(" ")], kind, data);
    }
  }
  const { found, rest } = list.toFindings(members);
  return { found, rest: isTyped ? [] : rest };
}

/** Whether data is messages of A2UI to what renders them. */
export function isSurfaceData({ data: { place, from } }: DataKind): boolean {
  return place.kind === "part-type" && place.mediaTypes.includes("application/a2ui+json") && from === "agent";
}

function kindsOn(on: string, facts: readonly ExtensionFacts[]): readonly DataKind[] {
  return facts.flatMap((extension) =>
    extension.data.filter((data) => data.on.includes(on)).map((data) => ({ extension, data })),
  );
}

class FindingList {
  readonly #found = new Map<string, FoundData>();
  readonly #keys = new Set<string>();

  add(keys: readonly string[], kind: DataKind, value: unknown): void {
    const key = keys.join("\n");
    const known = this.#found.get(key)?.kinds ?? [];
    for (const each of keys) this.#keys.add(each);
    const isList = kind.data.place.kind === "part-type" && Array.isArray(value);
    this.#found.set(key, { key, kinds: [...known, kind], value, isList });
  }

  toFindings(members: Members): Findings {
    return {
      found: [...this.#found.values()],
      rest: Object.entries(members).filter(([name]) => !this.#keys.has(name)),
    };
  }
}

/** The value at a place in metadata, and the names of the members that have it. */
function readPlace(
  metadata: Members,
  place: DataPlace,
  uris: ExtensionFacts["uris"],
): { readonly keys: readonly string[]; readonly value?: unknown } {
  if (place.kind === "key") {
    const key = keysOf(place, uris).find((name) => Object.hasOwn(metadata, name));
    return key === undefined ? { keys: [] } : { keys: [key], value: metadata[key] };
  }
  if (place.kind === "fields") {
    for (const prefix of place.prefixes ?? uris.map((uri) => `${uri}/`)) {
      const there = place.fields.filter((field) => Object.hasOwn(metadata, prefix + field));
      if (there.length === 0) continue;
      const value = Object.fromEntries(there.map((field) => [field, metadata[prefix + field]]));
      return { keys: there.map((field) => prefix + field), value };
    }
  }
  if (place.kind !== "path") return { keys: [] };
  const value = place.path.reduce<unknown>(
    (here, step) => (isObject(here) ? own(here, step) : undefined),
    metadata,
  );
  return value === undefined ? { keys: [] } : { keys: place.path.slice(0, 1), value };
}

/** The names of members of metadata that have data: written is the first. */
export function keysOf(
  { keys, suffix }: Extract<DataPlace, { readonly kind: "key" }>,
  uris: readonly string[],
): readonly string[] {
  if (keys !== undefined) return keys;
  return suffix === undefined ? uris : uris.map((uri) => withoutScheme(uri) + suffix);
}

/** "application/a2ui+json; charset=utf-8" is of the type before the semicolon. */
function toType(mark: unknown): string {
  return typeof mark === "string" ? (mark.split(";")[0] ?? "").trim().toLowerCase() : "";
}
