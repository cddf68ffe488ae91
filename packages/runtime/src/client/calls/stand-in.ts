import { linkSignals } from "../../core/on-abort.ts";
import type { CallOptions } from "../../service/call-context.ts";

export interface StandInInit {
  readonly open: (options: CallOptions) => AsyncIterable<unknown>;
  readonly options: CallOptions;
  /** Whether an event follows those before the break, or has all of them in it. */
  readonly isWhole: (event: unknown) => boolean;
  /** Whether the task is read as soon as the connection stands, since no event may come for long. */
  readonly isEager: boolean;
  /** The task as it is now; undefined if it cannot be read. */
  readonly readTask: () => Promise<unknown>;
  /**
   * Called where events may be missing, before the task that stands in for them; undefined if there is none.
   */
  readonly onGap: (task: unknown) => void;
}

/**
 * The events of a connection that takes up a stream again. Where they neither begin with the task nor say
 * where they go on, the task comes first: read once the connection stands, so that nothing falls between the
 * two.
 */
export async function* withStandIn(init: StandInInit): AsyncGenerator<unknown, void, undefined> {
  const { open, options, isWhole, isEager, readTask, onGap } = init;
  const { controller, release } = linkSignals(options.signal);
  let stand: () => void = () => undefined;
  const stands = new Promise<void>((resolve) => {
    stand = resolve;
  });
  let reading: Promise<unknown> | undefined;
  const read = (): Promise<unknown> => {
    reading ??= readTask();
    return reading;
  };
  const events = open({
    ...options,
    signal: controller.signal,
    onHeaders: (headers) => {
      stand();
      options.onHeaders?.(headers);
    },
  })[Symbol.asyncIterator]();
  let isOver = false;
  try {
    const next = events.next();
    const early = isEager ? await Promise.race([next.then(() => undefined), stands.then(read)]) : undefined;
    if (early !== undefined) {
      onGap(early);
      yield early;
    }
    let result = await next;
    const isMissing = result.done === true ? isEager : !isWhole(result.value);
    if (early === undefined && isMissing) {
      const task = await read();
      if (task !== undefined || result.done !== true) onGap(task);
      if (task !== undefined) yield task;
    }
    for (; result.done !== true; result = await events.next()) yield result.value;
    isOver = true;
  } catch (error) {
    isOver = true;
    throw error;
  } finally {
    release();
    // An event that is waited for may be long in coming.
    if (!isOver) {
      controller.abort();
      await events.return?.();
    }
  }
}
