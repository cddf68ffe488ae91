import { A2AService } from "@a2agen/a2a-1.0-draft";
import { describe, expect, test } from "vitest";
import { implement } from "../../../../packages/runtime/src/host/index.ts";
import { call, serveHost } from "./serve.ts";

/** Serves methods of the draft that answer with the name of what they were asked for. */
async function serveDraft(): Promise<string> {
  const task = { id: "1", contextId: "c", status: { state: "working" } } as const;
  const agent: Partial<A2AService> = {
    getTask: async ({ name }) => ({ ...task, id: name }),
    getTaskPushNotificationConfig: async ({ name = "" }) => ({
      name,
      pushNotificationConfig: { url: "https://a.example" },
    }),
  };
  // The other methods are not called.
  return serveHost({ services: [implement(A2AService, agent as A2AService)] });
}

async function ask(method: string, params: object): Promise<unknown> {
  return call(await serveDraft(), { jsonrpc: "2.0", id: 1, method, params });
}

describe("a resource name", () => {
  const accepted: { name: string; method: string; params: object; want: object }[] = [
    { name: "whole", method: "GetTask", params: { name: "tasks/a" }, want: { id: "tasks/a" } },
    { name: "as its part", method: "GetTask", params: { id: "a b%2F" }, want: { id: "tasks/a b%2F" } },
    {
      name: "as its part under another name",
      method: "GetTask",
      params: { taskId: "a" },
      want: { id: "tasks/a" },
    },
    { name: "with an empty name", method: "GetTask", params: { id: "a", name: "" }, want: { id: "tasks/a" } },
    {
      name: "with null for a name",
      method: "GetTask",
      params: { id: "a", name: null },
      want: { id: "tasks/a" },
    },
    {
      name: "with null for a part",
      method: "GetTask",
      params: { id: null, taskId: "a" },
      want: { id: "tasks/a" },
    },
    {
      name: "both, the same",
      method: "GetTask",
      params: { name: "tasks/a", id: "a" },
      want: { id: "tasks/a" },
    },
    {
      name: "of two parts",
      method: "GetTaskPushNotificationConfig",
      params: { id: "a", configId: "b" },
      want: { name: "tasks/a/pushNotificationConfigs/b" },
    },
    {
      name: "of two parts, whole with one of them",
      method: "GetTaskPushNotificationConfig",
      params: { name: "tasks/a/pushNotificationConfigs/b", configId: "b" },
      want: { name: "tasks/a/pushNotificationConfigs/b" },
    },
  ];

  test.each(accepted)("may be given $name", async ({ method, params, want }) => {
    expect(await ask(method, params)).toMatchObject({ id: 1, result: want });
  });

  const part = 'expected the task_id of tasks/{task_id}, which is not empty and has no "/"';
  const config = "tasks/{task_id}/pushNotificationConfigs/{config_id}";
  const refused: { name: string; method?: string; params: object; want: readonly object[] }[] = [
    { name: "an empty part", params: { id: "" }, want: [{ field: "id", description: `${part}, got ""` }] },
    {
      name: "a part with a slash",
      params: { id: "a/../b" },
      want: [{ field: "id", description: `${part}, got "a/../b"` }],
    },
    {
      name: "a part that is no text",
      params: { taskId: 1 },
      want: [{ field: "taskId", description: `${part}, got 1` }],
    },
    {
      name: "name and part that differ",
      params: { name: "tasks/a", id: "b" },
      want: [{ field: "id", description: 'expected the task_id of name, which is "tasks/a", got "b"' }],
    },
    {
      name: "a part beside a name of another form",
      params: { name: "a", id: "a" },
      want: [{ field: "id", description: 'expected the task_id of name, which is "a", got "a"' }],
    },
    {
      name: "one part of two",
      method: "GetTaskPushNotificationConfig",
      params: { configId: "b" },
      want: [
        {
          field: "id",
          description: `expected the task_id of ${config}, which is not empty and has no "/", got nothing`,
        },
      ],
    },
    {
      name: "a bad part beside other problems",
      params: { id: "", historyLength: -1 },
      want: [
        { field: "id", description: `${part}, got ""` },
        { field: "historyLength", description: expect.any(String) },
      ],
    },
    {
      name: "neither name nor part",
      params: {},
      want: [{ field: "name", description: expect.any(String) }],
    },
    {
      name: "a name that is no text",
      params: { name: 1, id: "a" },
      want: [{ field: "name", description: expect.any(String) }],
    },
  ];

  test.each(refused)("is refused: $name", async ({ method = "GetTask", params, want }) => {
    const answer = await ask(method, params);
    expect(answer).toMatchObject({ id: 1, error: { code: -32602, data: { reason: "INVALID_ARGUMENT" } } });
    const { error } = answer as { error: { data: { fieldViolations: unknown } } };
    expect(error.data.fieldViolations).toEqual(want);
  });

  test("leaves no trace in objects of others", async () => {
    const params = JSON.parse('{"id":"a","__proto__":{"name":"tasks/b"}}') as object;
    expect(await ask("GetTask", params)).toMatchObject({ result: { id: "tasks/a" } });
  });
});
