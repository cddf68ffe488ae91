import type { Diagnostics } from "../../model/diagnostics.ts";
import { isUri } from "../../naming/is-uri.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { placeText } from "./place-text.ts";
import type { ResolvedExtension } from "./resolved-extension.ts";

/** Reports URIs that are missing, cannot be sent in a header, have no version, or are of two extensions. */
export function checkUris(extensions: readonly ResolvedExtension[], diagnostics: Diagnostics): void {
  const owners = new Map<string, ResolvedExtension>();
  for (const extension of extensions) {
    const { uri, otherUris } = extension.options;
    for (const one of [uri, ...otherUris]) checkUri(one, extension);
  }

  function checkUri(uri: string, extension: ResolvedExtension): void {
    const { typeName, options } = extension;
    const { position } = options;
    if (!isUri(uri)) {
      diagnostics.report(extensionDiagnostics["extension-uri"], position, {
        extension: typeName,
        found: uri,
        what: "uri",
      });
      return;
    }
    if (!hasVersion(uri) && uri === options.uri) {
      diagnostics.report(extensionDiagnostics["extension-uri-version"], position, {
        extension: typeName,
        uri,
      });
    }
    const owner = owners.get(uri);
    if (owner === undefined) owners.set(uri, extension);
    else {
      diagnostics.report(extensionDiagnostics["extension-uri-twice"], position, {
        extension: typeName,
        uri,
        other: owner.typeName,
        otherAt: placeText(owner.options.position),
      });
    }
  }
}

/** A segment of the path, or of a URN, such as "v1", "1.2", "v2beta1", "2025-10-21". */
function hasVersion(uri: string): boolean {
  const { pathname } = new URL(uri);
  return pathname
    .split(/[/:]/)
    .some((segment) => /^v?[0-9]+([.-][0-9]+)*((alpha|beta|rc)[.-]?[0-9]*)?$/i.test(segment));
}
