import { A2AService } from "@a2agen/a2a-1.0";
import {
  authRequired,
  completed,
  type Execute,
  inputRequired,
  MemoryTaskStore,
  type TaskStore,
} from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import { draftToA2a10 } from "@a2agen/translate";
import { expect, test } from "vitest";
import {
  card,
  failureOf,
  inShort,
  stateOf,
  summary,
  taskOf,
  userMessage,
} from "../../shared/agent/start-agent.ts";
import { local } from "../../shared/push/start-webhooks.ts";
import { callsForTask, callsOfAll } from "./every-method.ts";
import { startWorld, type World } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

const asking: Execute = async function* () {
  yield inputRequired("How many?");
};

const push = () => webhooks({ ...local, older: [draftToA2a10] });

test.each(worldsOf("7.5-in-task"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, {
    async *execute({ text }) {
      yield text === "token" ? completed() : authRequired("Send a token of calendar.example.com");
    },
  });
  const { id, ...asked } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  expect(summary({ id, ...asked })).toMatchObject({
    state: "auth-required",
    says: "Send a token of calendar.example.com",
  });
  const task = taskOf(await client.sendMessage({ message: userMessage("token", { taskId: id }) }));
  expect(stateOf(task)).toBe("completed");
});

/** An agent with a task and a configuration of alice, and a client of hers and of somebody else. */
async function startShared(world: World) {
  const running = await startWorld(world, { execute: asking, push: push() });
  const [alice, bob] = [running.clientOf("alice"), running.clientOf("bob")];
  const { id } = taskOf(await alice.sendMessage({ message: userMessage("hi") }));
  await alice.createTaskPushNotificationConfig({ taskId: id, id: "hook", url: "http://127.0.0.1:8080" });
  return { ...running, alice, bob, id };
}

test.each(worldsOf("13.1-every-method"))("%s", async (_title, world) => {
  const seen: string[] = [];
  const { clientOf } = await startWorld(world, {
    execute: asking,
    push: push(),
    extendedCard: card,
    host: {
      authorize: ({ method, principal }) => {
        seen.push(`${method} of ${principal?.id ?? "nobody"}`);
        return false;
      },
    },
  });
  const calls = Object.entries(callsOfAll(clientOf("ada"), "nowhere", "hook"));
  for (const [method, call] of calls) {
    expect([method, inShort(await failureOf(call()))]).toEqual([method, { error: "PERMISSION_DENIED" }]);
  }
  expect(calls).toHaveLength(11);
  expect(seen.toSorted()).toEqual(calls.map(([method]) => `${method} of ada`).toSorted());
});

test.each(worldsOf("13.1-tasks"))("%s", async (_title, world) => {
  const { alice, bob, id } = await startShared(world);
  for (const [method, call] of Object.entries(callsForTask(bob, id, "hook"))) {
    expect([method, inShort(await failureOf(call()))]).toEqual([method, { error: "TaskNotFoundError" }]);
  }
  expect(summary(await alice.getTask({ id }))).toMatchObject({
    state: "input-required",
    history: ["user: hi"],
  });
  const { configs = [] } = await alice.listTaskPushNotificationConfigs({ taskId: id });
  expect(configs.map((config) => config.id)).toEqual(["hook"]);
});

/** A store that notes what it is asked. */
function noting(store: TaskStore, asked: string[]): TaskStore {
  return new Proxy(store, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function") return member;
      return (...args: readonly unknown[]): unknown => {
        asked.push(String(key));
        return Reflect.apply(member, target, args);
      };
    },
  });
}

test.each(worldsOf("13.1-before-look-ups"))("%s", async (_title, world) => {
  const asked: string[] = [];
  const { clientOf } = await startWorld(world, {
    execute: asking,
    push: push(),
    store: noting(new MemoryTaskStore({ service: A2AService }), asked),
    host: { authorize: ({ principal }) => principal?.id === "ada" },
  });
  for (const call of Object.values(callsForTask(clientOf("eve"), "nowhere", "hook"))) await failureOf(call());
  await failureOf(clientOf("eve").listTasks({}));
  expect(asked).toEqual([]);
  await clientOf("ada").listTasks({});
  expect(asked).toEqual(["list"]);
});
