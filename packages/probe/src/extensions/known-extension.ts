import type {
  ResolvedData,
  ResolvedExtension,
} from "@a2agen/generators/emit/extension/resolved-extension.ts";
import type { SchemaNode } from "@a2agen/generators/schema/schema-node.ts";
import type { Codec } from "@a2agen/runtime";
import type { ExtensionData } from "@a2agen/runtime/extensions";

/** An extension whose manifest is at hand. */
export interface KnownExtension {
  /** Unique among those of a probe; checks are named after it. */
  readonly name: string;
  /** Its own first. */
  readonly uris: readonly string[];
  readonly terms: Pick<ResolvedExtension, "options" | "activation" | "headers" | "states">;
  readonly params?: Codec<unknown>;
  readonly kinds: readonly KnownData[];
  /** What in data is beyond the limits of the params, in words. */
  excessIn(data: unknown, params: unknown, name: string): readonly string[];
}

/** A kind of data of an extension. */
export interface KnownData extends Pick<ResolvedData, "name" | "from" | "invalid" | "taskStates"> {
  readonly node: SchemaNode;
  readonly codec: Codec<unknown>;
  /** Whether data is the list of what is in parts. */
  readonly isList: boolean;
  /** Where it stands; data with one of them in common is at the same place. */
  readonly keys: readonly string[];
  /** Full names of the types that carry it. */
  readonly on: ReadonlySet<string>;
  /** By the full names of all types that could. */
  readonly accesses: ReadonlyMap<string, DataAccesses>;
}

/** Access to a kind of data on objects of a type, of whichever side. */
export interface DataAccesses {
  readonly strict: ExtensionData<unknown, object>;
  /** Reads and writes wrong data too. */
  readonly loose: ExtensionData<unknown, object>;
}

/** The core objects as walks and checks need them. */
export interface CoreTypes {
  /** Fields that hold messages, by the full name of the type that has them. */
  readonly fields: ReadonlyMap<string, readonly { readonly name: string; readonly typeName: string }[]>;
  readonly coreStates: { readonly [typeName: string]: readonly string[] };
  /** Full names of the requests and answers, by the member of the interface. */
  readonly methods: ReadonlyMap<string, { readonly input: string; readonly output: string }>;
}

/** What is known of extensions. */
export interface Knowledge {
  readonly extensions: readonly KnownExtension[];
  readonly core: CoreTypes;
}

/** Whether two kinds of data stand at the same place. */
export function areTogether(one: KnownData, other: KnownData): boolean {
  return one.keys.some((key) => other.keys.includes(key));
}

/** What data of an extension is called in findings. */
export function nameOf({ name }: Pick<KnownData, "name">): string {
  return name === "" ? "the data" : name;
}
