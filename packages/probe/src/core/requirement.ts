/** As RFC 2119 has it; the worst first. */
export const levels = ["MUST", "SHOULD", "MAY"] as const;

export type Level = (typeof levels)[number];

/** Something that the specification says of agents. */
export interface Requirement {
  readonly level: Level;
  /** Of the specification of 1.0. */
  readonly section: string;
  /** One sentence: what is right. */
  readonly title: string;
  /** The only versions, or bindings, that it is for. */
  readonly only?: readonly string[];
}
