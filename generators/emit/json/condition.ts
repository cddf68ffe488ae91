import { code, join, type Piece } from "../../print/piece.ts";

/** A condition on the variable `value`, and its opposite, which reads better than a negation in brackets. */
export interface Condition {
  readonly holds: Piece;
  readonly fails: Piece;
}

/** That a call answers true. */
export function callHolds(call: Piece): Condition {
  return { holds: call, fails: code`!${call}` };
}

/** That an expression equals another one. */
export function equals(expression: string, literal: string): Condition {
  return { holds: `${expression} === ${literal}`, fails: `${expression} !== ${literal}` };
}

export function allOf(conditions: readonly Condition[]): Condition {
  return {
    holds: join(
      conditions.map(({ holds }) => holds),
      " && ",
    ),
    fails: join(
      conditions.map(({ fails }) => fails),
      " || ",
    ),
  };
}

export function anyOf(conditions: readonly Condition[]): Condition {
  const { holds, fails } = allOf(conditions.map(opposite));
  return { holds: fails, fails: holds };
}

function opposite({ holds, fails }: Condition): Condition {
  return { holds: fails, fails: holds };
}
