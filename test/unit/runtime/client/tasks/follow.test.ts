import { A2AService as Service03 } from "@a2agen/a2a-0.3";
import { A2AService as Proto03 } from "@a2agen/a2a-0.3/proto";
import { A2AService, type Message } from "@a2agen/a2a-1.0";
import { A2AService as NextService } from "@a2agen/a2a-1.1-dev";
import { type AgentEvent, completed, inputRequired, textArtifact, working } from "@a2agen/runtime/agent";
import { type FollowOptions, foldEvent, follow, type TaskClient } from "@a2agen/runtime/client";
import type { CallOptions } from "@a2agen/runtime/service";
import { a2a03ProtoToA2a10, a2a03ToA2a10 } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import { openClient } from "../../../../shared/client/open-client.ts";
import { collect } from "../../../../shared/collect.ts";

const message: Message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "go" }] };
const content = [{ text: "go" }];

/** Requests and answers differ from version to version: those of the table fit its clients. */
interface Client extends TaskClient {
  getTask(request: never, options?: CallOptions): Promise<{ readonly id: string }>;
  sendStreamingMessage(request: never, options?: CallOptions): AsyncIterable<object>;
}

/** Never waits. */
const options: FollowOptions = { pollMs: 0, resume: { initialDelayMs: 0 } };

async function* work(): AsyncGenerator<AgentEvent> {
  yield working("one");
  yield textArtifact("a", "Hel");
  yield textArtifact("a", "lo", { append: true });
  yield { metadata: { tokens: 3 } };
  yield completed("two");
}

const versions = [
  {
    name: "1.0",
    open: (init: Partial<Parameters<typeof openClient>[2]> = {}) =>
      openClient(A2AService, undefined, { execute: work, ...init }),
    request: { message },
    named: (id: string) => ({ id }),
    completed: "TASK_STATE_COMPLETED",
    text: { text: "Hello" },
  },
  {
    name: "1.1",
    open: (init = {}) => openClient(NextService, undefined, { execute: work, ...init }),
    request: { message },
    named: (id: string) => ({ id }),
    completed: "TASK_STATE_COMPLETED",
    text: { text: "Hello" },
  },
  {
    name: "0.3",
    open: (init = {}) => openClient(Service03, a2a03ToA2a10, { execute: work, ...init }),
    request: {
      message: { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "go" }] },
    },
    named: (id: string) => ({ id }),
    completed: "completed",
    text: { kind: "text", text: "Hello" },
  },
  {
    name: "0.3 over its proto",
    open: (init = {}) => openClient(Proto03, a2a03ProtoToA2a10, { execute: work, ...init }),
    request: { message: { messageId: "m", role: "ROLE_USER", content } },
    named: (id: string) => ({ name: `tasks/${id}` }),
    completed: "TASK_STATE_COMPLETED",
    text: { text: "Hello" },
  },
] as const;

describe.each(versions)("a client of $name follows", ({ open, request, named, completed, text }) => {
  const opened = (init?: Parameters<typeof open>[0]) =>
    open(init) as { readonly client: Client; readonly requests: readonly string[] };

  test("a message to the end of its task, which it has as GetTask has it", async () => {
    const { client } = opened();
    const followed = await collect(follow(client, request as never, options));
    const last = followed.at(-1)?.task as { id: string } | undefined;
    expect(last).toMatchObject({
      status: { state: completed },
      artifacts: [{ artifactId: "a", parts: [text] }],
    });
    expect(last).toEqual(await client.getTask(named(last?.id ?? "") as never));
    // Each task is the one before with one more event.
    let task: object | undefined;
    for (const each of followed) {
      task = foldEvent(task as never, each.event);
      expect(each.task).toEqual(task);
    }
  });

  test("a stream that is cut, without the connection's help", async () => {
    const { client, requests } = opened({ cutAfter: 10 });
    const followed = await collect(follow(client, request as never, options));
    expect(followed.at(-1)?.task).toMatchObject({
      status: { state: completed },
      artifacts: [{ artifactId: "a", parts: [text] }],
    });
    expect(requests.length).toBeGreaterThan(1);
  });

  test("an agent that does not stream, by asking", async () => {
    let release = (): void => undefined;
    const asked = new Promise<void>((resolve) => (release = resolve));
    const { client, requests } = opened({
      without: ["sendStreamingMessage", "subscribeToTask", "taskSubscription"],
      async *execute() {
        yield working("one");
        await asked;
        yield* work();
      },
    });
    const immediately = { returnImmediately: true, blocking: false };
    const { configuration } = { configuration: immediately };
    const states: unknown[] = [];
    for await (const { task } of follow(client, { ...request, configuration } as never, options)) {
      states.push(task);
      release();
    }
    expect(states.at(-1)).toMatchObject({
      status: { state: completed },
      artifacts: [{ artifactId: "a", parts: [text] }],
    });
    expect(states.length).toBeGreaterThan(1);
    expect(requests.length).toBeGreaterThan(2);
  });

  test("a task that it is told of, also one that has ended", async () => {
    const { client } = opened();
    const [first] = await collect(follow(client, request as never, options));
    const { id = "" } = (first?.task ?? {}) as { id?: string };
    const [only, ...others] = await collect(follow(client, named(id) as never, options));
    expect(only?.task).toEqual(await client.getTask(named(id) as never));
    expect(only?.task).toMatchObject({ status: { state: completed } });
    expect(others).toEqual([]);
  });
});

describe("follow", () => {
  test("ends where the task waits for its caller, and so does one that takes the task up", async () => {
    const { client } = openClient(A2AService, undefined, {
      async *execute() {
        yield inputRequired("Which?");
      },
    });
    const followed = await collect(follow(client, { message }, options));
    const task = followed.at(-1)?.task;
    expect(task?.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    expect(await collect(follow(client, { id: task?.id ?? "" }, options))).toEqual([
      { task, event: { task } },
    ]);
  });

  test("yields an answer that is a message without a task", async () => {
    const { client } = openClient(A2AService, undefined, { execute: async () => "Hello" });
    const [only, ...others] = await collect(follow(client, { message }, options));
    expect(only).toMatchObject({ task: undefined, event: { message: { parts: [{ text: "Hello" }] } } });
    expect(others).toEqual([]);
  });

  test("throws what a call throws, and is not stopped by its own fallback", async () => {
    const { client, requests } = openClient(A2AService, undefined, { execute: work });
    const refused = collect(follow(client, { message: { ...message, taskId: "none" } }, options));
    await expect(refused).rejects.toMatchObject({ name: "TaskNotFoundError" });
    expect(requests).toHaveLength(1);
  });

  test("ends with its signal while it waits for the next look", async () => {
    const { client } = openClient(A2AService, undefined, {
      without: ["sendStreamingMessage"],
      async *execute({ signal }) {
        yield working("one");
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    });
    const stop = new AbortController();
    const request = { message, configuration: { returnImmediately: true } };
    const following = follow(client, request, { ...options, pollMs: 600_000, signal: stop.signal });
    expect((await following.next()).value?.task?.id).toBeTypeOf("string");
    const next = following.next();
    stop.abort();
    await expect(next).rejects.toMatchObject({ status: "CANCELLED" });
  });

  test("takes another object than a client with its service, and says so", async () => {
    const { client } = openClient(A2AService, undefined, { execute: work });
    const wrapped = { ...client };
    await expect(collect(follow(wrapped, { message }))).rejects.toThrow(
      "client: expected one of connect or createClient, found another object; say by the option service what it is a client of",
    );
    const followed = await collect(follow(wrapped, { message }, { ...options, service: A2AService }));
    expect(followed.at(-1)?.task?.status.state).toBe("TASK_STATE_COMPLETED");
  });
});
