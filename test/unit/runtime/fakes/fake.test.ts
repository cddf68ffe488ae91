import * as older from "@a2agen/a2a-0.3/fakes";
import { fakeAgentCard, fakeListTasksResponse, fakeStreamResponse, fakeTask } from "@a2agen/a2a-1.0/fakes";
import { fakeOf } from "@a2agen/runtime/fakes";
import { describe, expect, test } from "vitest";

const seeds = Array.from({ length: 300 }, (_, seed) => seed);

test("the same seed makes the same bytes, on every machine", () => {
  expect(fakeTask("order", { status: { state: "TASK_STATE_INPUT_REQUIRED" } })).toMatchInlineSnapshot(`
    {
      "history": [
        {
          "contextId": "context-7h6gdt8sueex",
          "extensions": [
            "https://example.com/trip",
            "https://example.com/ticket",
            "https://example.com/concert",
          ],
          "messageId": "message-7t6rnes2gxuv",
          "metadata": {
            "library": "Everything about the order is in the attached file.",
          },
          "parts": [
            {
              "data": {
                "ticket": 4,
              },
              "mediaType": "application/json",
              "metadata": {
                "library": "I found three offers for a northern report.",
              },
            },
          ],
          "role": "ROLE_USER",
          "taskId": "task-o0rrufzi7xv3",
        },
      ],
      "id": "task-o0rrufzi7xv3",
      "metadata": {
        "train": "The final invoice is ready for you.",
      },
      "status": {
        "message": {
          "contextId": "context-7h6gdt8sueex",
          "extensions": [
            "https://example.com/order",
            "https://example.com/train",
            "https://example.com/concert",
          ],
          "messageId": "message-h38zltdispv4",
          "parts": [
            {
              "text": "Which of the two dates suits you?",
            },
          ],
          "referenceTaskIds": [
            "referenceTask-egbyz3nmw26e",
            "referenceTask-egbyz3nmw26e",
            "referenceTask-egbyz3nmw26e",
          ],
          "role": "ROLE_AGENT",
          "taskId": "task-o0rrufzi7xv3",
        },
        "state": "TASK_STATE_INPUT_REQUIRED",
        "timestamp": "2026-01-05T09:09:35.000Z",
      },
    }
  `);
  expect(JSON.stringify(fakeAgentCard(7))).toBe(JSON.stringify(fakeAgentCard(7)));
  expect(fakeTask(1)).not.toEqual(fakeTask(2));
});

describe("a task", () => {
  test("that is completed has artifacts, and one that was refused has none", () => {
    for (const seed of seeds) {
      const { artifacts } = fakeTask(seed, { status: { state: "TASK_STATE_COMPLETED" } });
      expect(artifacts?.length).toBeGreaterThan(0);
      expect(fakeTask(seed, { status: { state: "TASK_STATE_REJECTED" } }).artifacts).toBeUndefined();
    }
  });

  test("that waits for its user asks a question, as the agent", () => {
    for (const seed of seeds) {
      const { status } = fakeTask(seed, { status: { state: "TASK_STATE_INPUT_REQUIRED" } });
      expect(status.message?.role).toBe("ROLE_AGENT");
      expect(status.message?.parts[0]?.text).toMatch(/\?$/);
      const before = older.fakeTask(seed, { status: { state: "input-required" } });
      expect(before.status.message?.parts[0]).toMatchObject({
        kind: "text",
        text: expect.stringMatching(/\?$/) as string,
      });
    }
  });

  test("has one id and one context in all of its messages, which user and agent write in turn", () => {
    for (const task of seeds.map((seed) => fakeTask(seed))) {
      const messages = [...(task.history ?? []), ...(task.status.message ? [task.status.message] : [])];
      const ids = messages.flatMap(({ taskId }) => taskId ?? []);
      expect(new Set([task.id, ...ids]).size).toBe(1);
      const contexts = [task, ...messages].flatMap(({ contextId }) => contextId ?? []);
      expect(new Set(contexts).size).toBeLessThan(2);
      const roles = task.history?.map(({ role }) => role) ?? [];
      expect(roles).toEqual(["ROLE_USER", "ROLE_AGENT", "ROLE_USER"].slice(0, roles.length));
    }
  });

  test("takes what is given, and what follows from that", () => {
    for (const seed of seeds) {
      const task = fakeTask(seed, { id: "t-1", contextId: "c-1", metadata: undefined, artifacts: [] });
      expect([task.id, task.contextId, task.metadata, task.artifacts]).toEqual(["t-1", "c-1", undefined, []]);
      for (const { taskId, contextId } of task.history ?? []) {
        expect(["t-1", undefined]).toContain(taskId);
        expect(["c-1", undefined]).toContain(contextId);
      }
    }
  });
});

test("tasks of a list have ids of their own, and a member that is given chooses the oneof", () => {
  for (const seed of seeds) {
    const ids = fakeListTasksResponse(seed).tasks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(fakeStreamResponse(seed, { message: { contextId: "c" } }).message?.role).toBe("ROLE_AGENT");
  }
});

test("times of an object follow one another by what their fields say", () => {
  const fake = fakeOf<Readonly<Record<"updateTime" | "createTime" | "expireTime", string>>>(
    {
      Entry: {
        fields: { updateTime: "timestamp", createTime: "timestamp", expireTime: "timestamp" },
        required: ["updateTime", "createTime", "expireTime"],
      },
    },
    "Entry",
  );
  for (const { createTime, updateTime, expireTime } of seeds.map((seed) => fake(seed))) {
    expect([createTime, updateTime, expireTime]).toEqual([createTime, updateTime, expireTime].toSorted());
  }
});
