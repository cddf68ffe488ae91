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
  readonly file: FileModel;
  readonly options: ExtensionModel;
  readonly comment: string;
  readonly deprecated: boolean;
  /** What is in the metadata. */
  readonly data?: MessageModel;
  readonly params?: MessageModel;
  readonly carriers: readonly Carrier[];
  readonly services: readonly ResolvedService[];
  readonly narrows: readonly ResolvedNarrowing[];
  readonly states?: ResolvedStates;
}

/** The states that a field of the data can have. */
export interface ResolvedStates {
  readonly field: FieldModel;
  readonly enumeration: EnumModel;
  /** The states with which a task may begin; all when empty. */
  readonly initial: readonly string[];
  /** The states that may follow each one, in JSON; every state is there, in the order of the enum. */
  readonly moves: ReadonlyMap<string, readonly string[]>;
}

/** A core message that carries the data. */
export interface Carrier {
  readonly message: MessageModel;
  readonly metadata: FieldModel;
  /** Its list of extension URIs. */
  readonly extensions?: FieldModel;
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
