import type { ResourceName } from "@a2agen/generators/translate/version.ts";

/** How a field of 0.3 changes. */
export type FieldChange =
  | { readonly kind: "same" }
  /** It stays, and its content has to be looked at. */
  | { readonly kind: "kept"; readonly advice: string }
  | { readonly kind: "renamed"; readonly to: string }
  | { readonly kind: "discriminator" }
  | { readonly kind: "dropped"; readonly advice: string }
  /** A flag that says the opposite now. */
  | { readonly kind: "inverted"; readonly to: string }
  /** A list of which the first element is left. */
  | { readonly kind: "single"; readonly to: string }
  /** It is the member `in` of an object that has its place. */
  | { readonly kind: "nested"; readonly in: string }
  /** Its own fields are fields of the object now. */
  | { readonly kind: "flattened" }
  /** It is a field of another object, which is where it was. */
  | { readonly kind: "moved"; readonly into: string; readonly to: string }
  /** Maps of lists, each of which is in an object now: `outer` holds the map, `inner` each list. */
  | { readonly kind: "requirements"; readonly to: string; readonly outer: string; readonly inner: string }
  /** The version of the protocol. */
  | { readonly kind: "version" }
  /** A part of the list of interfaces. */
  | { readonly kind: "interface"; readonly to: string }
  /** A part of a name, such as "tasks/{task_id}", that a field holds. */
  | {
      readonly kind: "resource";
      readonly to: string;
      readonly resource: ResourceName;
      readonly index: number;
      /** For each part of the name the path of its field in 0.3. */
      readonly sources: readonly NameSource[];
    };

/** The origin of a part of a name. */
export interface NameSource {
  readonly path: readonly string[];
  /** The field whose value counts when the path has none. */
  readonly absent?: string;
}

/** How a type of 0.3 is written now. */
export interface TypeChange {
  /** The type to import. */
  readonly name: string;
  /** The members of the oneof, exactly one of which is set, if the type is only one arm of `name`. */
  readonly members?: readonly string[];
}

/**
 * `Extract<Part, { text: unknown }>` for a type that is one arm of another; `local` is the name of that type.
 */
export function writeType({ name, members }: TypeChange, local = name): string {
  if (members === undefined) return local;
  return `Extract<${local}, ${members.map((member) => `{ ${member}: unknown }`).join(" | ")}>`;
}
