import { vi } from "vitest";

/** Runs something while time passes fast for setTimeout: 50 ms with every turn of the event loop. */
export async function hasten<Result>(start: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const state = { isOver: false };
    const end = (): void => {
      state.isOver = true;
    };
    const result = start();
    result.then(end, end);
    while (!state.isOver) {
      await vi.advanceTimersByTimeAsync(50);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return await result;
  } finally {
    vi.useRealTimers();
  }
}
