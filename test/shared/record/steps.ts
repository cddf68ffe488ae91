import type { A2AServiceClient as OlderClient } from "@a2agen/a2a-0.3";
import { fakeMessage as olderMessage } from "@a2agen/a2a-0.3/fakes";
import type { A2AServiceClient } from "@a2agen/a2a-1.0";
import { fakeMessage } from "@a2agen/a2a-1.0/fakes";
import { arbitraryOf } from "@a2agen/runtime/arbitraries";
import fc from "fast-check";
import { collect } from "../collect.ts";

/** What one peer is asked for, again and again: the number chooses the call, the seed its values. */
export type Step = (at: number) => Promise<unknown>;

/** What messages tell the agents of test/shared to do, in the words of each. */
const commands = {
  unary: ["echo", "work", "context", "throw"],
  ours: ["fail TaskNotFoundError", "fail UnsupportedOperationError", "wrong"],
  sdk: ["fail ContentTypeNotSupportedError", "fail no-such-error"],
  older: ["fail -32001", "fail -32603"],
} as const;

const streamed = ["stream 4", "message", "break", "crash", "twice", "throw"];

/** The values of calls, the same for the same seed. */
function valuesOf<Value>(arbitrary: fc.Arbitrary<Value>, seed: number): (at: number) => Value {
  let chunk: readonly Value[] = [];
  let begin = -1;
  return (at) => {
    const size = 250;
    const from = Math.floor(at / size);
    if (from !== begin) chunk = fc.sample(arbitrary, { numRuns: size, seed: seed + from });
    begin = from;
    const value = chunk[at % size];
    if (value === undefined) throw new Error(`no value ${at}`);
    return value;
  };
}

/** The calls of a client of the current version. */
export function stepsOf(client: A2AServiceClient, seed: number, peer: "ours" | "sdk"): Step {
  const valueAt = valuesOf(arbitraryOf(fakeMessage), seed);
  const words = [...commands.unary, ...commands[peer]];
  let taskId = "task-1";
  return async (at) => {
    const value = valueAt(at);
    const round = Math.floor(at / 10);
    const say = (list: readonly string[]): Parameters<A2AServiceClient["sendMessage"]>[0] => ({
      message: {
        ...value,
        role: "ROLE_USER",
        parts: [{ text: list[round % list.length] ?? "" }, ...value.parts],
      },
    });
    const { taskId: _task, ...fresh } = value;
    const config = { taskId, id: `config-${at}`, url: "https://client.example.com/hook" };
    switch (at % 10) {
      case 0:
        return client.sendMessage(say(words));
      case 1: {
        const { task } = await client.sendMessage({
          message: { ...fresh, role: "ROLE_USER", parts: [{ text: "work" }, ...value.parts] },
        });
        taskId = task?.id ?? taskId;
        return task;
      }
      case 2:
        return client.getTask({ id: taskId, historyLength: round % 3 });
      case 3:
        return client.getTask({ id: value.messageId });
      case 4:
        return collect(client.sendStreamingMessage(say(streamed)));
      case 5:
        return client.listTasks({ pageSize: 3 });
      case 6:
        return client.createTaskPushNotificationConfig(config);
      case 7:
        return client.getTaskPushNotificationConfig({ taskId, id: `config-${at - 1}` });
      case 8:
        return client.deleteTaskPushNotificationConfig({ taskId, id: `config-${at - 2}` });
      default:
        return [
          () => client.cancelTask({ id: taskId }),
          () => client.getExtendedAgentCard({}),
          () => collect(client.subscribeToTask({ id: taskId })),
          () => client.listTaskPushNotificationConfigs({ taskId }),
        ][round % 4]?.();
    }
  };
}

/** The calls of a client of 0.3. */
export function olderStepsOf(client: OlderClient, seed: number): Step {
  const valueAt = valuesOf(arbitraryOf(olderMessage), seed);
  const words = [...commands.unary, ...commands.older];
  let taskId = "task-1";
  return async (at) => {
    const value = valueAt(at);
    const round = Math.floor(at / 10);
    const { taskId: _task, ...fresh } = value;
    const say = (text = ""): Parameters<OlderClient["sendMessage"]>[0] => ({
      message: {
        ...(text === "work" || round % 2 === 0 ? fresh : value),
        role: "user",
        parts: [{ kind: "text", text }, ...value.parts],
      },
    });
    const pushNotificationConfig = { id: `config-${at}`, url: "https://client.example.com/hook" };
    switch (at % 10) {
      case 0:
        return client.sendMessage(say(words[round % words.length]));
      case 1: {
        const result = await client.sendMessage(say("work"));
        if (result.kind === "task") taskId = result.id;
        return result;
      }
      case 2:
        return client.getTask({ id: taskId, historyLength: round % 3 });
      case 3:
        return client.getTask({ id: value.messageId });
      case 4:
      case 5:
        return collect(client.sendStreamingMessage(say(streamed[at % streamed.length])));
      case 6:
        return client.setTaskPushNotificationConfig({ taskId, pushNotificationConfig });
      case 7:
        return client.getTaskPushNotificationConfig({
          id: taskId,
          pushNotificationConfigId: `config-${at - 1}`,
        });
      case 8:
        return client.deleteTaskPushNotificationConfig({
          id: taskId,
          pushNotificationConfigId: `config-${at - 2}`,
        });
      default:
        return [
          () => client.cancelTask({ id: taskId }),
          () => client.getAuthenticatedExtendedCard({}),
          () => collect(client.subscribeToTask({ id: taskId })),
          () => client.listTaskPushNotificationConfig({ id: taskId }),
        ][round % 4]?.();
    }
  };
}
