import { listReferences } from "../pack/list-references.ts";
import type { SchemaFile } from "./schema-file.ts";

/** Where schemas lie: new URLs by `$id`. */
export type Places = ReadonlyMap<string, string>;

/** The text of a schema at its new place: its `$id`, and the references to what has another place now. */
export function moveSchema({ id, text, json }: SchemaFile, places: Places): string {
  const place = places.get(id) ?? id;
  // What stands in examples and the like is data.
  const { targets } = listReferences(json);
  return text.replace(
    /("\$(?:id|ref|dynamicRef)"\s*:\s*)("(?:[^"\\]|\\.)*")/g,
    (whole: string, key: string, literal: string) => {
      const value = String(JSON.parse(literal));
      const isOwn = key.startsWith('"$id"') ? value === id : targets.has(value);
      const moved = isOwn ? moveReference(value, { id, place, places }) : value;
      return moved === value ? whole : `${key}${JSON.stringify(moved)}`;
    },
  );
}

interface Move {
  readonly id: string;
  readonly place: string;
  readonly places: Places;
}

function moveReference(value: string, { id, place, places }: Move): string {
  if (value === id) return place;
  if (value.startsWith("#") || !URL.canParse(value, id)) return value;
  const [before = ""] = value.split("#");
  const fragment = value.slice(before.length);
  const target = new URL(before, id).href;
  const wanted = places.get(target) ?? target;
  return new URL(before, place).href === wanted ? value : `${wanted}${fragment}`;
}

/** A document that is no schema, with the new URLs of the schemas that it names. */
export function moveText(text: string, places: Places): string {
  return text.replace(/https?:\/\/[^\s"'<>()#,;\\]+/g, (url) => places.get(url) ?? url);
}
