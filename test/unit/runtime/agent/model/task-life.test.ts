import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { chooseSeed } from "../../../../shared/random/seed.ts";
import { runs } from "../../../../shared/runs.ts";
import { AgentModel } from "./agent-model.ts";
import type { Place } from "./served-agent.ts";
import { Session, type SessionOptions, setClock } from "./session.ts";
import { isPossible, type Step, steps, take } from "./steps.ts";

const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

// Only the clock: sockets have the timers of the machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

const beginning = Date.parse("2026-11-22T00:00:00Z");
const waitingMessages = 1;

/** A step as fast-check takes it. */
class StepCommand implements fc.AsyncCommand<AgentModel, Session> {
  readonly #step: Step;

  constructor(step: Step) {
    this.#step = step;
  }

  check(model: Readonly<AgentModel>): boolean {
    return isPossible(this.#step, model);
  }

  run(model: AgentModel, session: Session): Promise<void> {
    return take(this.#step, model, session);
  }

  toString(): string {
    return JSON.stringify(this.#step);
  }
}

interface LifeOptions extends Partial<SessionOptions> {
  readonly place: Place;
  readonly maxCommands?: number;
}

/** Any sequence of operations is answered as the model says. */
function tasksLive({
  maxCommands = 50,
  ...options
}: LifeOptions): fc.IAsyncPropertyWithHooks<[Iterable<fc.AsyncCommand<AgentModel, Session>>]> {
  const commands = fc.commands([fc.oneof(...steps).map((step) => new StepCommand(step))], {
    maxCommands,
    size: "max",
  });
  return fc.asyncProperty(commands, async (chosen) => {
    setClock(beginning);
    const session = await Session.begin({ waitingMessages, ...options });
    try {
      const model = new AgentModel(beginning, { waitingMessages });
      await fc.asyncModelRun(() => ({ model, real: session }), chosen);
    } finally {
      await session.close();
    }
    expect({ open: session.served.calls.open, waiting: session.store.waiting }).toEqual({
      open: 0,
      waiting: 0,
    });
  });
}

test("any sequence of operations in one process is answered as the model says", {
  tags: "thorough",
}, async () => {
  await fc.assert(tasksLive({ place: "in-process" }), { seed, numRuns: runs(40) });
});

test.each(["JSONRPC", "HTTP+JSON", "GRPC", "WEBSOCKET"] as const)(
  "any sequence of operations over %s is answered as the model says",
  { tags: "thorough" },
  async (place) => {
    await fc.assert(tasksLive({ place, maxCommands: 40 }), {
      seed,
      numRuns: runs(place === "JSONRPC" ? 6 : 2),
    });
  },
);

describe("the property finds", () => {
  const faults: readonly (Partial<LifeOptions> & { readonly name: string })[] = [
    { name: "tasks that everybody sees", broken: { scope: () => "all" } },
    {
      name: "messages that are taken again",
      broken: { limits: { dedupeMs: 0, stopMs: 1e9, waitingMessages } },
    },
    { name: "more messages that wait than may", broken: { limits: { stopMs: 1e9, waitingMessages: 2 } } },
    {
      name: "a history that is not cut",
      change: (agent) => ({ getTask: ({ id }, call) => agent.getTask({ id }, call) }),
    },
    {
      name: "a stream that goes on after its turn",
      change: (agent) => ({
        async *sendStreamingMessage(request, call) {
          let id = "";
          for await (const event of agent.sendStreamingMessage(request, call)) {
            id = event.task?.id ?? id;
            yield event;
          }
          if (id !== "") yield* agent.subscribeToTask({ id }, call);
        },
      }),
    },
    {
      name: "a stream that ends before the last event",
      change: (agent) => ({
        async *subscribeToTask(request, call) {
          for await (const event of agent.subscribeToTask(request, call)) {
            if (event.statusUpdate?.status.state === "TASK_STATE_COMPLETED") return;
            yield event;
          }
        },
      }),
    },
    {
      name: "a message that answers too early",
      change: (agent) => ({
        sendMessage: ({ message, configuration }, call) =>
          agent.sendMessage({ message, configuration: { ...configuration, returnImmediately: true } }, call),
      }),
    },
    {
      name: "a cancellation that reaches no author",
      change: (agent) => ({ cancelTask: ({ id }, call) => agent.getTask({ id }, call) }),
    },
    {
      name: "a list in another order",
      change: (agent) => ({
        listTasks: async (request, call) => {
          const page = await agent.listTasks(request, call);
          return { ...page, tasks: page.tasks.toReversed() };
        },
      }),
    },
    {
      name: "a list that says another total",
      change: (agent) => ({
        listTasks: async (request, call) => {
          const page = await agent.listTasks(request, call);
          return { ...page, totalSize: page.totalSize + 1 };
        },
      }),
    },
  ];

  // The same runs every time: whether a fault is found is no matter of luck.
  test.each(faults)("$name", async (fault) => {
    const details = await fc.check(tasksLive({ place: "in-process", ...fault }), {
      seed: 1,
      numRuns: 300,
      endOnFailure: true,
    });
    expect({ failed: details.failed, text: String(details.errorInstance) }).toEqual({
      failed: true,
      text: expect.stringContaining("AssertionError"),
    });
  });
});
