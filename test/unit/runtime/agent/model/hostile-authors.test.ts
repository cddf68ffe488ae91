import { types } from "node:util";
import { A2AService, type Task } from "@a2agen/a2a-1.0";
import { type AgentEvent, completed, type Execute, textArtifact, working } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  failureOf,
  inShort,
  stateOf,
  taskOf,
  textOf,
  userMessage,
} from "../../../../shared/agent/start-agent.ts";
import { chooseSeed } from "../../../../shared/random/seed.ts";
import { runs } from "../../../../shared/runs.ts";
import { hostileEvent, hostileValue, thenKey } from "./hostile-values.ts";
import { type ServedAgent, serveAgent } from "./served-agent.ts";
import { settle } from "./settle.ts";
import { createWatchedStore } from "./watched-store.ts";

const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

/** What nobody has caught: it would end the process. */
let uncaught: unknown[] = [];
const listen = (error: unknown): void => void uncaught.push(error);
beforeEach(() => {
  uncaught = [];
  process.on("unhandledRejection", listen);
  process.on("uncaughtException", listen);
});
afterEach(() => {
  process.off("unhandledRejection", listen);
  process.off("uncaughtException", listen);
});

const clearTexts = [
  "The agent failed.",
  "The agent did something that the protocol does not allow.",
  "The agent made more of this task than is kept.",
];

const limits = { entries: 40, size: 20_000, stopMs: 20, turnMs: 60_000, pollMs: 50 };

interface Hostile {
  readonly execute: Execute;
  /** Whether the message makes a task in any case. */
  readonly isTask: boolean;
}

/** Serves a hostile author, asks it once, and sees that the next one is answered. */
async function survive(
  { execute, isTask }: Hostile,
  look: (task: Task, served: ServedAgent) => void | Promise<void>,
): Promise<void> {
  const store = createWatchedStore();
  const served = await serveAgent("in-process", {
    execute: (turn) => (turn.text === "good" ? good() : execute(turn)),
    store,
    limits,
  });
  const client = served.clientOf("alice");
  try {
    const call = client.sendMessage({ message: userMessage("hostile") });
    const answer = await call.catch((error: unknown) => error);
    if (answer instanceof Error) {
      expect({ isTask, error: inShort(await failureOf(call)) }).toEqual({
        isTask: false,
        error: { error: expect.stringMatching("^(INTERNAL|InvalidAgentResponseError)$") },
      });
      expect(String(answer)).not.toContain("swordfish");
    } else if ("task" in (answer as object)) {
      const task = taskOf(answer as { task?: Task });
      expect(JSON.stringify(task)).not.toContain("swordfish");
      // What is kept can be sent to everybody, and has the same shape for all.
      const { tasks } = await client.listTasks({ includeArtifacts: true, historyLength: 100 });
      expect(A2AService.methods.getTask.output.is(task)).toBe(true);
      expect(tasks).toEqual([task]);
      await look(task, served);
    }
    const next = taskOf(await client.sendMessage({ message: userMessage("good") }));
    expect({ state: stateOf(next), history: next.history?.map(textOf) }).toEqual({
      state: "completed",
      history: ["good", "fine"],
    });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  } finally {
    await served.close();
  }
  await settle();
  expect(uncaught).toEqual([]);
  expect({ open: served.calls.open, waiting: store.waiting }).toEqual({ open: 0, waiting: 0 });
}

async function* good(): AsyncGenerator<AgentEvent> {
  yield working("fine");
  yield completed();
}

function saysWhy(task: Task): void {
  expect(clearTexts).toContain(task.status.message === undefined ? "nothing" : textOf(task.status.message));
}

test("an author that gives anything at all fails its own task only", { tags: "thorough" }, async () => {
  await fc.assert(
    fc.asyncProperty(hostileEvent, fc.boolean(), async (event, isLate) => {
      const given = event.make();
      const steps = [...(isLate ? [textArtifact("first", "one")] : []), given];
      // A generator would wait for a promise before it gives it.
      const next = (): unknown => Promise.resolve({ done: steps.length === 0, value: steps.shift() });
      const execute = (() => ({ [Symbol.asyncIterator]: () => ({ next }) })) as unknown as Execute;
      await survive({ execute, isTask: true }, (task, { reported }) => {
        const updates = (task.artifacts ?? []).length + (task.history ?? []).length - 1 - Number(isLate);
        if (stateOf(task) === "failed" && reported.length > 0) {
          saysWhy(task);
          expect({ updates, reports: reported.length }).toEqual({ updates: 0, reports: 1 });
        } else expect(reported).toEqual([]);
      });
    }),
    { seed, numRuns: runs(40) },
  );
});

test("an author that throws anything at all fails its own task only", { tags: "thorough" }, async () => {
  await fc.assert(
    fc.asyncProperty(
      hostileValue,
      fc.constantFrom("throws", "rejects", "throws at once", "returns", "answers"),
      async (value, how) => {
        const thrown = value.make();
        const execute = ((): unknown => {
          switch (how) {
            case "throws":
              return (async function* () {
                yield working();
                throw thrown;
              })();
            case "rejects":
              // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- as above
              return Promise.reject(thrown);
            case "throws at once":
              throw thrown;
            case "returns":
              return thrown;
            case "answers":
              return Promise.resolve().then(() => (isEndless(thrown) ? undefined : thrown));
          }
        }) as Execute;
        if (how === "returns" && isEndless(thrown)) return;
        await survive({ execute, isTask: how === "throws" }, (task) => {
          if (how !== "throws") return;
          expect(stateOf(task)).toBe("failed");
          saysWhy(task);
        });
      },
    ),
    { seed, numRuns: runs(40) },
  );
});

/** Whether a value is a promise that nothing comes of: its call waits as long as a turn may take. */
function isEndless(value: unknown): boolean {
  // Nothing else that is made here can be asked without harm.
  return typeof value === "object" && !types.isProxy(value) && value instanceof Promise;
}

test.each(["JSONRPC", "HTTP+JSON", "GRPC", "WEBSOCKET"] as const)(
  "an error that only looks like one for clients is an error over %s, and the next call is answered",
  async (place) => {
    for (const message of [{ text: "no text" }, 10n, "half a character \ud800", undefined]) {
      const error = Object.assign(new Error("a"), { code: "ERR_A2AGEN_CALL", message });
      const served = await serveAgent(place, {
        execute: (turn) => (turn.text === "good" ? good() : Promise.reject(error)),
        limits,
      });
      const client = served.clientOf("alice");
      await failureOf(client.sendMessage({ message: userMessage("bad") }, { timeoutMs: 2000 }));
      expect(stateOf(taskOf(await client.sendMessage({ message: userMessage("good") })))).toBe("completed");
      await served.close();
    }
    expect(uncaught).toEqual([]);
  },
);

function fail(): never {
  throw new Error("swordfish");
}

/** Something with a property `then`, which is no promise. */
function withThen(get: () => unknown): object {
  return Object.defineProperty({}, thenKey, { get });
}

describe("iterators", () => {
  /** What `next` does when it is asked for the second time; the first time it gives an event. */
  const nexts = {
    "never settles": () => new Promise(() => undefined),
    "gives no result": () => Promise.resolve(undefined),
    "gives no promise": () => ({ done: false, value: working() }),
    "gives a value": () => 1,
    throws: () => {
      throw new Error("swordfish");
    },
    "throws undefined": () => {
      // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- as hostile authors do
      throw undefined;
    },
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- as above
    "rejects with undefined": () => Promise.reject(undefined),
    "has a result that throws": () =>
      Promise.resolve({
        get done(): never {
          throw new Error("swordfish");
        },
      }),
    "has a value that throws": () =>
      Promise.resolve({
        done: false,
        get value(): never {
          throw new Error("swordfish");
        },
      }),
    "has a then that throws": () => withThen(fail),
    "gives an illegal event": () => Promise.resolve({ done: false, value: {} }),
    ends: () => Promise.resolve({ done: true, value: undefined }),
  } as const;
  const returns = {
    "is missing": undefined,
    throws: () => {
      throw new Error("swordfish");
    },
    rejects: () => Promise.reject(new Error("swordfish")),
    "never settles": () => new Promise(() => undefined),
    "gives nothing": () => undefined,
    "is no function": 1,
    "asks again": function (this: { next(): unknown }) {
      return this.next();
    },
    "has a then that throws": () => withThen(() => fail),
    "has a then that gives nothing": () => withThen(() => () => undefined),
  } as const;

  test("one that misbehaves fails its own task only", { tags: "thorough" }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(nexts) as (keyof typeof nexts)[])),
        fc.constantFrom(...(Object.keys(returns) as (keyof typeof returns)[])),
        fc.boolean(),
        async (next, back, isGetter) => {
          let asked = 0;
          const iterator = {
            next: () => {
              asked++;
              return asked === 1
                ? Promise.resolve({ done: false, value: textArtifact("a", "b") })
                : nexts[next]();
            },
            ...(back === "is missing" ? {} : { return: returns[back] }),
          };
          if (isGetter) {
            Object.defineProperty(iterator, "return", {
              get: () => {
                throw new Error("swordfish");
              },
            });
          }
          const execute = (() => ({ [Symbol.asyncIterator]: () => iterator })) as unknown as Execute;
          if (next !== "never settles") {
            await survive({ execute, isTask: true }, (task) => {
              if (next === "ends") expect(stateOf(task)).toBe("completed");
              // One that needs no promise goes on and on.
              else saysWhy(task);
              expect(task.artifacts).toEqual([{ artifactId: "a", parts: [{ text: "b" }] }]);
            });
            return;
          }
          await leftBehind(execute);
        },
      ),
      { seed, numRuns: runs(20) },
    );
  });

  /** An author that never goes on is left behind when its task is canceled. */
  async function leftBehind(execute: Execute): Promise<void> {
    const store = createWatchedStore();
    const served = await serveAgent("in-process", { execute, store, limits });
    const client = served.clientOf("alice");
    const configuration = { returnImmediately: true };
    const { id } = taskOf(await client.sendMessage({ message: userMessage("hostile"), configuration }));
    expect(stateOf(await client.cancelTask({ id }))).toBe("canceled");
    await served.close();
    await settle();
    expect({ uncaught, open: served.calls.open, waiting: store.waiting }).toEqual({
      uncaught: [],
      open: 0,
      waiting: 0,
    });
  }
});

test("a flood is taken no further than the limits say, and others are served meanwhile", {
  tags: "thorough",
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("small", "large"), fc.boolean(), async (size, isPrompt) => {
      let given = 0;
      let returned = 0;
      const event = textArtifact("a", size === "small" ? "x" : "x".repeat(1500), { append: true });
      const iterator = {
        next: () => {
          given++;
          const step = { done: false as const, value: event };
          // An iterator that is no generator may answer without a promise.
          return (isPrompt ? step : Promise.resolve(step)) as Promise<typeof step>;
        },
        return: () => {
          returned++;
          return Promise.resolve({ done: true as const, value: undefined });
        },
      };
      const execute: Execute = () => ({ [Symbol.asyncIterator]: () => iterator });
      await survive({ execute, isTask: true }, (task) => {
        expect(stateOf(task)).toBe("failed");
        expect(textOf(task.status.message ?? { parts: [] })).toBe(
          "The agent made more of this task than is kept.",
        );
        const text = task.artifacts?.[0]?.parts[0]?.text ?? "";
        const kept = text.length / (size === "small" ? 1 : 1500);
        expect({ isBounded: JSON.stringify(task).length <= limits.size + 2000, given, returned }).toEqual({
          isBounded: true,
          given: kept + 1,
          returned: 1,
        });
        expect(kept).toBeLessThanOrEqual(limits.entries);
      });
    }),
    { seed, numRuns: runs(4) },
  );
});

describe("the property finds", () => {
  test.each([
    { name: "a rejection that nobody catches", harm: () => void Promise.reject(new Error("lost")) },
    { name: "a polluted prototype", harm: () => Object.assign(Object.prototype, { polluted: true }) },
  ])("$name", async ({ harm }) => {
    const execute: Execute = async function* () {
      harm();
      yield {} as AgentEvent;
    };
    const failure = await survive({ execute, isTask: true }, saysWhy).catch((error: unknown) => error);
    Reflect.deleteProperty(Object.prototype, "polluted");
    expect(String(failure)).toContain("AssertionError");
  });
});
