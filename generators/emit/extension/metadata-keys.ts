import type { ResolvedExtension } from "./resolved-extension.ts";

/** The keys under which an extension has its data in the metadata of each of its objects. */
export function metadataKeys({ options, data }: ResolvedExtension): readonly string[] {
  if (data === undefined) return [];
  switch (options.key) {
    case "uri":
      return [options.uri];
    case "fields":
      return data.fields.map((field) => fieldKey(options.uri, field.jsonName));
  }
}

/** The key of one field of the data. */
export function fieldKey(uri: string, jsonName: string): string {
  return `${uri}/${jsonName}`;
}
