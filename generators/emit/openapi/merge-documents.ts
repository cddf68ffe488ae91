import type { OpenAPIObject, PathItemObject } from "openapi3-ts/oas32";
import { claimName } from "../jsonschema/package-names.ts";

/** Two documents have an operation of one verb and path; the message names it. */
export class MergeError extends Error {}

/** The document with the paths of another one and what these refer to, renamed where names are taken. */
export function mergeDocuments(document: OpenAPIObject, other: OpenAPIObject): OpenAPIObject {
  const renamed = renameComponents(document, other);
  const components = { ...document.components };
  for (const group of Object.keys(renamed.components ?? {})) {
    Object.assign(components, { [group]: { ...groupOf(document, group), ...groupOf(renamed, group) } });
  }
  const tags = new Map([...(document.tags ?? []), ...(renamed.tags ?? [])].map((tag) => [tag.name, tag]));
  return {
    ...document,
    tags: [...tags.values()],
    paths: mergePaths(document.paths ?? {}, renamed.paths ?? {}),
    components,
  };
}

function onlyIn(entries: unknown): object {
  return typeof entries === "object" && entries !== null ? entries : {};
}

function groupOf({ components }: OpenAPIObject, group: string): Readonly<Record<string, unknown>> {
  const found: unknown = Object.entries({ ...components }).find(([name]) => name === group)?.[1];
  return onlyIn(found) as Readonly<Record<string, unknown>>;
}

function listReferences(document: OpenAPIObject): readonly string[] {
  return Object.keys(document.components ?? {}).flatMap((group) =>
    Object.keys(groupOf(document, group)).map((name) => `#/components/${group}/${name}`),
  );
}

/** The other document, with new names for components that the first has too and that are not the same. */
function renameComponents(document: OpenAPIObject, other: OpenAPIObject): OpenAPIObject {
  const names = new Map<string, string>();
  const rename = (value: unknown): unknown => {
    if (typeof value === "string") return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rename(each)]));
  };
  const known = new Set([document, other].flatMap(listReferences));
  // A component that refers to a renamed one becomes different itself.
  for (let before = -1; before < names.size; ) {
    before = names.size;
    for (const group of Object.keys(other.components ?? {})) {
      const taken = groupOf(document, group);
      for (const [name, component] of Object.entries(groupOf(other, group))) {
        const reference = `#/components/${group}/${name}`;
        const first = taken[name];
        if (names.has(reference) || first === undefined) continue;
        if (JSON.stringify(first) === JSON.stringify(rename(component))) continue;
        const unique = claimName(`${reference}_`, known);
        known.add(unique);
        names.set(reference, unique);
      }
    }
  }
  if (names.size === 0) return other;
  // Nothing but references and the names of components changes.
  const renamed = rename(other) as OpenAPIObject;
  const components = Object.entries({ ...renamed.components }).map(([group, entries]) => [
    group,
    Object.fromEntries(
      Object.entries(onlyIn(entries)).map(([name, component]: [string, unknown]) => {
        const reference = names.get(`#/components/${group}/${name}`);
        return [reference?.slice(`#/components/${group}/`.length) ?? name, component];
      }),
    ),
  ]);
  return { ...renamed, components: Object.fromEntries(components) as OpenAPIObject["components"] & object };
}

function mergePaths(
  paths: Readonly<Record<string, PathItemObject>>,
  others: Readonly<Record<string, PathItemObject>>,
): Record<string, PathItemObject> {
  const merged = { ...paths };
  for (const [path, item] of Object.entries(others)) {
    const given = merged[path] ?? {};
    const verb = Object.keys(item).find((key) => Object.hasOwn(given, key));
    if (verb !== undefined) throw new MergeError(`${verb.toUpperCase()} ${path} is an operation of both`);
    merged[path] = { ...given, ...item };
  }
  return merged;
}
