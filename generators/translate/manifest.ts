/** A manifest: how the types of two versions of a protocol become each other, as far as their names do not say it. */
export interface Manifest {
  /** Names of the profiles. */
  readonly older: string;
  readonly newer: string;
  /** What the translation of the services is called, and the file. */
  readonly name: string;
  readonly errors?: readonly { readonly older: string; readonly newer: string }[];
  /** Fields that types have in one version only, wherever they are, with the reason. */
  readonly lost?: Sides<Readonly<Record<string, string>>>;
  readonly choices?: readonly ChoiceRule[];
  readonly types?: readonly TypeRule[];
}

export interface Sides<T> {
  readonly older?: T;
  readonly newer?: T;
}

/** Values of an enumeration that the other version does not have. */
export interface ChoiceRule {
  readonly older: string;
  readonly newer: string;
  readonly standIns: Sides<Readonly<Record<string, StandIn>>>;
}

export interface StandIn {
  readonly value: string;
  readonly reason: string;
}

export interface TypeRule {
  readonly older: string;
  readonly newer: string;
  /** Fields whose own fields count as fields of the type. */
  readonly flat?: Sides<readonly string[]>;
  /** The alternatives of a type with exactly one of several members, by those members. */
  readonly cases?: readonly { readonly older: string; readonly newer: string }[];
  readonly fields?: readonly FieldRule[];
  readonly lost?: Sides<Readonly<Record<string, string>>>;
  readonly interfaces?: InterfacesRule;
}

export interface FieldRule {
  /** Path of the field; several when the version says it more than once; `name#part` for a part of a name. */
  readonly older: string | readonly string[];
  readonly newer?: string | readonly string[];
  /** True means false in the other version. */
  readonly inverted?: boolean;
  /** What an absent field stands for; `{field}` for the value of another one. */
  readonly absent?: Sides<boolean | number | string | { readonly field: string }>;
  /** What the integer text of the older version counts since 1970. */
  readonly unit?: "milliseconds";
  /** The field of the state that says whether the older one is true. */
  readonly restsAt?: string;
  /** How the older version holds a value that is no object. */
  readonly wrapped?: { readonly property: string; readonly mark: string };
}

/** Where a card has the ways to reach the agent. */
export interface InterfacesRule {
  readonly older: CardInterfaces;
  readonly newer: CardInterfaces;
  /** Binding of an address that names none. */
  readonly binding: string;
}

export interface CardInterfaces {
  /** The list of all, best first. */
  readonly all?: string;
  /** The preferred one, and the others. */
  readonly url?: string;
  readonly preferred?: string;
  readonly others?: string;
  /** Fields of an interface. */
  readonly element: { readonly url: string; readonly binding: string; readonly version?: string };
  /** Field of the card that has the version of all. */
  readonly version?: string;
}
