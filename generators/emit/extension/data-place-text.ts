import { withoutScheme } from "@a2agen/runtime/internal";
import { code } from "../shared/markdown.ts";
import type { ResolvedData } from "./resolved-extension.ts";

/** Where data stands, in words, as Markdown. */
export function placeText(place: ResolvedData["place"], uri: string): string {
  switch (place.kind) {
    case "key": {
      const { keys, suffix } = place;
      const [key, ...others] = keys ?? [suffix === undefined ? uri : `${withoutScheme(uri)}${suffix}`];
      const also = others.length === 0 ? "" : `, reads ${others.map((other) => code(other)).join(", ")} too`;
      return `metadata, at ${code(key ?? uri)}${also}`;
    }
    case "fields":
      return `metadata, each field at ${code(`${place.prefixes?.[0] ?? `${uri}/`}FIELD`)}`;
    case "path":
      return `metadata, at ${code(place.path.join("."))}`;
    case "part-key":
      return `a part, at ${code(`data[${JSON.stringify(place.key)}]`)}`;
    case "part-type":
      return `parts of the media type ${place.mediaTypes.map((type) => code(type)).join(" or ")}`;
  }
}
