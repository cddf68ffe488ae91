/** Where data stands, as a manifest says. */
export type Placed = Readonly<Record<string, unknown>> | string | undefined;

/** A copy of a core object with data at its place, written without our runtime. */
export function placeOn(
  object: object,
  value: unknown,
  { at, uri }: { readonly at: Placed; readonly uri: string },
): object {
  const { metadata, parts } = object as { readonly metadata?: object; readonly parts?: readonly object[] };
  const inMetadata = (entries: object): object => ({ ...object, metadata: { ...metadata, ...entries } });
  const inPart = (part: object): object => ({ ...object, parts: [...(parts ?? []), part] });
  const byField = (prefix: string): object =>
    inMetadata(
      Object.fromEntries(
        Object.entries(value as object).map(([name, field]) => [`${prefix}${name}`, field as unknown]),
      ),
    );
  if (at === undefined || at === "uri") return inMetadata({ [uri]: value });
  if (typeof at === "string") return byField(`${uri}/`);
  const [kind, place] = Object.entries(at)[0] ?? [];
  switch (kind) {
    case "key":
      return inMetadata({ [String(place)]: value });
    case "prefix":
      return byField(String(place));
    case "uriWithoutScheme":
      return inMetadata({
        [`${uri.replace(/^\w+:\/\//, "")}${place === "" ? "" : `/${String(place)}`}`]: value,
      });
    case "path":
      return inMetadata(
        (place as readonly string[]).reduceRight((inner, name) => ({ [name]: inner }), value as object),
      );
    case "partKey":
      return inPart({ data: { [String(place)]: value } });
    case "mediaType":
      return inPart({ data: at["values"] === "one" ? value : [value], metadata: { mimeType: place } });
    default:
      throw new Error(`unknown place ${kind}`);
  }
}
