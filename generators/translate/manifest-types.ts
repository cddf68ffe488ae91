/*
 * Generated from profiles/translations/translation.schema.json by `npx tsx
 * scripts/generate/generate-profile-types.ts`.
 * Do not edit: change the schema and run the script again.
 */

/** Path of a field: names with points between them. */
export type Path = string;
/**
 * Paths of objects.
 *
 * @minItems 1
 */
export type Paths = Path[];
/** A place, or several that say the same. */
export type Places = Place | Place[];
/** Path of a field, or with #part a part of the resource name that it holds. */
export type Place = string;
/** What an absent field stands for: a value, or the value of another field. */
export type Absent =
  | (boolean | number | string)
  | {
      field: Path;
    };

/**
 * How the types of two versions of a protocol become each other. What needs no rule: fields of one name, enum
 * values of one name, members of one type, constants, and what the list of earlier names says. Everything
 * else of a type that methods or the card have must be here.
 */
export interface TranslationManifestData {
  /** Where editors find the JSON Schema of manifests, for manifests written as JSON. */
  $schema?: string;
  /** Name of the profile of the older version. */
  older: string;
  /** Name of the profile of the newer version. */
  newer: string;
  /**
   * Name of the emitted translation of the services; the translators of all types are its name with Types.
   */
  name: string;
  /**
   * Path in the package of the agent kit in the types of the version that is not the current one; none
   * without it.
   */
  agentKit?: string;
  /** Methods that the versions have under different names, beside those in the list of earlier names. */
  methods?: {
    /** Name in the older version. */
    older: string;
    /** Name in the newer version. */
    newer: string;
  }[];
  /**
   * Methods of the older version that the newer one took away, by their names, with the reason: agents of the
   * newer version answer that they do not support them.
   */
  removedMethods?: {
    [k: string]: string;
  };
  /** Errors that the versions have under different names. */
  errors?: {
    /** Name in the older version. */
    older: string;
    /** Name in the newer version. */
    newer: string;
  }[];
  /** Fields that one version does not have, by their name, in whichever type. */
  lost?: Lost;
  /** Enumerations with values that the other version does not have. */
  choices?: {
    /** Name in the older version. */
    older: string;
    /** Name in the newer version. */
    newer: string;
    /** What takes the place of such values, by the version that has them. */
    standIns: {
      older?: StandIns;
      newer?: StandIns;
    };
  }[];
  /** Rules for pairs of types. */
  types?: TypeRule[];
}
/** Fields without counterpart with the reason, by the version that has them. */
export interface Lost {
  older?: Reasons;
  newer?: Reasons;
}
/** Reasons by the path of a field. */
export interface Reasons {
  /** Why it does not come across, for users. */
  [k: string]: string;
}
/** By the value as JSON has it. */
export interface StandIns {
  [k: string]: {
    /** The value of the other version, as JSON has it. */
    value: string;
    /** What is said of it to users. */
    reason: string;
  };
}
/** What is to be said of a pair of types. */
export interface TypeRule {
  /** Name in the older version. */
  older: string;
  /** Name in the newer version. */
  newer: string;
  /** Objects whose fields count as fields of the type. */
  flat?: {
    older?: Paths;
    newer?: Paths;
  };
  /**
   * The alternatives of types with exactly one of several members, by the paths of the members.
   *
   * @minItems 1
   */
  cases?: {
    older: Path;
    newer: Path;
  }[];
  /**
   * Fields that become each other under different names, or in a way of their own.
   *
   * @minItems 1
   */
  fields?: FieldRule[];
  lost?: Lost;
  interfaces?: Interfaces;
}
/** How a field becomes that of the other version. */
export interface FieldRule {
  older: Places;
  newer?: Places;
  /** Whether true in one version is false in the other. */
  inverted?: true;
  /** What an absent field stands for, where that is not the default of its type. */
  absent?: {
    older?: Absent;
    newer?: Absent;
  };
  /** What the integer text of the older version counts since 1970. */
  unit?: "milliseconds";
  /**
   * Path of the state, in both versions, by which the older field is true: in terminal and interrupted
   * states. The newer version has no such field.
   */
  restsAt?: Path;
  /** How the older version, which has an object there, holds another value. */
  wrapped?: {
    /** Property of the object that is the value. */
    property: string;
    /**
     * Field of JSON and its property that is true then; absent when there is no such field, and the value
     * stays an object.
     */
    mark?: string;
  };
}
/** Where a card has the ways to reach the agent. */
export interface Interfaces {
  older: CardInterfaces;
  newer: CardInterfaces;
  /** Binding of an address that names none. */
  binding: string;
}
/** The fields of one version. */
export interface CardInterfaces {
  /** List of all addresses, best first. */
  all?: string;
  /** The preferred address. */
  url?: string;
  /** Its binding. */
  preferred?: string;
  /** List of further addresses. */
  others?: string;
  /** The protocol version of all addresses. */
  version?: string;
  /** Fields of an address in a list. */
  element: {
    /** Its URL. */
    url: string;
    /** Its binding. */
    binding: string;
    /** Its protocol version. */
    version?: string;
  };
}
