import type { Terminal } from "./terminal.ts";

/** One flag of a command; parser, help and errors read nothing else. */
export interface FlagRow {
  /** One letter that does the same. */
  readonly short?: string;
  /** The name of the value in the help, "DIR"; absent for a flag without a value. */
  readonly value?: string;
  /** The only values allowed, in any case of letters. */
  readonly choices?: readonly string[];
  /** Values to complete, several of them with commas between; others are allowed. */
  readonly suggestions?: readonly string[];
  /**
   * It can be given more than once, and where the command takes no other words, with several values at once.
   */
  readonly list?: true;
  /** The title under which the help has it; "Flags" when absent. */
  readonly group?: string;
  /** Why the command does not take it, for the error; the help leaves it out. */
  readonly refused?: string;
  readonly help: string;
}

export type FlagTable = Readonly<Record<string, FlagRow>>;

/** The flags that were given, typed by their table. */
export type FlagValues<Table extends FlagTable> = {
  readonly [Name in keyof Table]?: Table[Name] extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Table[Name] extends { readonly value: string; readonly list: true }
      ? readonly string[]
      : Table[Name] extends { readonly value: string }
        ? string
        : true;
};

/** A title with names and what they stand for. */
export interface HelpTable {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, help: string])[];
}

/** The words after the command. */
export interface OperandRow {
  readonly name: string;
  /** What was expected where none is given; "at least one NAME" when absent. */
  readonly expected?: string;
  /** How the help shows them in a line of the command; several of `name` when absent. */
  readonly usage?: string;
  /** One word or none, instead of one or more. */
  readonly isOptional?: true;
  /** A flag that stands for the first word. */
  readonly insteadOf?: string;
  /** Words to complete, each of them; others are allowed. */
  readonly suggestions?: readonly string[];
  /** The words that can follow the first, for completion. */
  readonly next?: HelpTable["rows"];
  readonly help: string;
}

export interface CommandInput<Flags> {
  readonly flags: Flags;
  readonly operands: readonly string[];
}

/**
 * 0: done. 1: the input is wrong, or a check found differences. Others are for commands that say in
 * `exitCodes` what they mean.
 */
export type Outcome = 0 | 1 | 2 | 3 | 4 | 5 | 130;

/** What commands are for, in the order of the help. */
export const commandGroups = ["Start", "Talk to agents", "Check", "Generate", "Publish", "Operate"] as const;

export interface CommandInit<Table extends FlagTable> {
  /** The words that call it: ["docs", "render"]. */
  readonly path: readonly string[];
  /** The title under which the help of the program has it. */
  readonly group: (typeof commandGroups)[number];
  /** One line without a full stop. */
  readonly summary: string;
  /** Paragraphs of the help; those with line breaks stay unchanged, others are wrapped. */
  readonly description: readonly (string | HelpTable)[];
  /** Command lines after "a2agen" that show what it is for. */
  readonly examples: readonly string[];
  /** Requires one or more words unless it is optional; absent for a command without words. */
  readonly operand?: OperandRow;
  readonly flags: Table;
  /** Flags of which one at most can be given. */
  readonly exclusive: readonly (readonly (keyof Table & string)[])[];
  /** What its exit codes mean, where that is not what they mean for most commands. */
  readonly exitCodes?: readonly (readonly [code: Outcome, help: string])[];
  readonly run: (input: CommandInput<FlagValues<Table>>, terminal: Terminal) => Promise<Outcome>;
}

/** A command whose table of flags is known only when the program runs. */
export interface Command extends Omit<CommandInit<FlagTable>, "run"> {
  readonly run: (input: CommandInput<GivenFlags>, terminal: Terminal) => Promise<Outcome>;
}

/** Flags as the parser found them: checked against the table of the command. */
export type GivenFlags = Readonly<Record<string, string | true | readonly string[]>>;

export function defineCommand<const Table extends FlagTable>(init: CommandInit<Table>): Command {
  return {
    ...init,
    // The parser gives a command only flags of its table, each with such a value as its row says.
    run: ({ flags, operands }, terminal) =>
      init.run({ flags: flags as FlagValues<Table>, operands }, terminal),
  };
}
