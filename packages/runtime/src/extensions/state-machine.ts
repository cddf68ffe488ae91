import type { DataSide } from "./data-place.ts";

/** The states that may follow each one; a state that is not there is final. */
export type Moves = { readonly [From in string]?: readonly string[] };

/** What the generated code knows of a state machine. */
export interface StateMachineInit<State extends string> {
  /** JSON name of the field of the extension's data that has the state. */
  readonly field: string;
  /** The name of that data, of an extension that has several kinds. */
  readonly data?: string;
  /** JSON name of the field of the data that says what has the state; the task has it when absent. */
  readonly keyedBy?: string;
  /** The states that may follow each one, whoever moves; none for a final state. */
  readonly moves: { readonly [From in State]: readonly State[] };
  /** The moves of each side; absent where the extension does not say who moves. */
  readonly by?: { readonly [Side in DataSide]: Moves };
  /** The states with which a task may begin; all when absent. */
  readonly initial?: readonly State[];
  /** Fields of the data without which a state is not told. */
  readonly carries?: { readonly [state in string]?: readonly string[] };
  /** The core states that a task is in while its data tells a state. */
  readonly taskStates?: { readonly [state in string]?: readonly string[] };
}

/** The states of a task that an extension adds, and the moves between them. */
export interface StateMachine<
  State extends string,
  By extends { readonly [Side in DataSide]: Moves } = AnyMoves,
> extends StateMachineInit<State> {
  /** The moves of the agent. */
  readonly agent: Mover<By["agent"]>;
  /** The moves of the client. */
  readonly client: Mover<By["client"]>;
  /** Whether one state may follow another in one move of a side, or of any; staying is always allowed. */
  canMove(from: State, to: State, by?: DataSide): boolean;
  /** Whether one state may follow another in any number of moves. */
  canReach(from: State, to: State): boolean;
  /** Whether no move leaves a state. */
  isFinal(state: State): boolean;
}

type AnyMoves = { readonly [Side in DataSide]: { readonly [from: string]: readonly string[] } };

/** The moves of one side: others do not compile where the states are literals, and throw otherwise. */
export interface Mover<Own extends Moves> {
  /** The state to which the side moves. Throws a TypeError with the side's moves for another one. */
  move<From extends keyof Own & string, To extends NonNullable<Own[From]>[number]>(from: From, to: To): To;
}

/** Makes the state machine of an extension of what the generated code knows of it. */
export function defineStates<
  State extends string,
  By extends { readonly [Side in DataSide]: Moves } = AnyMoves,
>(init: StateMachineInit<State>): StateMachine<State, By> {
  const { moves, by } = init;
  const listOf = (own: Moves, state: string): readonly string[] =>
    Object.hasOwn(own, state) ? (own[state] ?? []) : [];
  const next = (state: string, side?: DataSide): readonly string[] =>
    listOf(side === undefined || by === undefined ? moves : by[side], state);
  const mover = (side: DataSide): Mover<Moves> => ({
    move(from, to) {
      const allowed = next(from, side);
      if (allowed.includes(to)) return to;
      const choice =
        allowed.length === 0 ? `the ${side} moves nowhere` : `the ${side} moves to ${allowed.join(" or ")}`;
      throw new TypeError(`expected a move of the ${side}, got ${from} to ${to}: from ${from}, ${choice}`);
    },
  });
  return {
    ...init,
    // The moves are those of the type, which generated code gives with them.
    agent: mover("agent"),
    client: mover("client"),
    canMove: (from, to, side) => from === to || next(from, side).includes(to),
    canReach(from, to) {
      const reached = new Set<string>([from]);
      // The set grows while it is walked.
      for (const state of reached) for (const one of next(state)) reached.add(one);
      return reached.has(to);
    },
    isFinal: (state) => next(state).length === 0,
  };
}
