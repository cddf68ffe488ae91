import type { FileModel, Model } from "../../model/model.ts";
import { fileAnchors } from "./anchors.ts";

/** Path of the page about a proto or a JSON Schema, below the output root. */
export function pagePath(source: string): string {
  return `${source.replace(/\.(?:proto|schema\.json)$/, "")}.md`;
}

/** Where the page about a file documents a type: "a2a/v1/a2a.md" and "message-task". */
export interface PagePlace {
  readonly path: string;
  readonly anchor: string;
}

/** The places of the messages and enums for which `has` reports a page, by full proto name. */
export function findPagePlaces(
  model: Model,
  has: (file: FileModel) => boolean,
): ReadonlyMap<string, PagePlace> {
  return new Map(
    model.files.filter(has).flatMap((file) => {
      const path = pagePath(file.name);
      return [...fileAnchors(file)].map(([typeName, anchor]) => [typeName, { path, anchor }] as const);
    }),
  );
}

/**
 * Links from the page of a file to any type that has a page, relative so that pages can be moved together.
 */
export function createPageLinks(
  model: Model,
): (typeName: string, from: Pick<FileModel, "name">) => string | undefined {
  const places = findPagePlaces(model, ({ requested }) => requested);
  return (typeName, from) => {
    const place = places.get(typeName);
    if (place === undefined) return undefined;
    const own = pagePath(from.name);
    return `${place.path === own ? "" : relativePath(own, place.path)}#${place.anchor}`;
  };
}

/** The way from one page to another; both are relative to the same root, with "/". */
export function relativePath(from: string, to: string): string {
  const start = from.split("/").slice(0, -1);
  const target = to.split("/");
  let shared = 0;
  while (shared < start.length && shared < target.length - 1 && start[shared] === target[shared]) shared++;
  return [...start.slice(shared).map(() => ".."), ...target.slice(shared)].join("/");
}
