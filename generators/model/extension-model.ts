import type { Position } from "./model.ts";

/** What the options of a2agen/options.proto say of a message or a service; "" and [] where they say nothing. */
export interface ExtensionModel {
  /** Where the option stands. */
  readonly position: Position;
  readonly uri: string;
  readonly kind: ExtensionKind | "unspecified";
  readonly description: string;
  readonly required: boolean;
  readonly dependencies: readonly ExtensionDependency[];
  /** Name of a message as written. */
  readonly params: string;
  readonly key: "uri" | "fields";
  /** Full names of messages as written. */
  readonly objects: readonly string[];
  /** Names of services as written. */
  readonly services: readonly string[];
  readonly narrows: readonly NarrowingModel[];
}

export type ExtensionKind = "data" | "profile" | "method" | "state-machine";

export interface ExtensionDependency {
  readonly uri: string;
  readonly optional: boolean;
}

/** What a profile extension asks of a core message. */
export interface NarrowingModel {
  /** Full name of the message as written. */
  readonly object: string;
  readonly carriesData: boolean;
  readonly fields: readonly FieldNarrowingModel[];
}

export interface FieldNarrowingModel {
  /** Proto name of the field as written. */
  readonly field: string;
  readonly required: boolean;
  readonly values: readonly string[];
  readonly members: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
}
