import { A2AServiceClient } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { describe, expect, onTestFinished, test } from "vitest";
import { type RawAnswer, startRawUpstream } from "../../shared/gateway/raw-upstream.ts";
import { startGateway } from "../../shared/gateway/start-gateway.ts";
import { brokenStream, failureOf } from "../../shared/interop/outcomes.ts";
import { startPeerAgent } from "../../shared/interop/peer-agent.ts";
import { createSdkClient, sdkMessage, startSdkServer } from "../../shared/interop-0.3/harness.ts";

async function connectTo(url: string): Promise<A2AServiceClient> {
  const connection = await connect(A2AServiceClient, url, {
    bindings: [jsonRpc()],
    authentication: "none",
    retry: false,
    resume: false,
  });
  onTestFinished(() => connection.close());
  return connection.client;
}

function say(text: string) {
  return { message: { messageId: "m-1", role: "ROLE_USER" as const, parts: [{ text }] } };
}

describe("an upstream that dies in mid-stream", () => {
  test.each([
    { name: "0.3", start: () => startSdkServer() },
    { name: "1.0", start: () => startPeerAgent({ binding: "JSONRPC" as const }) },
  ])("of $name is asked again, and the client's stream goes on to its end", async ({ start }) => {
    const upstream = await start();
    const gateway = await startGateway(upstream.origin);
    const client = await connectTo(gateway.url);
    const states: unknown[] = [];
    for await (const { task, artifactUpdate, statusUpdate } of client.sendStreamingMessage(say("stay"))) {
      states.push((statusUpdate ?? task)?.status.state ?? artifactUpdate?.artifact.artifactId);
      if (states.length !== 2) continue;
      upstream.breakConnections();
      await upstream.complete();
    }
    expect(states.slice(0, 2)).toEqual(["TASK_STATE_WORKING", "a-1"]);
    expect(states.at(-1)).toBe("TASK_STATE_COMPLETED");
  });

  test("before it has named a task is an error of the client's version", async () => {
    const upstream = await startRawUpstream((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      response.destroy();
    });
    const gateway = await startGateway(upstream.origin);
    const { events, error } = await brokenStream(
      (await connectTo(gateway.url)).sendStreamingMessage(say("x")),
    );
    expect(events).toEqual([]);
    expect(error).toMatchObject({ status: "UNAVAILABLE" });
    const older = await createSdkClient(gateway.url);
    expect((await brokenStream(older.sendMessageStream(sdkMessage("x")))).error).toBeInstanceOf(Error);
  });
});

test("an upstream that restarts is called again, and the gateway is not ready in between", async () => {
  const first = await startRawUpstream();
  const port = Number(new URL(first.origin).port);
  const gateway = await startGateway(first.origin);
  const client = await connectTo(gateway.url);
  expect((await client.sendMessage(say("x"))).message?.parts[0]?.text).toBe("hello");
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  await first.close();
  expect(await failureOf(client.sendMessage(say("x")))).toMatchObject({
    status: "UNAVAILABLE",
    message: "an agent that this one needs is not available",
  });
  await expect.poll(async () => (await fetch(`${gateway.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  await startRawUpstream(undefined, {}, "JSONRPC", port);
  expect((await client.sendMessage(say("x"))).message?.parts[0]?.text).toBe("hello");
  await expect.poll(async () => (await fetch(`${gateway.url}/readyz`)).status).toBe(200);
});

test("an upstream that takes too long", async () => {
  const upstream = await startRawUpstream(() => undefined);
  const gateway = await startGateway(upstream.origin, { limits: { callMs: 2000 } });
  const client = await connectTo(gateway.url);
  const error = await failureOf(client.sendMessage(say("x")));
  expect(["UNAVAILABLE", "DEADLINE_EXCEEDED"]).toContain((error as { readonly status: string }).status);
});

const rubbish: Readonly<Record<string, RawAnswer>> = {
  "a web page": (response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<html>hello</html>"),
  "half of a JSON": (response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"jsonrpc":"2.0",'),
  "a result of another shape": (response, { body }) => {
    const { id } = JSON.parse(body) as { readonly id: unknown };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { task: { id: 5 } } }));
  },
};

describe.each(Object.entries(rubbish))("an upstream that answers with %s", (_, answer) => {
  test("is an InvalidAgentResponseError, in the version of the client", async () => {
    const upstream = await startRawUpstream(answer);
    const gateway = await startGateway(upstream.origin);
    const client = await connectTo(gateway.url);
    expect(await failureOf(client.sendMessage(say("x")))).toMatchObject({
      name: "InvalidAgentResponseError",
    });
    const older = await createSdkClient(gateway.url);
    expect(await failureOf(older.sendMessage(sdkMessage("x")))).toMatchObject({
      errorResponse: { error: { code: -32_006 } },
    });
  });
});

test("rubbish in mid-stream ends the stream with the error, behind the events before it", async () => {
  const upstream = await startRawUpstream((response, { body }) => {
    const { id } = JSON.parse(body) as { readonly id: unknown };
    const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { task } })}\n\n`);
    response.end("data: rubbish\n\n");
  });
  const gateway = await startGateway(upstream.origin);
  const { events, error } = await brokenStream((await connectTo(gateway.url)).sendStreamingMessage(say("x")));
  expect(events).toHaveLength(1);
  expect(error).toMatchObject({ name: "InvalidAgentResponseError" });
});

describe("an answer that breaks a rule and can be read", () => {
  /** A time that is not in UTC, as 1.0 requires it. */
  const answer: RawAnswer = (response, { body }) => {
    const { id } = JSON.parse(body) as { readonly id: unknown };
    const status = { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-02T03:04:05+01:00" };
    const result = { task: { id: "t", contextId: "c", status } };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  };

  test.each([
    { check: "off" as const, passes: true, tells: false },
    { check: "report" as const, passes: true, tells: true },
    { check: "enforce" as const, passes: false, tells: false },
  ])("with $check", async ({ check, passes, tells }) => {
    const upstream = await startRawUpstream(answer);
    const gateway = await startGateway(upstream.origin, { check });
    const older = await createSdkClient(gateway.url);
    const call = older.sendMessage(sdkMessage("x"));
    if (passes)
      expect(await call).toMatchObject({ status: { state: "completed", timestamp: "2026-01-02T02:04:05Z" } });
    else
      expect(await failureOf(call)).toMatchObject({
        errorResponse: {
          error: { code: -32_006, message: expect.stringContaining("task.status.timestamp") },
        },
      });
    expect(gateway.problems.some((problem) => problem.includes("task.status.timestamp"))).toBe(tells);
  });
});
