import type { Diagnostics } from "../../model/diagnostics.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { metadataKeys } from "./metadata-keys.ts";
import { placeText } from "./place-text.ts";
import type { ResolvedExtension } from "./resolved-extension.ts";

/** Reports keys of the metadata of one object that are of two extensions with different URIs. */
export function checkKeys(extensions: readonly ResolvedExtension[], diagnostics: Diagnostics): void {
  const owners = new Map<string, ResolvedExtension>();
  for (const extension of extensions) {
    for (const key of metadataKeys(extension)) {
      for (const { message } of extension.carriers) {
        const place = JSON.stringify([message.typeName, key]);
        const owner = owners.get(place);
        if (owner === undefined) owners.set(place, extension);
        // The same URI is reported as that.
        else if (owner !== extension && !shareUri(owner, extension)) {
          diagnostics.report(extensionDiagnostics["extension-key"], extension.options.position, {
            extension: extension.typeName,
            key,
            object: message.typeName,
            other: owner.typeName,
            otherAt: placeText(owner.options.position),
          });
        }
      }
    }
  }
}

function shareUri({ options: one }: ResolvedExtension, { options: other }: ResolvedExtension): boolean {
  const uris = [one.uri, ...one.otherUris];
  return [other.uri, ...other.otherUris].some((uri) => uris.includes(uri));
}
