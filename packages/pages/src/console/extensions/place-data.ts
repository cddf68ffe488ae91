import type { Message, Part } from "@a2agen/a2a-1.0";
import { isObject } from "@a2agen/runtime/internal";
import { type DataKind, keysOf } from "./find-data.ts";

/** Data that a message is to carry. */
export interface GivenData {
  readonly kind: DataKind;
  readonly value: unknown;
}

/** What a message has beside what is written. */
export type Additions = Required<Pick<Message, "metadata" | "extensions">> & {
  readonly parts: readonly Part[];
};

/** Puts data where the extensions have it, under the URIs by which they are active. */
export function placeData(given: readonly GivenData[], active: readonly string[]): Additions {
  const parts: Part[] = [];
  const entries: (readonly [string, unknown])[] = [];
  const named = new Set<string>();
  for (const { kind, value } of given) {
    const { place } = kind.data;
    const { uris } = kind.extension;
    const uri = uris.find((each) => active.includes(each)) ?? uris[0];
    named.add(uri);
    // What JSON is typed as is JSON.
    const data = value as NonNullable<Part["data"]>;
    if (place.kind === "key") entries.push([keysOf(place, [uri])[0] ?? uri, value]);
    else if (place.kind === "fields") {
      const prefix = place.prefixes?.[0] ?? `${uri}/`;
      for (const [field, member] of Object.entries(isObject(value) ? value : {})) {
        entries.push([prefix + field, member]);
      }
    } else if (place.kind === "path") {
      const [first = "", ...rest] = place.path;
      entries.push([first, rest.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value)]);
    } else if (place.kind === "part-key") parts.push({ data: { [place.key]: data } });
    else {
      const [mediaType = ""] = place.mediaTypes;
      parts.push({
        data: place.values === "one" ? data : [data],
        ...(place.marker === "mediaType" ? {} : { metadata: { mimeType: mediaType } }),
        ...(place.marker === "metadata" ? {} : { mediaType }),
      });
    }
  }
  const metadata = Object.fromEntries(entries) as Additions["metadata"];
  return { parts, metadata, extensions: [...named] };
}
