import type { ExtensionState } from "./extension-state.ts";
import type { Schema, SchemaObject } from "./schema.ts";

/** An extension that a party knows (ACP extensions, 3.3 and 6). */
export interface KnownExtension {
  /** Its name without the version. */
  readonly identifier: string;
  /** The day of its version; absent for an extension without versions. */
  readonly version?: string;
  readonly state: ExtensionState;
  /** The parts of the API that it adds to (3.4): "checkout.request". */
  readonly extends?: readonly string[];
  /** URL of its JSON Schema. */
  readonly schema?: string;
  /** URL of its specification. */
  readonly spec?: string;
}

/** A field that an extension adds to an object of the base. */
export interface AddedField {
  /** The schema of the object, as a JSON pointer into the composed document: "/$defs/CheckoutSession". */
  readonly object: string;
  readonly name: string;
  readonly schema: Schema;
}

/** Values that an extension adds to an enum of the base. */
export interface AddedValues {
  /** The schema that has the `enum`, as a JSON pointer into the composed document. */
  readonly schema: string;
  readonly values: readonly unknown[];
}

/** An extension with what it adds to the base. */
export interface ComposedExtension extends KnownExtension {
  /** Identifiers of the extensions whose definitions its own refer to. */
  readonly uses: readonly string[];
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly fields: readonly AddedField[];
  readonly values: readonly AddedValues[];
}

/**
 * A base schema and extensions that are known to fit together in every combination, as
 * `a2agen compose` writes them. All references are local to the document that they are put into.
 */
export interface Composition {
  readonly base: SchemaObject;
  /** The parts of the API (3.4), each with the pointers of the objects that it consists of. */
  readonly targets: Readonly<Record<string, readonly string[]>>;
  readonly extensions: readonly ComposedExtension[];
}

/** The name of an extension on the wire, with its version when it has one. */
export function formatExtensionName({ identifier, version }: KnownExtension): string {
  return version === undefined ? identifier : `${identifier}@${version}`;
}
