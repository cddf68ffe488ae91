import { messageOf, type ResolvedExtension } from "./resolved-extension.ts";

/** The keys under which an extension has its data in the metadata of each of its objects. */
export function metadataKeys(extension: ResolvedExtension): readonly string[] {
  const { options } = extension;
  const data = messageOf(extension);
  if (data === undefined) return [];
  const uris = [options.uri, ...options.otherUris];
  switch (options.key) {
    case "uri":
      return uris;
    case "fields":
      return uris.flatMap((uri) => data.fields.map((field) => fieldKey(uri, field.jsonName)));
  }
}

/** The key of one field of the data. */
export function fieldKey(uri: string, jsonName: string): string {
  return `${uri}/${jsonName}`;
}
