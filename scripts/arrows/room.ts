/** A folder, and everything below it that is not a room of its own. `*` stands for one folder of any name. */
export interface Room<Name extends string = string> {
  /** One sentence without a full stop, in Markdown. */
  readonly holds: string;
  /** What its files may import besides each other; without this, anything. */
  readonly imports?: readonly Importable<Name>[];
  /** What its files may import types of, besides that. */
  readonly types?: readonly Importable<Name>[];
  /** What its files may not import, even though they may import anything. */
  readonly forbidden?: readonly Importable<Name>[];
}

/** A room, one file of a room, or a package: `npm:` comes before its name; `node:` is all of Node. */
export type Importable<Name extends string = string> =
  | Name
  | `${Name}/${string}.ts`
  | "package.json"
  | `node:${string}`
  | `npm:${string}`;
