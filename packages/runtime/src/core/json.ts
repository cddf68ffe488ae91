/** Any JSON value: google.protobuf.Value. */
export type JsonValue = string | number | boolean | null | JsonObject | JsonArray;

/** A JSON object: google.protobuf.Struct. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** A JSON array: google.protobuf.ListValue. */
export type JsonArray = JsonValue[];

/** A double or float: JSON has no number for three of its values. */
export type JsonDouble = number | "NaN" | "Infinity" | "-Infinity";

/** A google.protobuf.Any: the message's fields beside its type URL; well-known types stand under `value`. */
export interface JsonAny {
  "@type": string;
  [key: string]: JsonValue;
}

/** A google.protobuf.Empty. */
export interface JsonEmpty {
  [key: string]: never;
}
