import type { Model } from "./model.ts";

/**
 * What `a2agen model --json` prints: all that emitters read of protos, as plain data. Types refer to one
 * another by their full names.
 */
export interface ModelDocument extends Model {
  /** Which form the document has. Readers refuse others; new members come without a new form. */
  readonly model: 1;
}

/** The model with its form. */
export function toModelDocument(model: Model): ModelDocument {
  return { model: 1, ...model };
}
