import type { ResourceName } from "../../generators/translate/version.ts";

/** What becomes of a field of 0.3. */
export type Fate =
  | { readonly kind: "same" }
  /** It stays, and a person has to look at what is in it. */
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
  /** It is in another object, which is in the same object as it was. */
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
      /** For each part of the name the path of the field that it is in 0.3. */
      readonly sources: readonly NameSource[];
    };

/** Where a part of a name comes from. */
export interface NameSource {
  readonly path: readonly string[];
  /** The field whose value counts where there is none. */
  readonly absent?: string;
}

/** How a type of 0.3 is written now. */
export interface TypeFate {
  /** What is imported. */
  readonly name: string;
  /** The members of the oneof of which one is set, where the type is one arm of `name` only. */
  readonly members?: readonly string[];
}
