import type { AgentEvent } from "../agent/contract/execute.ts";
import { TaskState } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import { onLeave } from "../core/on-leave.ts";
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
export function merge<Sources extends readonly AsyncIterable<AgentEvent>[]>(
  ...sources: Sources
): AsyncGenerator<AgentEvent, Merged<Sources>, undefined> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  // One result for each source, in their order.
  const events = run(iterators) as AsyncGenerator<AgentEvent, Merged<Sources>, undefined>;
  return onLeave(events, () => void leave(iterators));
}

async function* run(
  iterators: readonly AsyncIterator<AgentEvent, unknown>[],
): AsyncGenerator<AgentEvent, readonly unknown[], undefined> {
  const results: unknown[] = iterators.map(() => undefined);
  const waiting = new Map<number, Promise<void>>();
  const arrived: Came[] = [];
  let wake = (): void => undefined;
  const read = async (index: number, iterator: AsyncIterator<AgentEvent, unknown>): Promise<void> => {
    try {
      arrived.push({ index, iterator, result: await iterator.next() });
    } catch (error) {
      arrived.push({ index, iterator, error });
    }
    wake();
  };
  let question: AgentEvent | undefined;
  try {
    for (const [index, iterator] of iterators.entries()) waiting.set(index, read(index, iterator));
    while (waiting.size > 0) {
      const came = arrived.shift();
      if (came === undefined) {
        // Promise.race would keep something of each event until the slowest source has one.
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if ("error" in came) throw came.error;
      const { index, iterator, result } = came;
      if (result.done === true) {
        waiting.delete(index);
        results[index] = result.value;
        continue;
      }
      if (isQuestion(result.value)) {
        if (question === undefined || isWait(question)) question = result.value;
      } else yield result.value;
      waiting.set(index, read(index, iterator));
    }
  } finally {
    await leave([...waiting.keys()].flatMap((index) => iterators[index] ?? []));
    await Promise.all(waiting.values());
  }
  if (question !== undefined) yield question;
  return results;
}

/** Of a source. */
type Came = { readonly index: number; readonly iterator: AsyncIterator<AgentEvent, unknown> } & (
  | { readonly result: IteratorResult<AgentEvent, unknown> }
  | { readonly error: unknown }
);

/** Resolves once all have ended. */
async function leave(iterators: readonly AsyncIterator<AgentEvent, unknown>[]): Promise<void> {
  await Promise.allSettled(iterators.map(async (iterator) => iterator.return?.()));
}

function isQuestion({ status }: AgentEvent): boolean {
  return status?.state === TaskState.InputRequired || status?.state === TaskState.AuthRequired;
}
