import { expect, onTestFinished, test, vi } from "vitest";
import type { ChangeNotifier } from "../../../packages/postgres/src/change-notifier.ts";
import { TaskWatch } from "../../../packages/postgres/src/task-watch.ts";

/** Tasks of a database, which another process changes without a notification. */
class Tasks {
  readonly versions: Map<string, number> = new Map<string, number>();
  looks = 0;

  watch(notifier?: ChangeNotifier): TaskWatch {
    const versionsOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      this.looks++;
      return new Map(ids.map((id) => [id, this.versions.get(id) ?? 0]));
    };
    return new TaskWatch({ versionsOf, notifier, pollMs: [10, 40] });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

test("a change is found by looking, however often others begin to wait meanwhile", async () => {
  const tasks = new Tasks();
  const watch = tasks.watch();
  const busy = new AbortController();
  const others = (async () => {
    while (!busy.signal.aborted) {
      await watch.wait("busy", 0, AbortSignal.timeout(2));
    }
  })();
  const waiting = watch.wait("quiet", 0, new AbortController().signal);
  await pause(15);
  tasks.versions.set("quiet", 1);
  await waiting;
  busy.abort();
  await others;
  await watch.close();
});

test("a process listens while someone waits, and some seconds longer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let listeners = 0;
  const notifier: ChangeNotifier = {
    notify: async () => undefined,
    async listen(_, lost) {
      listeners++;
      return async () => {
        listeners--;
        lost();
      };
    },
  };
  const watch = new Tasks().watch(notifier);
  const wait = async (): Promise<void> => {
    const controller = new AbortController();
    const waiting = watch.wait("t", 0, controller.signal);
    await vi.advanceTimersByTimeAsync(1);
    expect(listeners).toBe(1);
    controller.abort();
    await waiting;
  };
  await wait();
  await vi.advanceTimersByTimeAsync(9000);
  await wait();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(listeners).toBe(0);
  await wait();
  await Promise.all([watch.close(), vi.advanceTimersByTimeAsync(100)]);
  expect(listeners).toBe(0);
});

test("the more tasks change, the fewer notifications there are, and each task is in one", async () => {
  const sent: string[] = [];
  const watch = new Tasks().watch({ notify: async (text) => void sent.push(text) });
  const end = performance.now() + 120;
  for (let version = 1; performance.now() < end; version++) {
    for (let index = 0; index < 400; index++) watch.changed(`task-${index}`, version);
    await pause(1);
  }
  await watch.close();
  const last = new Map(
    sent.flatMap((text) => text.split(" ")).map((word) => word.split(":") as [string, string]),
  );
  expect(last.size).toBe(400);
  expect(sent.length).toBeLessThanOrEqual(5);
});
