import type { CaseTest, Leaf, SideCase } from "./leaves.ts";
import type { FieldRule, InterfacesRule, StandIn } from "./manifest.ts";
import type { NamedShape, ResourceName, Shape, Version } from "./version.ts";

// What the emitter prints: for each pair of shapes how one becomes the other, both ways.

export type Side = "older" | "newer";

/** How a value of one shape becomes one of the other. */
export type Relation =
  | { readonly kind: "same" }
  /** Any text in the older version. */
  | { readonly kind: "base64" | "timestamp" }
  | { readonly kind: "milliseconds" | "inverted" }
  | { readonly kind: "integer"; readonly older: IntegerRange; readonly newer: IntegerRange }
  | { readonly kind: "choice"; readonly choice: ChoicePlan }
  /** A text that is the same in both versions, and one of these; peers send others as well. */
  | { readonly kind: "known"; readonly values: readonly string[] }
  | { readonly kind: "list"; readonly element: Relation }
  | { readonly kind: "map"; readonly value: Relation }
  | { readonly kind: "pair"; readonly pair: PairPlan }
  /** A list in the older version, of which the newer one has the first element. */
  | { readonly kind: "first" }
  /** Both say nothing. */
  | { readonly kind: "nothing" };

export interface IntegerRange {
  readonly minimum: number;
  readonly maximum: number;
}

export interface ChoicePlan {
  /** Ends the names of the functions. */
  readonly key: string;
  readonly older: Extract<Shape, { kind: "choice" }>;
  readonly newer: Extract<Shape, { kind: "choice" }>;
  /** JSON values of both. */
  readonly pairs: readonly (readonly [older: string, newer: string])[];
  readonly standIns: { readonly [side in Side]: Readonly<Record<string, StandIn>> };
}

export interface PairPlan {
  /** Ends the names of the functions: the newer name, unless another pair has it. */
  key: string;
  readonly older: NamedShape;
  readonly newer: NamedShape;
  body: PairBody;
  /** Whether there may be no translation. */
  readonly partial: { [side in Side]: boolean };
}

export type PairBody =
  | { readonly kind: "cases"; readonly cases: readonly CasePlan[] }
  /** One side is an object around what the other side is. */
  | {
      readonly kind: "wrapper";
      readonly wrapper: Side;
      readonly inner: Leaf;
      readonly relation: Relation;
      readonly side: SideCase;
      readonly lost: readonly LostLeaf[];
    }
  /** An object without fields that come across, or null. */
  | {
      readonly kind: "nothing";
      readonly wrapper: Side;
      readonly side?: SideCase;
      readonly lost: readonly LostLeaf[];
    }
  | { readonly kind: "pending" };

export type CasePlan =
  | {
      readonly kind: "fields";
      readonly older: SideCase;
      readonly newer: SideCase;
      readonly fields: FieldsPlan;
    }
  /** The older version is a union of types, the newer one an object that holds one of them. */
  | {
      readonly kind: "arm";
      readonly test: CaseTest | undefined;
      readonly newer: SideCase;
      readonly member: string;
      readonly pair: PairPlan;
    }
  | {
      readonly kind: "lost";
      readonly side: Side;
      readonly case: SideCase;
      readonly member: string;
      readonly reason: string;
    };

export interface FieldsPlan {
  readonly mappings: readonly Mapping[];
  readonly lost: { readonly [side in Side]: readonly LostLeaf[] };
  readonly interfaces?: InterfacesPlan;
}

export interface InterfacesPlan extends InterfacesRule {
  /** The type of an address. */
  readonly types: { readonly [side in Side]: string };
  /** Its fields without counterpart, with the reason. */
  readonly lost: { readonly [side in Side]: Readonly<Record<string, string>> };
}

export interface LostLeaf {
  readonly leaf: Leaf;
  readonly reason: string;
}

export interface Mapping {
  readonly older: readonly Place[];
  readonly newer: readonly Place[];
  readonly relation: Relation;
  readonly rule: FieldRule | undefined;
}

/** A field, or a part of the name that a field holds. */
export interface Place {
  readonly leaf: Leaf;
  readonly part?: { readonly resource: ResourceName; readonly index: number };
}

export interface MethodPlan {
  readonly older: string;
  readonly newer: string;
  readonly request: PairPlan;
  readonly response: PairPlan;
}

export interface TranslationPlan {
  readonly name: string;
  /** Path of the agent kit in the types of the version in which agents do not keep their tasks. */
  readonly agentKit: string | undefined;
  readonly older: Version;
  readonly newer: Version;
  readonly pairs: readonly PairPlan[];
  readonly choices: readonly ChoicePlan[];
  readonly methods: readonly MethodPlan[];
  readonly errors: readonly { readonly older: string; readonly newer: string }[];
  readonly card: PairPlan;
}
