/** True when two types are the same, not merely assignable to each other. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only with the answer to whether two types are the same. */
export function same<A, B>(answer: Same<A, B>): Same<A, B> {
  return answer;
}
