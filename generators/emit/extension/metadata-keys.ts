import { withoutScheme } from "@a2agen/runtime/internal";
import type { ResolvedData, ResolvedExtension } from "./resolved-extension.ts";

/** The keys of data in the metadata of its objects; none for data in parts, or below what others share. */
export function metadataKeys(
  { place }: Pick<ResolvedData, "place">,
  { options: { uri, otherUris } }: Pick<ResolvedExtension, "options">,
): readonly string[] {
  const uris = [uri, ...otherUris];
  switch (place.kind) {
    case "key": {
      const { keys, suffix } = place;
      return keys ?? (suffix === undefined ? uris : uris.map((one) => `${withoutScheme(one)}${suffix}`));
    }
    case "fields": {
      const prefixes = place.prefixes ?? uris.map((one) => fieldKey(one, ""));
      return prefixes.flatMap((prefix) => place.fields.map((field) => `${prefix}${field}`));
    }
    default:
      return [];
  }
}

/** The key of one field of the data. */
export function fieldKey(uri: string, jsonName: string): string {
  return `${uri}/${jsonName}`;
}
