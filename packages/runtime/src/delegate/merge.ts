import type { AgentEvent } from "../agent/contract/execute.ts";
import { TaskState } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import { isWait } from "./question.ts";

/** What generators of events return, one for each. */
export type Merged<Sources extends readonly AsyncIterable<AgentEvent>[]> = {
  -readonly [Index in keyof Sources]: Sources[Index] extends AsyncGenerator<unknown, infer Result>
    ? Result
    : undefined;
};

/**
 * The events of several generators as they come, `yield*` it in `execute`; returns what they return.
 *
 * A task can wait for one thing at a time: of the events with which generators end to wait for input or
 * credentials, the first is yielded once all have ended, and the others are left out; delegated work asks
 * again in the next turn. That a remote agent is at work, with `wakes`, is said where no other one asks. If
 * one throws, the others are left, and it throws the error once they have ended.
 */
export async function* merge<Sources extends readonly AsyncIterable<AgentEvent>[]>(
  ...sources: Sources
): AsyncGenerator<AgentEvent, Merged<Sources>, undefined> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  const results: unknown[] = sources.map(() => undefined);
  const next = async (index: number): Promise<Came> => {
    // Only those of `iterators` are asked for.
    const result = await (iterators[index] as AsyncIterator<AgentEvent, unknown>).next();
    return { index, result };
  };
  const waiting = new Map(iterators.map((_, index) => [index, next(index)]));
  let question: AgentEvent | undefined;
  try {
    while (waiting.size > 0) {
      const { index, result } = await Promise.race(waiting.values());
      if (result.done === true) {
        waiting.delete(index);
        results[index] = result.value;
        continue;
      }
      if (isQuestion(result.value)) {
        if (question === undefined || isWait(question)) question = result.value;
      } else yield result.value;
      waiting.set(index, next(index));
    }
  } finally {
    const others = [...waiting];
    await Promise.allSettled(others.map(async ([index]) => iterators[index]?.return?.()));
    await Promise.allSettled(others.map(([, came]) => came));
  }
  if (question !== undefined) yield question;
  // One for each source, in their order.
  return results as Merged<Sources>;
}

interface Came {
  readonly index: number;
  readonly result: IteratorResult<AgentEvent, unknown>;
}

function isQuestion({ status }: AgentEvent): boolean {
  return status?.state === TaskState.InputRequired || status?.state === TaskState.AuthRequired;
}
