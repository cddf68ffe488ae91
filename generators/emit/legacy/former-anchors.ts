import type { LegacyManifest } from "../../model/legacy-manifest.ts";
import type { Model } from "../../model/model.ts";
import type { LegacyPackage } from "./legacy-alias.ts";
import { createLegacyAnchors, headingIds } from "./legacy-anchors.ts";
import { resolveLegacy } from "./resolve-legacy.ts";

/**
 * Looks up the hidden anchors (A.1) of what a file declares: those of its earlier names, and those of
 * headings that earlier specifications had for it. The name of a method is that of its service, a dot, and
 * its own; that of a section of the page begins with "#". No two of a file are the same, and none is what a
 * renderer makes of a name in a heading.
 */
export function createFormerAnchors(
  model: Model,
  manifest: LegacyManifest,
): (file: string, fullName: string) => readonly string[] {
  const files = new Map(
    resolveLegacy(model, manifest).flatMap((entry) =>
      entry.files.map(({ name }) => [name, listAnchors(name, entry)] as const),
    ),
  );
  return (file, fullName) => files.get(file)?.get(fullName) ?? [];
}

function listAnchors(
  fileName: string,
  { files, aliases, headings }: LegacyPackage,
): ReadonlyMap<string, readonly string[]> {
  const file = files.find(({ name }) => name === fileName);
  if (file === undefined) return new Map();
  const declared = [...file.services, ...file.messages, ...file.enums];
  const titles = declared.map(({ typeName }) => typeName.slice(file.package.length + 1));
  const anchorsOf = createLegacyAnchors([...pageHeadings, ...titles]);
  const methods = new Map(
    file.services.flatMap(({ typeName, methods }) =>
      methods.map(({ name }) => [name, `${typeName}.${name}`] as const),
    ),
  );
  const anchors = new Map<string, readonly string[]>();
  const add = (fullName: string | undefined, ids: readonly string[]): void => {
    if (fullName !== undefined) anchors.set(fullName, [...(anchors.get(fullName) ?? []), ...ids]);
  };
  for (const { entry, target, direction } of aliases) {
    if (target.file !== file || direction === "inverted") continue;
    const ids = anchorsOf(entry.legacy, headingIds({ headings }, entry));
    if (entry.kind === "message") add(target.type?.typeName, ids);
    if (entry.kind === "jsonRpcMethod") add(methods.get(target.name), ids);
  }
  for (const { heading, target } of headings) {
    if (target?.file !== file) continue;
    const section = heading.kind === "section" ? `#${target.name}` : undefined;
    add(section ?? target.type?.typeName ?? methods.get(target.name), anchorsOf("", heading.ids));
  }
  return anchors;
}

const pageHeadings = ["Services", "Messages", "Enums", "Errors", "Service parameters"];
