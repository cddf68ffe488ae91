/** Where data of an extension stands on a core object. */
export type DataPlace =
  | {
      /** `metadata[key]` is the data. */
      readonly kind: "key";
      /** Fixed keys, of which the first is written; absent: the extension's URIs. */
      readonly keys?: readonly string[];
      /** Follows the URI in the key, as "/timestamp" does; the URI then stands without its scheme. */
      readonly suffix?: string;
    }
  | {
      /** `metadata[prefix + field]` is one field of the data. */
      readonly kind: "fields";
      /** JSON names of the fields. */
      readonly fields: readonly string[];
      /** Fixed prefixes, of which the first is written; absent: each URI and a slash. */
      readonly prefixes?: readonly string[];
    }
  | {
      /** `metadata.shared.session` is the data, for the path shared, session. */
      readonly kind: "path";
      readonly path: readonly string[];
    }
  | {
      /** `data[key]` of one of the object's parts is the data; what else the part holds stays. */
      readonly kind: "part-key";
      readonly key: string;
    }
  | {
      /** The `data` of each part of a media type: the extension's data is the list of all of them. */
      readonly kind: "part-type";
      /** The first is written. */
      readonly mediaTypes: readonly string[];
      /** Where the part says its media type when it is written; both places are read. */
      readonly marker: "metadata" | "mediaType" | "both";
      /** Whether a part has one value or a list; of "either" both are read and a list is written. */
      readonly values: "one" | "list" | "either";
    };

/** A place in the parts of an object. */
export type PartPlace = Extract<DataPlace, { readonly kind: "part-key" | "part-type" }>;

/** A place in its metadata. */
export type MetadataPlace = Exclude<DataPlace, PartPlace>;

export function isInParts(place: DataPlace): place is PartPlace {
  return place.kind === "part-key" || place.kind === "part-type";
}

/** Who writes data: what stands on an object of the other side is not it. */
export type DataSide = "agent" | "client";

/**
 * What reading does with wrong data: refuses it, takes it for absent, or of a list leaves out the wrong
 * elements.
 */
export type InvalidData = "refuse" | "ignore" | "skip";
