import { defined } from "../core/object.ts";

/** The states of a task that an extension adds, and the moves between them. */
export interface StateMachine<State extends string> {
  /** JSON name of the field of the extension's data that has the state. */
  readonly field: string;
  /** The states that may follow each one; none for a final state. */
  readonly moves: { readonly [From in State]: readonly State[] };
  /** The states with which a task may begin; all when absent. */
  readonly initial?: readonly State[];
  /** Whether one state may follow another in one move; staying is always allowed. */
  canMove(from: State, to: State): boolean;
  /** Whether one state may follow another in any number of moves. */
  canReach(from: State, to: State): boolean;
  /** Whether no move leaves a state. */
  isFinal(state: State): boolean;
}

/** Makes the state machine of an extension of what the generated code knows of it. */
export function defineStates<State extends string>({
  field,
  moves,
  initial,
}: Pick<StateMachine<State>, "field" | "moves" | "initial">): StateMachine<State> {
  const next = (state: State): readonly State[] => (Object.hasOwn(moves, state) ? moves[state] : []);
  return {
    field,
    moves,
    ...defined({ initial }),
    canMove: (from, to) => from === to || next(from).includes(to),
    canReach(from, to) {
      const reached = new Set([from]);
      // The set grows while it is walked.
      for (const state of reached) for (const one of next(state)) reached.add(one);
      return reached.has(to);
    },
    isFinal: (state) => next(state).length === 0,
  };
}
