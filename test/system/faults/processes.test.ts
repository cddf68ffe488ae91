import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import { withResume } from "@a2agen/runtime/client";
import { describe, expect, test } from "vitest";
import { costlyBindingNames } from "../../protocol/faults/binding-of.ts";
import { connectTo } from "../../protocol/faults/connect-to.ts";
import { keepCalling, outcome, say } from "../../protocol/faults/running.ts";
import { openWire } from "../../protocol/faults/wire.ts";
import { workingTask } from "../../shared/bindings/test-agent.ts";
import { startAgent } from "./start-agent.ts";

/**
 * A WebSocket that is closed over a message has no answer for one call. An HTTP connection that is closed
 * while a body is still being sent may lose it: test/protocol/faults/requests.test.ts shows the answer.
 */
const reasons: Readonly<Record<string, RegExp>> = {
  JSONRPC: /^(?:RESOURCE_EXHAUSTED|UNAVAILABLE)$/,
  "HTTP+JSON": /^(?:RESOURCE_EXHAUSTED|UNAVAILABLE)$/,
  WEBSOCKET: /^UNAVAILABLE$/,
};

describe.each(costlyBindingNames)("over %s", { tags: "thorough" }, (name) => {
  test("a server that is killed in mid-stream: its client takes the task up again elsewhere", async () => {
    const [first, second] = await Promise.all([startAgent(name), startAgent(name)]);
    const bystander = keepCalling(connectTo(name, second));
    const wire = await openWire(first.port);
    const client = connectTo(name, {
      url: first.url,
      port: wire.port,
      interceptors: [withResume(A2AService, { initialDelayMs: 1, jitter: false })],
    });
    const events: StreamResponse[] = [];
    for await (const event of client.sendStreamingMessage(say("wait"))) {
      events.push(event);
      if (events.length > 1) continue;
      wire.lead(second.port);
      await first.kill();
    }
    const taskId = "task-3";
    expect(events).toEqual([
      { task: workingTask(taskId) },
      { task: workingTask("task-1") },
      {
        statusUpdate: { taskId: "task-1", contextId: "context-1", status: { state: "TASK_STATE_COMPLETED" } },
      },
    ]);
    await bystander.leave();
  });

  test("a server that is killed is UNAVAILABLE to streams, to calls in work and to further ones", async () => {
    const server = await startAgent(name);
    const client = connectTo(name, server);
    const iterator = client.sendStreamingMessage(say("wait"))[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: { task: workingTask("task-3") } });
    const inWork = [outcome(iterator.next()), outcome(client.sendMessage(say("wait")))];
    await server.kill();
    const further = outcome(client.getTask({ id: "task-1" }));
    for (const found of await Promise.all([...inWork, further])) {
      expect(found).toMatchObject({ kind: "error", reason: "UNAVAILABLE" });
    }
  });

  test("bodies of 50 MB are refused, and take no memory", { tags: "later" }, async () => {
    const server = await startAgent(name);
    const client = connectTo(name, server);
    const bystander = keepCalling(connectTo(name, server));
    const peak = async (): Promise<number> => (await client.listTasks({})).totalSize;
    const before = await peak();
    const text = "x".repeat(50 * 1024 * 1024);
    for (let count = 0; count < 4; count++) {
      expect(await outcome(connectTo(name, server).sendMessage(say(text)))).toMatchObject({
        kind: "error",
        reason: expect.stringMatching(reasons[name] ?? /^RESOURCE_EXHAUSTED$/) as unknown,
      });
    }
    expect((await peak()) - before).toBeLessThan(100);
    await bystander.leave();
  });
});
