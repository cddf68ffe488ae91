import type { Place, Reading } from "./decode-below.ts";
import type { ObjectFields } from "./placements.ts";

/** Where the data stands on an object whose fields are known. */
export interface DataHolder<Data> {
  readonly keys: readonly string[];
  has(object: object, fields: ObjectFields): boolean;
  read(object: object, fields: ObjectFields, given: ReadInit): Data | undefined;
  write(object: object, fields: ObjectFields, given: { readonly data: Data; readonly uri: string }): void;
  clear(object: object, fields: ObjectFields): void;
}

export interface ReadInit {
  readonly at: Place;
  readonly reading: Reading;
}
