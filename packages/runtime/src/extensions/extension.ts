import type { Codec } from "../core/codec.ts";
import type { Issue } from "../core/issue.ts";
import type { ExtensionDependency, ExtensionKind, SupportedExtension } from "../service/extension-support.ts";
import type { ServiceDefinition } from "../service/method.ts";
import type { DeclaredEntry, DeclareInit, ExtensionDeclaration } from "./declaration.ts";
import type { StateMachine } from "./state-machine.ts";

/** Where the data of an extension is on a core object. */
export interface Placement {
  /** Full name of the object's type, "lf.a2a.v1.Message". */
  readonly typeName: string;
  /** JSON name of its field for metadata. */
  readonly metadata: string;
  /** JSON name of its list of extension URIs; absent where the type has none. */
  readonly extensions?: string;
  /**
   * JSON names of its REQUIRED fields, by which an object is known where some of an extension's types
   * have a list of URIs and others have none.
   */
  readonly required?: readonly string[];
}

/** A field whose objects have data or rules of an extension, at any depth. */
export interface HolderField {
  /** Its JSON name. */
  readonly field: string;
  /** Full name of the type of what it holds: of the elements of a list, of the values of a map. */
  readonly typeName: string;
  readonly map?: boolean;
}

/** What a profile asks of one core type. */
export interface Narrowing {
  /** Full name of the type. */
  readonly typeName: string;
  /** Whether each object carries the data of the extension, or its URI if it has no data. */
  readonly carriesData?: boolean;
  readonly fields?: readonly FieldNarrowing[];
}

/** What a profile asks of a field: for a list or a map, `values` and `members` of each element. */
export interface FieldNarrowing {
  /** Its JSON name. */
  readonly field: string;
  readonly map?: boolean;
  readonly required?: boolean;
  /** The only values. */
  readonly values?: readonly string[];
  /** JSON names of members, one of which is there. */
  readonly members?: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** An extension as generated code has it. */
export interface ExtensionInit<Data, Params> extends SupportedExtension {
  readonly uri: string;
  readonly kind: ExtensionKind;
  readonly description: string;
  readonly required: boolean;
  readonly dependencies: readonly ExtensionDependency[];
  /** Of AgentExtension.params; absent when a declaration has none. */
  readonly params?: Codec<Params>;
  /** Of what is in the metadata; absent when the extension puts nothing there. */
  readonly data?: Codec<Data>;
  /**
   * "uri" for `metadata[uri] = data`; "fields" for `metadata[uri + "/" + field] = data[field]`, field by
   * field. Default: "uri".
   */
  readonly key?: "uri" | "fields";
  /** JSON names of the fields of the data, for "fields". */
  readonly fields?: readonly string[];
  /** The types that carry the data, or of an extension without data its URI; none when absent. */
  readonly placements?: readonly Placement[];
  /** By the full names of types, requests first: the fields below which data and rules are. */
  readonly holders?: { readonly [typeName: string]: readonly HolderField[] };
  /** What a profile asks of core types, in requests while it is active. */
  readonly narrows?: readonly Narrowing[];
  /** The states of a state machine, told in a field of the data. */
  readonly states?: StateMachine<string>;
  readonly services?: readonly ServiceDefinition[];
}

/**
 * An extension of A2A, with access to its data on core objects in their JSON form. `Target` is the
 * union of the types that carry it. Nothing here touches a key or a URI of another extension.
 */
export interface Extension<Data, Params, Target extends object> extends ExtensionInit<Data, Params> {
  /**
   * The declaration for an agent's card, `capabilities.extensions`. Throws a DecodeError for wrong
   * params, with paths below `params`, and a TypeError for a data-only extension that is to be required.
   */
  declare(init?: DeclareInit<Params>): ExtensionDeclaration<Params>;
  /**
   * The params of the declaration in a card's list of extensions; undefined when the card does not
   * declare it, or its declarations have no params. Throws a DecodeError with paths below `params`.
   */
  paramsIn(declared: readonly DeclaredEntry[] | undefined): Params | undefined;
  /**
   * A copy of the data on an object, checked; undefined when there is none. Throws a DecodeError with
   * paths from the object on: `metadata["https://example.com/ext/v1"].latitude`. `at` is where the object
   * itself is, field names and indexes, which the paths then begin with: ["message"] in a request.
   */
  get(object: Target, at?: readonly (string | number)[]): Data | undefined;
  /**
   * Puts a copy of the data on an object in the place of what is there, and the URI on its list of
   * extensions where its type has one: of several URIs the first one in `requested`, such as the extensions
   * of a call's context or of a connection, otherwise its own. Throws a DecodeError as `get` does, and leaves
   * the object alone.
   */
  set(object: Target, data: Data, init?: { readonly requested?: readonly string[] }): void;
  /**
   * What is wrong with the extension's data in a request of a type, and what its narrowing does not allow
   * there, with paths from the request on. A host asks this of every call for which the extension is active.
   */
  problemsIn(typeName: string, request: unknown): readonly Issue[];
  /**
   * Whether an object has data, right or wrong; of an extension without data, whether the object names it.
   */
  has(object: Target): boolean;
  /** Takes the data and the URI off an object. */
  remove(object: Target): void;
}
