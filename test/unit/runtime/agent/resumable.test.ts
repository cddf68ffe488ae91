import { A2AService } from "@a2agen/a2a-1.0";
import {
  type Execute,
  inputRequired,
  MemoryTaskStore,
  type TaskStore,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import { expect, onTestFinished, test } from "vitest";
import {
  aborted,
  createGate,
  follow,
  outline,
  type StartedAgent,
  type StartOptions,
  start,
  stateOf,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { receiver } from "../../../shared/push/opened.ts";
import { local, toldOf } from "../../../shared/push/start-webhooks.ts";
import { type LeasedStore, withLeases } from "./store/leased-store.ts";

const limits = { leaseMs: 90 };
const never = new Promise<never>(() => undefined);
const background = { returnImmediately: true };

/**
 * A process over a shared store, which can die: then nothing of it reaches the store before the test is over.
 */
class MortalStore {
  readonly store: TaskStore;
  readonly #end = createGate();
  #isDead = false;
  /** The method after whose next call it dies. */
  #last: keyof TaskStore | undefined;

  constructor(shared: TaskStore) {
    this.store = new Proxy(shared, {
      get: (target, name: keyof TaskStore) => {
        const member = target[name];
        if (typeof member !== "function") return member;
        return async (...parameters: never[]) => {
          if (this.#isDead) await this.#end.opened;
          const result: unknown = await (member as (...given: never[]) => unknown).apply(target, parameters);
          if (name !== this.#last) return result;
          this.die();
          await this.#end.opened;
          return result;
        };
      },
    });
  }

  die(): void {
    this.#isDead = true;
  }

  dieAfter(method: keyof TaskStore): void {
    this.#last = method;
  }

  /** Lets go of what waits for the store: it was only suspended, or is to be closed. */
  wake(): void {
    this.#isDead = false;
    this.#end.open();
  }
}

function share(): LeasedStore {
  return withLeases(new MemoryTaskStore({ service: A2AService }));
}

interface Process extends StartedAgent {
  die(): void;
  wake(): void;
  dieAfter(method: keyof TaskStore): void;
}

async function startProcess(shared: TaskStore, options: StartOptions): Promise<Process> {
  const mortal = new MortalStore(shared);
  const started = await start({ store: mortal.store, limits, resumable: true, ...options });
  onTestFinished(() => mortal.wake());
  return {
    ...started,
    die: () => mortal.die(),
    dieAfter: (method) => mortal.dieAfter(method),
    wake: () => mortal.wake(),
  };
}

async function begin({ client }: StartedAgent, text: string): Promise<string> {
  const sent = await client.sendMessage({ message: userMessage(text), configuration: background });
  return taskOf(sent).id;
}

/** The task that began without an answer to its client. */
async function onlyTask({ client }: StartedAgent): Promise<string> {
  for (;;) {
    const [task] = (await client.listTasks({})).tasks;
    if (task !== undefined) return task.id;
  }
}

/** The rest of a task, as another process sees it. */
async function restAt({ client }: StartedAgent, id: string): Promise<unknown> {
  const { all } = await follow(client.subscribeToTask({ id }));
  return outline(await all);
}

test("a turn goes on in another process: its steps do not run again, and the task is as it was written", async () => {
  const shared = share();
  const seen: unknown[] = [];
  const stuck = createGate();
  const execute: Execute = async function* ({ attempt, step, task, text, call, configuration }) {
    seen.push([
      attempt,
      text,
      task?.artifacts?.map(({ parts }) => parts[0]?.text),
      call.profile,
      configuration,
    ]);
    const drawn = await step("draw", async () => {
      seen.push("draw");
      return { number: 7 };
    });
    if (task === undefined) {
      yield textArtifact("a", `drew ${drawn.number}`);
      stuck.open();
      await never;
    }
    const second = await step("second", () => drawn.number + 1);
    yield textArtifact("b", `then ${second}`);
  };
  const first = await startProcess(shared, { execute });
  const id = await begin(first, "go");
  await stuck.opened;
  first.die();
  const second = await startProcess(shared, { execute });
  expect(await restAt(second, id)).toEqual(["task submitted", "artifact b: then 8", "completed"]);
  expect(seen).toEqual([
    [1, "go", undefined, "a2a-1.0", background],
    "draw",
    [2, "go", ["drew 7"], "a2a-1.0", background],
  ]);
});

test("a process that was suspended for longer than its lease begins no step, and one that was not goes on", async () => {
  const shared = share();
  const effects: string[] = [];
  const failed: unknown[] = [];
  const suspended = createGate();
  const goOn = createGate();
  const over = createGate();
  const execute: Execute = async function* ({ attempt, step }) {
    yield working();
    if (attempt === 1) {
      suspended.open();
      await goOn.opened;
    }
    try {
      await step("effect", () => void effects.push(`of attempt ${attempt}`));
    } catch (error) {
      failed.push(error);
    } finally {
      if (attempt === 1) over.open();
    }
  };
  const first = await startProcess(shared, { execute });
  const id = await begin(first, "go");
  await suspended.opened;
  first.die();
  const second = await startProcess(shared, { execute });
  expect(await restAt(second, id)).toContain("completed");
  goOn.open();
  first.wake();
  await over.opened;
  expect(effects).toEqual(["of attempt 2"]);
  expect(failed).toMatchObject([{ status: "ABORTED" }]);
});

test("a process whose renewals came late goes on with its steps where no other one has the task", async () => {
  const shared = share();
  const effects: string[] = [];
  const suspended = createGate();
  const goOn = createGate();
  const execute: Execute = async function* ({ attempt, step }) {
    yield working();
    suspended.open();
    await goOn.opened;
    await step("effect", () => void effects.push(`of attempt ${attempt}`));
  };
  const first = await startProcess(shared, { execute });
  const id = await begin(first, "go");
  await suspended.opened;
  first.die();
  await expect.poll(() => shared.expiredLeases(1)).toHaveLength(1);
  first.wake();
  goOn.open();
  await expect.poll(async () => stateOf(await first.client.getTask({ id }))).toBe("completed");
  expect(effects).toEqual(["of attempt 1"]);
});

test("a task whose process dies as soon as it is there goes on in another process", async () => {
  const shared = share();
  const turns: string[] = [];
  const execute: Execute = async function* ({ attempt, text, call }) {
    turns.push(`${text} ${attempt} ${call.profile}`);
    yield working();
  };
  const first = await startProcess(shared, { execute });
  first.dieAfter("create");
  void begin(first, "go").catch(() => undefined);
  const second = await startProcess(shared, { execute });
  const id = await onlyTask(second);
  expect(await restAt(second, id)).toEqual(["task submitted", "working", "completed"]);
  expect(turns).toEqual(["go 2 a2a-1.0"]);
});

test("the webhook of a message is told of a task whose process dies as soon as it is there", async () => {
  const hook = await receiver();
  const shared = share();
  const execute: Execute = async function* () {
    yield textArtifact("a", "done");
  };
  const first = await startProcess(shared, { execute, push: webhooks(local) });
  first.dieAfter("create");
  const message = userMessage("go");
  const configuration = { ...background, taskPushNotificationConfig: { url: hook.origin } };
  void first
    .clientOf("alice")
    .sendMessage({ message, configuration })
    .catch(() => undefined);
  const push = webhooks({ ...local, limits: { ...local.limits, leaseMs: 90 } });
  const second = await startProcess(shared, { execute, push });
  const alice = second.clientOf("alice");
  while ((await alice.listTasks({})).tasks.length === 0);
  const { id: taskId } = taskOf(await alice.sendMessage({ message, configuration }));
  expect((await alice.listTaskPushNotificationConfigs({ taskId })).configs?.length).toBe(1);
  expect(toldOf(await hook.count(2))).toEqual(["done", "TASK_STATE_COMPLETED"]);
});

test("an answer whose process dies as soon as it is written has its turn elsewhere, and the question is not asked again", async () => {
  const shared = share();
  const turns: string[] = [];
  const execute: Execute = async function* ({ attempt, text }) {
    turns.push(`${text} ${attempt}`);
    yield text === "ask" ? inputRequired("what?") : working();
  };
  const first = await startProcess(shared, { execute });
  const id = taskOf(await first.client.sendMessage({ message: userMessage("ask") })).id;
  first.dieAfter("append");
  void first.client.sendMessage({ message: userMessage("this", { taskId: id }) }).catch(() => undefined);
  const second = await startProcess(shared, { execute });
  while (stateOf(await second.client.getTask({ id })) !== "completed");
  expect(turns).toEqual(["ask 1", "this 2"]);
});

test("messages that wait have their turns in the process that goes on, once each", async () => {
  const shared = share();
  const turns: string[] = [];
  const stuck = createGate();
  const gate = createGate();
  const execute: Execute = async function* ({ attempt, text }) {
    turns.push(`${text} ${attempt}`);
    yield working();
    if (text === "one") await gate.opened;
    if (text !== "two" || attempt > 1) return;
    stuck.open();
    await never;
  };
  const first = await startProcess(shared, { execute });
  const id = await begin(first, "one");
  for (const text of ["two", "three"]) {
    const message = userMessage(text, { taskId: id });
    await first.client.sendMessage({ message, configuration: background });
  }
  gate.open();
  await stuck.opened;
  first.die();
  const second = await startProcess(shared, { execute });
  await restAt(second, id);
  expect(turns).toEqual(["one 1", "two 1", "two 2", "three 1"]);
});

test("a process that closes hands its tasks over at once", async () => {
  const shared = share();
  const stuck = createGate();
  const execute: Execute = async function* ({ attempt, signal }) {
    yield working();
    if (attempt > 1) return;
    stuck.open();
    await aborted(signal);
  };
  const long = { leaseMs: 3000 };
  const first = await startProcess(shared, { execute, limits: long });
  const id = await begin(first, "go");
  await stuck.opened;
  const second = await startProcess(shared, { execute, limits: long });
  const rest = restAt(second, id);
  await first.agent.close();
  expect(await rest).toEqual(["task working", "working", "completed"]);
});

test("a process closes whole where the store does not take a task back", async () => {
  const refusal = new Error("no connection");
  const shared = share();
  const store: TaskStore = {
    ...shared,
    renewLeases: (ids, ms) => (ms === 0 ? Promise.reject(refusal) : shared.renewLeases(ids, ms)),
  };
  const stuck = createGate();
  const execute: Execute = async function* ({ signal }) {
    yield working();
    stuck.open();
    await aborted(signal);
  };
  const first = await start({ store, execute, limits: { leaseMs: 3000 }, resumable: true });
  const id = await begin(first, "go");
  await stuck.opened;
  await first.agent.close();
  expect(first.reported).toEqual([{ error: refusal, place: { taskId: id, activity: "store" } }]);
});

test("a task that is canceled while no process works on it is canceled, and one that asks waits on", async () => {
  const shared = share();
  const stuck = createGate();
  const attempts: number[] = [];
  const execute: Execute = async function* ({ attempt, text }) {
    attempts.push(attempt);
    if (text === "ask") {
      yield inputRequired("what?");
      return;
    }
    stuck.open();
    await never;
  };
  const first = await startProcess(shared, { execute });
  const asking = await begin(first, "ask");
  const id = await begin(first, "go");
  await stuck.opened;
  first.die();
  const second = await startProcess(shared, { execute });
  expect(stateOf(await second.client.cancelTask({ id }))).toBe("canceled");
  expect(stateOf(await second.client.getTask({ id: asking }))).toBe("input-required");
  expect(attempts).toEqual([1, 1]);
});

test("a turn that ends its process each time begins as often as it may, and fails then", async () => {
  const shared = share();
  const begun: number[] = [];
  const execute: Execute = async function* () {
    begun.push(begun.length);
    await never;
    yield working();
  };
  const few = { ...limits, attempts: 2 };
  const first = await startProcess(shared, { execute, limits: few });
  const id = await begin(first, "go");
  while (begun.length < 1) await new Promise((resolve) => setTimeout(resolve, 1));
  first.die();
  const second = await startProcess(shared, { execute, limits: few });
  while (begun.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  second.die();
  const third = await startProcess(shared, { execute, limits: few });
  expect(await restAt(third, id)).toEqual([
    "task submitted",
    "failed: The agent stopped before the task was done.",
  ]);
  expect(begun).toEqual([0, 1]);
});

test.each([
  { does: "hands its turn over", failures: 1 },
  { does: "lets the lease of its turn end", failures: 2 },
])("a process whose store was away for a moment $does, and the turn goes on", async ({ failures }) => {
  const shared = share();
  let left = 0;
  const append: TaskStore["append"] = async (...parameters) => {
    if (left-- > 0) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    return shared.append(...parameters);
  };
  const execute: Execute = async function* ({ attempt, step }) {
    const drawn = await step("draw", () => attempt);
    if (attempt === 1) left = failures;
    yield textArtifact("a", `${attempt} after ${drawn}`);
  };
  const { client } = await start({ store: { ...shared, append }, limits, resumable: true, execute });
  const task = taskOf(await client.sendMessage({ message: userMessage("go") }));
  expect(stateOf(task)).toBe("completed");
  expect(task.artifacts?.map(({ parts }) => parts[0]?.text)).toEqual(["2 after 1"]);
});

test.each(["53100", "40001", "57014"])(
  "a turn goes on, in its first attempt, once a store that refuses for now (%s) takes its entries",
  async (code) => {
    const shared = share();
    const attempts: number[] = [];
    let refusals = 0;
    const store: TaskStore = {
      ...shared,
      async append(...parameters) {
        if (refusals++ % 3 !== 2) throw Object.assign(new Error("refused"), { code });
        return shared.append(...parameters);
      },
    };
    const { client, reported } = await start({
      store,
      limits,
      resumable: true,
      async *execute({ attempt, step }) {
        attempts.push(attempt);
        yield working();
        yield textArtifact("a", await step("one", () => "kept"));
      },
    });
    const task = taskOf(await client.sendMessage({ message: userMessage("go") }));
    expect(stateOf(task)).toBe("completed");
    expect(attempts).toEqual([1]);
    expect(reported).toEqual([]);
  },
);

test("two steps of one name in a turn are an error of the author", async () => {
  const execute: Execute = async function* ({ step }) {
    await step("a", () => 1);
    await step("a", () => 2);
    yield working();
  };
  const { client, reported } = await start({ execute });
  const task = taskOf(await client.sendMessage({ message: userMessage("go") }));
  expect(stateOf(task)).toBe("failed");
  expect(reported.map(({ error }) => (error as Error).message)).toEqual([
    'execute: the step "a" came twice in one turn: give each its own name',
  ]);
});
