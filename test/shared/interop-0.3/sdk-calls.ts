import type { MessageSendParams as SdkMessageSendParams, Part as SdkPart } from "@a2a-js/sdk-0.3";
import {
  AuthenticatedExtendedCardNotConfiguredError,
  type Client,
  ContentTypeNotSupportedError,
  InvalidAgentResponseError,
  PushNotificationNotSupportedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from "@a2a-js/sdk-0.3/client";
import { collect } from "../collect.ts";
import { workingTask } from "./older-agent.ts";

/** A call of the SDK's client to an agent that obeys `OlderAgent` commands, in any version. */
export interface SdkCall {
  readonly name: string;
  readonly call: (client: Client) => Promise<unknown>;
  readonly want: unknown;
}

export function sdkMessage(text: string, more: Partial<SdkMessageSendParams> = {}): SdkMessageSendParams {
  return {
    message: { kind: "message", messageId: "m-1", role: "user", parts: [{ kind: "text", text }] },
    ...more,
  };
}

const everyPart: SdkPart[] = [
  { kind: "text", text: "echo ünïcödé 🚀", metadata: { "a.b": [1, "two", null] } },
  { kind: "file", file: { bytes: "AAEC/w==", mimeType: "image/png", name: "a b.png" } },
  { kind: "file", file: { uri: "https://example.com/?a=1&b=2" } },
  { kind: "data", data: { list: [1, "two", null, { three: true }], "a.b": 1.5 } },
];

const { history, ...bare } = workingTask("task-1");
const completed = {
  kind: "status-update",
  taskId: "task-1",
  contextId: "context-1",
  status: { state: "completed" },
  final: true,
};
const config = {
  taskId: "task-1",
  pushNotificationConfig: {
    id: "config-1",
    url: "https://client.example.com/hook",
    token: "secret",
    authentication: { schemes: ["Bearer"], credentials: "password" },
  },
};
const configName = { id: "task-1", pushNotificationConfigId: "config-1" };

/** A table of calls, each one to an agent of its own. */
export const sdkClientCalls: readonly SdkCall[] = [
  {
    name: "message/send is answered with a task",
    call: (client) => client.sendMessage(sdkMessage("do it")),
    want: {
      kind: "task",
      id: "task-2",
      contextId: "context-1",
      status: { state: "completed", timestamp: "2026-01-02T03:04:05.678Z" },
      artifacts: [
        {
          artifactId: "artifact-1",
          parts: [
            { kind: "text", text: "do it" },
            { kind: "file", file: { bytes: "AAEC/w==" } },
          ],
        },
      ],
      history: [
        { kind: "message", messageId: "m-1", role: "user", parts: [{ kind: "text", text: "do it" }] },
      ],
    },
  },
  {
    name: "message/send is answered with a message that has every kind of part",
    call: (client) =>
      client.sendMessage({
        message: { kind: "message", messageId: "m-1", contextId: "c-1", role: "user", parts: everyPart },
      }),
    want: { kind: "message", messageId: "m-1-echo", contextId: "c-1", role: "agent", parts: everyPart },
  },
  {
    name: "message/stream tells a task and its updates",
    call: (client) => collect(client.sendMessageStream(sdkMessage("stream 2"))),
    want: [
      workingTask("task-3"),
      ...[0, 1].map((index) => ({
        kind: "artifact-update",
        taskId: "task-3",
        contextId: "context-1",
        artifact: { artifactId: "artifact-1", parts: [{ kind: "text", text: `part ${index}` }] },
        append: index > 0,
      })),
      { ...completed, taskId: "task-3" },
    ],
  },
  {
    name: "message/stream is answered with a message alone",
    call: (client) => collect(client.sendMessageStream(sdkMessage("message"))),
    want: [
      {
        kind: "message",
        messageId: "m-1-reply",
        role: "agent",
        parts: [{ kind: "text", text: "the whole answer" }],
      },
    ],
  },
  {
    name: "tasks/get",
    call: (client) => client.getTask({ id: "task-1" }),
    want: workingTask("task-1"),
  },
  {
    name: "tasks/get with a length of history",
    call: async (client) => [
      await client.getTask({ id: "task-1", historyLength: 1 }),
      await client.getTask({ id: "task-1", historyLength: 0 }),
    ],
    want: [{ ...bare, history: history?.slice(-1) }, bare],
  },
  {
    name: "tasks/cancel",
    call: (client) => client.cancelTask({ id: "task-1" }),
    want: { ...workingTask("task-1"), status: { state: "canceled" } },
  },
  {
    name: "tasks/resubscribe",
    call: (client) => collect(client.resubscribeTask({ id: "task-1" })),
    want: [workingTask("task-1"), completed],
  },
  {
    name: "tasks/pushNotificationConfig/set, get, list and delete",
    call: async (client) => [
      await client.setTaskPushNotificationConfig(config),
      await client.getTaskPushNotificationConfig(configName),
      await client.listTaskPushNotificationConfig({ id: "task-1" }),
      await client.deleteTaskPushNotificationConfig(configName),
      await client.listTaskPushNotificationConfig({ id: "task-1" }),
    ],
    want: [config, config, [config], undefined, []],
  },
  {
    name: "agent/getAuthenticatedExtendedCard",
    call: async (client) => {
      const { name, description } = await client.getAgentCard({
        serviceParameters: { authorization: "Bearer alice" },
      });
      return { name, description };
    },
    want: { name: "Test agent", description: "For alice only." },
  },
];

/** An error that the agent is told to fail with, and what the SDK makes of it. */
export interface SdkFailure {
  /** Its name in 0.3. */
  readonly name: string;
  /** Its name in 1.0, by which an agent of 1.0 is told: `fail NAME`. */
  readonly newer: string;
  readonly code: number;
  readonly type: new () => Error;
}

export const sdkClientFailures: readonly SdkFailure[] = [
  failure("TaskNotFoundError", -32001, TaskNotFoundError),
  failure("TaskNotCancelableError", -32002, TaskNotCancelableError),
  failure("PushNotificationNotSupportedError", -32003, PushNotificationNotSupportedError),
  failure("UnsupportedOperationError", -32004, UnsupportedOperationError),
  failure("ContentTypeNotSupportedError", -32005, ContentTypeNotSupportedError),
  failure("InvalidAgentResponseError", -32006, InvalidAgentResponseError),
  {
    ...failure(
      "AuthenticatedExtendedCardNotConfiguredError",
      -32007,
      AuthenticatedExtendedCardNotConfiguredError,
    ),
    newer: "ExtendedAgentCardNotConfiguredError",
  },
];

function failure(name: string, code: number, type: new () => Error): SdkFailure {
  return { name, newer: name, code, type };
}
