import type { Schema } from "../../runtime/negotiation/schema.ts";
import type { ExtensionSource } from "./extension-source.ts";
import type { Tokens } from "./json-pointer.ts";

/** Where an addition is written. */
export interface Origin {
  readonly extension: ExtensionSource;
  readonly file: string;
  /** In the file: "#/$defs/checkout_with_discount/properties/discounts". */
  readonly pointer: string;
}

/** A field that an extension adds, with where it says so. */
export interface FieldAddition {
  readonly origin: Origin;
  /** The object of the composed document. */
  readonly object: Tokens;
  readonly name: string;
  readonly schema: Schema;
}

/** Values that an extension adds to an enum, with where it says so. */
export interface ValuesAddition {
  readonly origin: Origin;
  /** The schema of the composed document that has the `enum`. */
  readonly schema: Tokens;
  readonly values: readonly unknown[];
}
