import type { Diagnostics } from "../../model/diagnostics.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { metadataKeys } from "./metadata-keys.ts";
import { placeText } from "./place-text.ts";
import type { ResolvedData, ResolvedExtension } from "./resolved-extension.ts";

interface Owner {
  readonly extension: ResolvedExtension;
  readonly data: ResolvedData;
}

/** Reports keys of the metadata of one object that are of two kinds of data. */
export function checkKeys(extensions: readonly ResolvedExtension[], diagnostics: Diagnostics): void {
  const owners = new Map<string, Owner[]>();
  for (const extension of extensions) {
    for (const data of extension.data) {
      for (const key of metadataKeys(data, extension)) {
        for (const { message } of data.carriers) {
          const place = JSON.stringify([message.typeName, key]);
          const before = owners.get(place) ?? [];
          const rival = before.find((other) => areRivals(other, { extension, data }));
          owners.set(place, [...before, { extension, data }]);
          if (rival === undefined) continue;
          diagnostics.report(extensionDiagnostics["extension-key"], extension.options.position, {
            extension: nameOf({ extension, data }),
            key,
            object: message.typeName,
            other: nameOf(rival),
            otherAt: placeText(rival.extension.options.position),
            isOwn: rival.extension === extension,
          });
        }
      }
    }
  }
}

function nameOf({ extension: { typeName }, data: { name } }: Owner): string {
  return name === "" ? typeName : `${typeName}.${name}`;
}

/**
 * Two sides may use one key in turn, and versions of an extension with several URIs a key that is fixed. Two
 * extensions with the same URI are reported as that.
 */
function areRivals(one: Owner, other: Owner): boolean {
  const areSides = one.data.from !== undefined && other.data.from !== undefined;
  if (areSides && one.data.from !== other.data.from) return false;
  if (one.extension === other.extension) return true;
  return !isFixed(one.data) && !isFixed(other.data) && !shareUri(one.extension, other.extension);
}

function isFixed({ place }: ResolvedData): boolean {
  return (
    (place.kind === "key" && place.keys !== undefined) ||
    (place.kind === "fields" && place.prefixes !== undefined)
  );
}

function shareUri({ options: one }: ResolvedExtension, { options: other }: ResolvedExtension): boolean {
  const uris = [one.uri, ...one.otherUris];
  return [other.uri, ...other.otherUris].some((uri) => uris.includes(uri));
}
