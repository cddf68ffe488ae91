import type {
  DataLimit,
  DataPlace,
  DataSide,
  ExtensionActivation,
  ExtensionHeader,
  InvalidData,
} from "@a2agen/runtime/extensions";
import type {
  EnumModel,
  ExtensionModel,
  FieldModel,
  FileModel,
  MessageModel,
  ServiceModel,
} from "../../model/model.ts";

/** An extension with what its options name looked up; what they name and nothing declares is left out. */
export interface ResolvedExtension {
  /** Full name of the message or the service that has the option. */
  readonly typeName: string;
  /** Begins the names that are generated: "Geolocation". */
  readonly name: string;
  readonly file: ExtensionSource;
  readonly options: ExtensionModel;
  readonly comment: string;
  readonly deprecated: boolean;
  readonly params?: DataType;
  readonly activation: ExtensionActivation;
  /** Headers that requests carry while it is active. */
  readonly headers: readonly ExtensionHeader[];
  readonly errors: readonly ResolvedError[];
  readonly limits: readonly DataLimit[];
  /** What it puts on objects; one without a name is the only one. */
  readonly data: readonly ResolvedData[];
  /** The objects that carry its data, or of an extension of a proto that has none, its URI. */
  readonly carriers: readonly Carrier[];
  readonly services: readonly ResolvedService[];
  /** Services of OpenRPC documents, with the files of their tables without "_service". */
  readonly tables?: readonly { readonly name: string; readonly stem: string }[];
  readonly narrows: readonly ResolvedNarrowing[];
  readonly states?: ResolvedStates;
}

/** The proto or the manifest that declares an extension. */
export type ExtensionSource = Pick<FileModel, "name" | "package" | "profile">;

/** Data that is a message. */
export interface MessageData extends ResolvedData {
  readonly message: MessageModel;
}

/** The kinds of data that are messages: of an extension of a proto, all. */
export function messagesOf({ data }: Pick<ResolvedExtension, "data">): readonly MessageData[] {
  return data.flatMap((one) => (one.type.kind === "message" ? [{ ...one, message: one.type.message }] : []));
}

/** An error of an extension, in every binding. */
export interface ResolvedError {
  /** "AGP_ROUTE_NOT_FOUND". */
  readonly name: string;
  readonly jsonRpc?: number;
  readonly http: number;
  readonly status: string;
  readonly description: string;
}

/** A kind of data of an extension. */
export interface ResolvedData {
  /** The member of the generated constant; empty for the only data, which the constant itself accesses. */
  readonly name: string;
  readonly description: string;
  readonly type: DataType;
  readonly place: DataPlace;
  readonly carriers: readonly Carrier[];
  readonly from?: DataSide;
  readonly invalid?: InvalidData;
  /** The function that checks what the type cannot, and its module without an ending. */
  readonly check?: { readonly name: string; readonly module: string };
  /** Core states in which it may stand; all when empty. */
  readonly taskStates: readonly string[];
}

/** A message, or a definition of a JSON Schema with the files of its type and its codec. */
export type DataType =
  | { readonly kind: "message"; readonly message: MessageModel }
  | {
      readonly kind: "schema";
      readonly name: string;
      /** Path of the generated files without "_types" and "_json", below the output. */
      readonly stem: string;
    };

/** The states that a field of the data can have. */
export interface ResolvedStates {
  /** Name of the data; empty for the only data. */
  readonly data: string;
  /** JSON name of the field. */
  readonly field: string;
  /** JSON name of the field that says what has the state; the task when absent. */
  readonly keyedBy?: string;
  /** The type of the states: an enum, or what a schema says of the field. */
  readonly type:
    | { readonly kind: "enum"; readonly enumeration: EnumModel }
    | { readonly kind: "member"; readonly of: DataType };
  /** The states with which a task may begin; all when empty. */
  readonly initial: readonly string[];
  /** The states that may follow each one, in JSON; every state is there, in the order of the enum. */
  readonly moves: StateLists;
  /** The moves of each side; absent where nothing says who moves. */
  readonly by?: { readonly agent: StateLists; readonly client: StateLists };
  /** JSON names of fields without which a state is not told. */
  readonly carries: StateLists;
  /** Core states that a task is in while its data tells a state. */
  readonly taskStates: StateLists;
}

/** Names by state. */
export type StateLists = ReadonlyMap<string, readonly string[]>;

/** A core message that carries the data. */
export interface Carrier {
  readonly message: MessageModel;
  readonly metadata: FieldModel;
  /** Its list of extension URIs. */
  readonly extensions?: FieldModel;
  /** Its list of parts, and what a part has for data. */
  readonly parts?: CarriedParts;
  /** Its field for who wrote it. */
  readonly role?: { readonly field: FieldModel; readonly enumeration: EnumModel };
  /** Its field for the id of a task. */
  readonly task?: FieldModel;
  /** Whether clients send it as a request. */
  readonly isRequest: boolean;
}

/** The parts of an object. */
export interface CarriedParts {
  readonly field: FieldModel;
  readonly part: MessageModel;
  readonly data: FieldModel;
  readonly metadata: FieldModel;
  readonly mediaType?: FieldModel;
}

export interface ResolvedService {
  readonly service: ServiceModel;
  readonly file: FileModel;
}

/** What is asked of a core message. */
export interface ResolvedNarrowing {
  readonly message: MessageModel;
  /** Set when each message must carry the data. */
  readonly carrier?: Carrier;
  readonly fields: readonly ResolvedFieldNarrowing[];
}

export interface ResolvedFieldNarrowing {
  readonly field: FieldModel;
  readonly required: boolean;
  /** JSON spellings; none for no rule. */
  readonly values: readonly string[];
  /** JSON names; none for no rule. */
  readonly members: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
}
