import type { JsonObject } from "@a2agen/runtime";

/** What the client of one agent is made from: the facts of its card that code depends on. */
export interface ClientModel {
  /** "Packer" for `connectPacker` and `PackerAgent`. */
  readonly name: string;
  readonly description: string;
  /** Of the agent or its card; absent where the card came from a file. */
  readonly url: string | undefined;
  readonly skills: readonly SkillModel[];
  /** As the card names them, of those that the client can have. */
  readonly bindings: readonly string[];
  /** What the service is imported from: "@a2agen/a2a-1.0". */
  readonly module: string;
  /** The names of translations in @a2agen/translate. */
  readonly older: readonly string[];
  /** Each is enough: security schemes by their names, with what they are. */
  readonly security: readonly (readonly SchemeModel[])[];
  /** URIs, whether calls must name them, and what an installed package defines of them. */
  readonly extensions: readonly {
    readonly uri: string;
    readonly required: boolean;
    readonly definition: DefinitionModel | undefined;
  }[];
}

/** The definition of an extension: "TaskProgressExtension" of "@a2agen/ext-task-progress". */
export interface DefinitionModel {
  readonly name: string;
  readonly module: string;
  /** Services of its methods, which the module exports too: "SessionsService". */
  readonly services: readonly string[];
}

export interface SchemeModel {
  readonly name: string;
  /** "API key in header x-key": for people, and to tell when it changes. */
  readonly about: string;
}

export interface SkillModel {
  readonly id: string;
  /** Of its function: letters and digits of ASCII. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** The media type of the part that holds the input, and its schema; text has none. */
  readonly input: DataModel;
  readonly output: DataModel | undefined;
}

export interface DataModel {
  readonly mediaType: string;
  readonly schema?: JsonObject;
}
