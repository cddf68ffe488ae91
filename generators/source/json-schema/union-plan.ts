import type { Literal, Node } from "./definition.ts";

/** How it is found out which arm of a union a value has to be. Cases are names of definitions. */
export type ObjectPlan =
  | { readonly by: "definition"; readonly name: string }
  | { readonly by: "node"; readonly node: Node }
  /** By the constant in a property; `other` takes what has none of them. */
  | {
      readonly by: "tag";
      readonly tag: string;
      readonly cases: readonly { readonly value: Literal; readonly name: string }[];
      readonly other: string | undefined;
    }
  /** By the one property that is there; of the nullable ones null is a value. */
  | {
      readonly by: "member";
      readonly cases: readonly { readonly member: string; readonly name: string }[];
      readonly nullable: readonly string[];
    };

/** First by JSON type, then among objects. */
export interface UnionPlan {
  readonly scalar: Node | undefined;
  readonly list: Node | undefined;
  readonly object: ObjectPlan | undefined;
}
