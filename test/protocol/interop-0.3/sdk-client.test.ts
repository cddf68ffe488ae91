import { describe, expect, test } from "vitest";
import { brokenStream, failureOf } from "../../shared/interop/outcomes.ts";
import {
  createSdkClient,
  sdkClientCalls,
  sdkClientFailures,
  sdkMessage,
  startOlderServer,
} from "../../shared/interop-0.3/harness.ts";

describe("the SDK's client calls our server of 0.3", () => {
  test.each(sdkClientCalls)("$name", async ({ call, want }) => {
    const { origin } = await startOlderServer();
    expect(await call(await createSdkClient(origin))).toEqual(want);
  });

  test.each(sdkClientFailures)("$name is the SDK's error of that name", async ({ name, code, type }) => {
    const { origin } = await startOlderServer();
    const client = await createSdkClient(origin);
    const error = await failureOf(client.sendMessage(sdkMessage(`fail ${name}`)));
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({
      errorResponse: {
        error: {
          code,
          message: `the agent was told to fail with ${name}`,
          data: { command: `fail ${name}` },
        },
      },
    });
  });

  test.each([
    { name: "an unknown task", call: "none" },
    { name: "an unknown task that is canceled", call: "cancel" },
  ])("$name is not found", async ({ call }) => {
    const { origin } = await startOlderServer();
    const client = await createSdkClient(origin);
    const error = await failureOf(
      call === "cancel" ? client.cancelTask({ id: "none" }) : client.getTask({ id: "none" }),
    );
    expect(error).toMatchObject({
      errorResponse: { error: { code: -32001, data: { reason: "TASK_NOT_FOUND", taskId: "none" } } },
    });
  });

  test("a wrong request is told what is wrong", async () => {
    const { origin } = await startOlderServer();
    const client = await createSdkClient(origin);
    const { message } = sdkMessage("do it");
    const wrong = { message: { ...message, role: "king" } } as unknown as ReturnType<typeof sdkMessage>;
    expect(await failureOf(client.sendMessage(wrong))).toMatchObject({
      errorResponse: {
        error: { code: -32602, data: { fieldViolations: [{ field: "message.role" }] } },
      },
    });
  });

  test("a fault of the agent tells nothing of itself", async () => {
    const { origin } = await startOlderServer();
    const client = await createSdkClient(origin);
    const error = await failureOf(client.sendMessage(sdkMessage("throw")));
    expect(error).toMatchObject({ errorResponse: { error: { code: -32603, message: "internal error" } } });
    expect(JSON.stringify(error)).not.toContain("secret");
  });

  test("an answer that is none is an invalid agent response", async () => {
    const { origin } = await startOlderServer();
    const client = await createSdkClient(origin);
    expect(await failureOf(client.sendMessage(sdkMessage("wrong")))).toMatchObject({
      errorResponse: { error: { code: -32006 } },
    });
  });

  test("an error in mid-stream comes after the events before it", async () => {
    const { origin } = await startOlderServer();
    const client = await createSdkClient(origin);
    const { events, error } = await brokenStream(client.sendMessageStream(sdkMessage("break")));
    expect(events).toHaveLength(1);
    expect(error).toMatchObject({ cause: { errorResponse: { error: { code: -32006 } } } });
  });

  test("a client that goes ends the work", async () => {
    const { origin, agent } = await startOlderServer();
    const client = await createSdkClient(origin);
    const abort = new AbortController();
    const ended = agent.nextEnd();
    const events = client.sendMessageStream(sdkMessage("wait"), { signal: abort.signal });
    expect((await events.next()).value).toMatchObject({ kind: "task" });
    abort.abort();
    await failureOf(events.next());
    await ended;
    expect(agent.ended).toEqual(["the client has gone"]);
  });

  test("extensions are asked for and activated under the name of 0.3", async () => {
    const { origin } = await startOlderServer();
    const client = await createSdkClient(origin);
    const uri = "https://example.com/extensions/echo/v1";
    const answer = await client.sendMessage(sdkMessage("context"), {
      serviceParameters: { "X-A2A-Extensions": uri },
    });
    expect(answer).toMatchObject({
      parts: [{ data: { method: "message/send", version: "0.3", extensions: [uri], principal: "anybody" } }],
    });
  });

  test("what the card does not offer is refused", async () => {
    const { origin } = await startOlderServer({ card: { capabilities: {} } });
    const client = await createSdkClient(origin);
    const { transport } = client;
    const config = { taskId: "task-1", pushNotificationConfig: { url: "https://client.example.com" } };
    expect(await failureOf(transport.setTaskPushNotificationConfig(config))).toMatchObject({
      errorResponse: { error: { code: -32003, data: { capability: "pushNotifications" } } },
    });
    const request = sdkMessage("do it", {
      configuration: { pushNotificationConfig: config.pushNotificationConfig },
    });
    expect(await failureOf(transport.sendMessage(request))).toMatchObject({
      errorResponse: { error: { code: -32003 } },
    });
  });

  test("a bad token is refused with 401", async () => {
    const { origin } = await startOlderServer();
    const client = await createSdkClient(origin);
    const error = await failureOf(
      client.getAgentCard({ serviceParameters: { authorization: "Basic nobody" } }),
    );
    expect(error).toMatchObject({
      errorResponse: { error: { code: -32000, data: { reason: "UNAUTHENTICATED" } } },
    });
  });
});
