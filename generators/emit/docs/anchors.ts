import { isNamed } from "../../model/index-model.ts";
import type { FileModel } from "../../model/model.ts";
import { uniqueName } from "../../naming/unique-name.ts";

/** Gives out anchors that differ from one another; the second of a name ends in "-2". */
export function createAnchors(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const anchor = uniqueName(wanted, taken, "-");
    taken.add(anchor);
    return anchor;
  };
}

/** "message-task": lower case, and apart from the anchors that renderers make of headings. */
export function anchorName(kind: "message" | "enum" | "union" | "service" | "method", name: string): string {
  return `${kind}-${name.toLowerCase()}`;
}

/**
 * The anchors of everything a file declares, by full proto name; the name of a method is that of its
 * service, a dot, and its own. They depend on nothing but the names, unless two differ only in case.
 */
export function fileAnchors(file: FileModel): ReadonlyMap<string, string> {
  const next = createAnchors();
  const anchors = new Map<string, string>();
  const add = (kind: Parameters<typeof anchorName>[0], typeName: string): void => {
    anchors.set(typeName, next(anchorName(kind, shortName(typeName, file.package))));
  };
  for (const { typeName, methods } of file.services) {
    add("service", typeName);
    for (const { name } of methods) add("method", `${typeName}.${name}`);
  }
  for (const { typeName } of file.messages) add("message", typeName);
  for (const { typeName } of file.enums) add("enum", typeName);
  for (const union of file.unions) if (isNamed(union)) add("union", union.typeName);
  return anchors;
}

/** The name without its package: "Outer.Inner". */
export function shortName(typeName: string, protoPackage: string): string {
  return protoPackage !== "" && typeName.startsWith(`${protoPackage}.`)
    ? typeName.slice(protoPackage.length + 1)
    : typeName;
}
