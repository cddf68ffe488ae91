import type { Codec } from "../core/codec.ts";
import type { Issue } from "../core/issue.ts";
import type {
  CheckCallsInit,
  ExtensionDependency,
  ExtensionKind,
  ProblemsInit,
  SupportedExtension,
} from "../service/extension-support.ts";
import type { ServiceDefinition } from "../service/method.ts";
import type { ClientInterceptor } from "../service/transport.ts";
import type { DataPlace, DataSide, InvalidData } from "./data-place.ts";
import type { DeclaredEntry, DeclareInit, ExtensionDeclaration } from "./declaration.ts";
import type { ExtensionErrorRow } from "./extension-errors.ts";
import type { DataLimit } from "./limits.ts";
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
  /** Its list of parts, and what a part has for data of its own; absent where the type has no parts. */
  readonly parts?: PartFields;
  /** Its field that says who wrote the object, and what stands there. */
  readonly role?: RoleField;
  /** Who writes objects of the type, where they do not say it. */
  readonly from?: DataSide;
  /** JSON name of its field for the id of a task. */
  readonly task?: string;
}

/** JSON names of a list of parts, and of the fields of a part. */
export interface PartFields {
  readonly field: string;
  readonly data: string;
  readonly metadata: string;
  readonly mediaType?: string;
}

/** A field for the role of who wrote an object, with its values. */
export interface RoleField {
  readonly field: string;
  readonly client: readonly string[];
  readonly agent: readonly string[];
}

/** A kind of data of an extension: what it is, where it stands, who writes it. */
export interface DataInit<Data> {
  /** Of data in parts of a media type, the codec of one element. */
  readonly codec: Codec<Data>;
  readonly place: DataPlace;
  readonly placements: readonly Placement[];
  /** Default: both sides. */
  readonly from?: DataSide;
  /** Default: "refuse". */
  readonly invalid?: InvalidData;
  /** The core states of a task that may have it; all when absent. */
  readonly taskStates?: readonly string[];
  /**
   * What is wrong with data that its codec takes, with paths from the data on; of data in parts of a media
   * type it is given the list. `params` are those of the card's declaration, where they are known.
   */
  check?(data: Data | readonly Data[], params: unknown): readonly Issue[];
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
  /** Of its data; absent when the extension has none, or several kinds of it. */
  readonly data?: Codec<Data>;
  /**
   * Where the data is. "uri" is `metadata[uri] = data`; "fields" is `metadata[uri + "/" + field] =
   * data[field]`, field by field. Default: "uri".
   */
  readonly key?: "uri" | "fields" | DataPlace;
  /** JSON names of the fields of the data, for "fields". */
  readonly fields?: readonly string[];
  /** Who writes the data. Default: both sides. */
  readonly from?: DataSide;
  /** What reading does with wrong data. Default: "refuse". */
  readonly invalid?: InvalidData;
  /** The core states of a task that may have the data; all when absent. */
  readonly taskStates?: readonly string[];
  /** As in DataInit. */
  check?(data: Data | readonly Data[], params: unknown): readonly Issue[];
  /** The types that carry the data, or of an extension without data its URI; none when absent. */
  readonly placements?: readonly Placement[];
  /** By the full names of types, requests first: the fields below which data and rules are. */
  readonly holders?: { readonly [typeName: string]: readonly HolderField[] };
  /** By the full names of types: where they tell the core state of a task. */
  readonly coreStates?: { readonly [typeName: string]: readonly string[] };
  /** What a profile asks of core types, in requests while it is active. */
  readonly narrows?: readonly Narrowing[];
  /** The states of a state machine, told in a field of the data. */
  readonly states?: StateMachine<string>;
  readonly services?: readonly ServiceDefinition[];
  readonly errors?: { readonly [name: string]: ExtensionErrorRow };
  /** Limits of the data that the params of a declaration set. */
  readonly limits?: readonly DataLimit[];
}

/** How data is set. */
export interface SetInit {
  /** URIs, such as the extensions of a call's context: data is written under the first that it has. */
  readonly requested?: readonly string[];
}

/**
 * Access to data of an extension on core objects in their JSON form; `Target` are their types, and `Side` is
 * who writes it.
 */
export interface ExtensionData<Data, Target extends object, Side extends DataSide = DataSide> {
  /** Who writes it; absent for both. */
  readonly from?: Side;
  /** The types that carry it. */
  readonly placements?: readonly Placement[];
  /**
   * A copy of the data on an object, checked; undefined when there is none. Throws a DecodeError with
   * paths from the object on: `metadata["https://example.com/ext/v1"].latitude`. `at` is where the object
   * itself is, field names and indexes, which the paths then begin with: ["message"] in a request.
   */
  get(object: Target, at?: readonly (string | number)[]): Data | undefined;
  /** As `get`, but throws a DecodeError with the code "required" where there is none. */
  require(object: Target, at?: readonly (string | number)[]): Data;
  /**
   * Puts a copy of the data on an object in the place of what is there, and the URI on its list of
   * extensions where its type has one: of several URIs the first one in `requested`, such as the extensions
   * of a call's context or of a connection, otherwise its own. Throws a DecodeError as `get` does, and leaves
   * the object alone; a TypeError for data of the other side.
   */
  set(object: Target, data: Data, init?: SetInit): void;
  /**
   * Whether an object has data, right or wrong; of an extension without data, whether the object names it.
   */
  has(object: Target): boolean;
  /** Takes the data and the URI off an object. */
  remove(object: Target): void;
}

/** Data of an extension that stands in the parts of an object. */
export interface ExtensionPartData<
  Data,
  Target extends object,
  Part extends object,
  Side extends DataSide = DataSide,
> extends ExtensionData<Data, Target, Side> {
  /** The parts with the data, for a message or an artifact in the making. */
  toParts(data: Data): Part[];
  /** Whether a part has such data, right or wrong: for whoever shows parts. */
  isPart(part: Part): boolean;
  /** The data in one part; undefined for a part of another kind. Throws a DecodeError as `get` does. */
  ofPart(part: Part): Data | undefined;
}

/**
 * An extension of A2A, with access to its data on core objects in their JSON form. `Target` is the
 * union of the types that carry it. Nothing here touches a key or a URI of another extension.
 */
export interface Extension<Data, Params, Target extends object, Side extends DataSide = DataSide>
  extends ExtensionInit<Data, Params>,
    ExtensionData<Data, Target, Side> {
  readonly from?: Side;
  readonly placements?: readonly Placement[];
  /** The names of its data; an empty one is that of the only data. */
  readonly dataNames: readonly string[];
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
   * What is wrong with the extension's data in a request or an answer of a type, and what its narrowing does
   * not allow there, with paths from it on. Hosts and clients ask this of every call for which it is active.
   */
  problemsIn(typeName: string, value: unknown, init?: ProblemsInit): readonly Issue[];
  /**
   * What in data is beyond the limits that the params of a declaration set, with paths from the data on;
   * `name` is that of the data, of an extension with several kinds. A host checks this by the params of its
   * card.
   */
  excessIn(data: unknown, params: Params, name?: string): readonly Issue[];
  /** The interceptor by which a connection checks the data in its calls. */
  checkCalls(init: CheckCallsInit): ClientInterceptor;
}

/** An extension whose data is accessed by name: `Accesses` has a member for each kind of it. */
export type ExtensionWith<Accesses, Params = never> = Extension<never, Params, never> & Accesses;

/** The accesses of several kinds of data, by their names. */
export type NamedAccesses = { readonly [name: string]: ExtensionData<unknown, never> };

/** The kinds of data of an extension that has several, by their names. */
export type DataInits<Accesses> = { readonly [Name in keyof Accesses]: DataInitOf<Accesses[Name]> };

type DataInitOf<Access> =
  Access extends ExtensionPartData<infer Data, never, object>
    ? [Data] extends [readonly (infer Element)[]]
      ? DataInit<Data> | DataInit<Element>
      : DataInit<Data>
    : Access extends ExtensionData<infer Data, never>
      ? DataInit<Data>
      : never;
