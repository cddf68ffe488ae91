/** Where the rule stands that versions do not stand in for one another. */
export const versioningRule = 'A2A extensions, "Versioning"; specification 4.6.3';

/** The first URI that names another version of an extension: equal except for version segments. */
export function findOtherVersion(uri: string, uris: Iterable<string>): string | undefined {
  const own = withoutVersion(uri);
  for (const other of uris) if (other !== uri && withoutVersion(other) === own) return other;
  return undefined;
}

/** Segments of paths and URNs such as "v1", "1.2", "v2beta1", "2025-10-21". */
const version = /([/:])v?[0-9]+(?:[.-][0-9]+)*(?:(?:alpha|beta|rc)[.-]?[0-9]*)?(?=[/:?#]|$)/gi;

function withoutVersion(uri: string): string {
  return uri.replace(version, "$1");
}
