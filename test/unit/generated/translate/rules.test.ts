import type { Loss, Translator } from "@a2agen/runtime/versions";
import {
  draftToA2a10Types as draft10,
  a2a03ToA2a10Types as up10,
  a2a03ToDraftTypes as upDraft,
} from "@a2agen/translate";
import { describe, expect, test } from "vitest";

interface Example {
  readonly name: string;
  readonly translator: Translator;
  readonly older: unknown;
  readonly newer: unknown;
}

const message03 = { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hi" }] };
const messageDraft = { messageId: "m", role: "user", parts: [{ text: "hi" }] };
const message10 = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] };
const task03 = { kind: "task", id: "t", contextId: "c", status: { state: "canceled" } };
const task10 = { id: "t", contextId: "c", status: { state: "TASK_STATE_CANCELED" } };
const card = {
  name: "n",
  description: "d",
  version: "1",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

/** What goes up and down as it is here, without losses. */
const examples: readonly Example[] = [
  {
    name: "a request without configuration waits in 0.3 and in 1.0",
    translator: up10.SendMessageRequest,
    older: { message: message03 },
    newer: { message: message10 },
  },
  {
    name: "a request without configuration waits in 0.3 and not in the draft",
    translator: upDraft.SendMessageRequest,
    older: { message: message03, configuration: {} },
    newer: { message: messageDraft, configuration: { blocking: true } },
  },
  {
    name: "a request that does not wait says so in 1.0 the other way round",
    translator: up10.SendMessageConfiguration,
    older: { blocking: false, historyLength: 2 },
    newer: { returnImmediately: true, historyLength: 2 },
  },
  {
    name: "a request of the draft waits when it says so",
    translator: draft10.SendMessageRequest,
    older: { message: messageDraft, configuration: { blocking: true } },
    newer: { message: message10, configuration: {} },
  },
  {
    name: "a task is the member of the result",
    translator: up10.SendMessageResponse,
    older: task03,
    newer: { task: task10 },
  },
  {
    name: "a message is the member of the result",
    translator: upDraft.SendMessageResponse,
    older: message03,
    newer: { message: messageDraft },
  },
  {
    name: "an event is the member of the stream's response, and final by its state",
    translator: up10.StreamResponse,
    older: {
      kind: "status-update",
      taskId: "t",
      contextId: "c",
      status: { state: "input-required" },
      final: true,
    },
    newer: { statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_INPUT_REQUIRED" } } },
  },
  {
    name: "the draft keeps final",
    translator: upDraft.TaskStatusUpdateEvent,
    older: { kind: "status-update", taskId: "t", contextId: "c", status: { state: "working" }, final: true },
    newer: { taskId: "t", contextId: "c", status: { state: "working" }, final: true },
  },
  {
    name: "canceled is spelled with two l in the draft",
    translator: upDraft.TaskStatus,
    older: { state: "canceled" },
    newer: { state: "cancelled" },
  },
  {
    name: "a file in place is flat in 1.0",
    translator: up10.Part,
    older: { kind: "file", file: { bytes: "YQ==", name: "a", mimeType: "text/plain" }, metadata: { x: 1 } },
    newer: { raw: "YQ==", filename: "a", mediaType: "text/plain", metadata: { x: 1 } },
  },
  {
    name: "a file by its address is inside the part of the draft",
    translator: upDraft.Part,
    older: { kind: "file", file: { uri: "u", name: "a", mimeType: "text/plain" } },
    newer: { file: { fileWithUri: "u", name: "a", mediaType: "text/plain" } },
  },
  {
    name: "data is inside a data part in the draft",
    translator: draft10.Part,
    older: { data: { data: { a: [1] } } },
    newer: { data: { a: [1] } },
  },
  {
    name: "the task's identifier is that of a configuration without one",
    translator: up10.GetTaskPushNotificationConfigRequest,
    older: { id: "t", pushNotificationConfigId: "t" },
    newer: { taskId: "t", id: "t" },
  },
  {
    name: "a configuration is flat in 1.0",
    translator: up10.TaskPushNotificationConfig,
    older: {
      taskId: "t",
      pushNotificationConfig: {
        id: "c",
        url: "u",
        token: "k",
        authentication: { schemes: ["Bearer"], credentials: "x" },
      },
    },
    newer: {
      taskId: "t",
      id: "c",
      url: "u",
      token: "k",
      authentication: { scheme: "Bearer", credentials: "x" },
    },
  },
  {
    name: "a configuration is set in the draft by names",
    translator: upDraft.SetTaskPushNotificationConfigRequest,
    older: { taskId: "t", pushNotificationConfig: { id: "c", url: "u" } },
    newer: {
      parent: "tasks/t",
      configId: "c",
      config: { name: "tasks/t/pushNotificationConfigs/c", pushNotificationConfig: { id: "c", url: "u" } },
    },
  },
  {
    name: "names become identifiers in 1.0",
    translator: draft10.GetTaskPushNotificationConfigRequest,
    older: { name: "tasks/a b/pushNotificationConfigs/c:d" },
    newer: { taskId: "a b", id: "c:d" },
  },
  {
    name: "a bare list becomes a member",
    translator: up10.ListTaskPushNotificationConfigsResponse,
    older: [{ taskId: "t", pushNotificationConfig: { id: "c", url: "u" } }],
    newer: { configs: [{ taskId: "t", id: "c", url: "u" }] },
  },
  { name: "null becomes an empty object", translator: up10.Empty, older: null, newer: {} },
  {
    name: "milliseconds become a time",
    translator: draft10.ListTasksRequest,
    older: { lastUpdatedAfter: "1735689600123", historyLength: 3, status: "cancelled" },
    newer: {
      statusTimestampAfter: "2025-01-01T00:00:00.123Z",
      historyLength: 3,
      status: "TASK_STATE_CANCELED",
    },
  },
  {
    name: "a security scheme is a member",
    translator: up10.SecurityScheme,
    older: { type: "apiKey", in: "header", name: "k" },
    newer: { apiKeySecurityScheme: { location: "header", name: "k" } },
  },
  {
    name: "the card of 0.3 names its addresses by hand",
    translator: up10.AgentCard,
    older: {
      ...card,
      protocolVersion: "0.3.0",
      url: "u",
      preferredTransport: "GRPC",
      additionalInterfaces: [
        { url: "u", transport: "GRPC" },
        { url: "v", transport: "JSONRPC" },
      ],
      supportsAuthenticatedExtendedCard: true,
      security: [{ a: ["s"], b: [] }],
    },
    newer: {
      ...card,
      supportedInterfaces: [
        { url: "u", protocolBinding: "GRPC", protocolVersion: "0.3.0" },
        { url: "v", protocolBinding: "JSONRPC", protocolVersion: "0.3.0" },
      ],
      capabilities: { extendedAgentCard: true },
      securityRequirements: [{ schemes: { a: { list: ["s"] }, b: { list: [] } } }],
    },
  },
  {
    name: "the card of the draft has the properties of 0.3 too",
    translator: upDraft.AgentCard,
    older: {
      ...card,
      protocolVersion: "0.3.0",
      url: "u",
      preferredTransport: "JSONRPC",
      capabilities: { stateTransitionHistory: true },
    },
    newer: {
      ...card,
      protocolVersion: "0.3.0",
      supportedInterfaces: [{ url: "u", protocolBinding: "JSONRPC" }],
      url: "u",
      preferredTransport: "JSONRPC",
      capabilities: { stateTransitionHistory: true },
    },
  },
];

describe("without losses, both ways", () => {
  test.each(examples)("$name", ({ translator, older, newer }) => {
    expect(translator.upgrade(older)).toEqual({ value: newer, losses: [] });
    expect(translator.downgrade(newer)).toEqual({ value: older, losses: [] });
  });
});

interface Lossy {
  readonly name: string;
  readonly run: Translator["upgrade"];
  readonly given: unknown;
  readonly value: unknown;
  readonly losses: readonly Pick<Loss, "kind" | "path" | "message">[];
}

const lossy: readonly Lossy[] = [
  {
    name: "an unknown field, at its place",
    run: up10.SendMessageRequest.upgrade,
    given: { message: { ...message03, parts: [{ kind: "text", text: "hi", "a b": 1 }] }, other: undefined },
    value: { message: message10 },
    losses: [
      {
        kind: "no-counterpart",
        path: 'message.parts[0]["a b"]',
        message: "unknown field, which has no place in the other version",
      },
    ],
  },
  {
    name: "a security scheme in a place that there is not, as a card that was read leniently has it",
    run: up10.AgentCard.upgrade,
    given: {
      ...card,
      protocolVersion: "0.3.0",
      url: "https://a.example",
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "x-key" },
        odd: { type: "apiKey", in: "body", name: "x-key" },
      },
    },
    value: {
      ...card,
      supportedInterfaces: [
        { url: "https://a.example", protocolBinding: "JSONRPC", protocolVersion: "0.3.0" },
      ],
      securitySchemes: { key: { apiKeySecurityScheme: { location: "header", name: "x-key" } } },
    },
    losses: [
      {
        kind: "invalid",
        path: "securitySchemes.odd.in",
        message: 'expected "query" or "header" or "cookie", found "body"',
      },
      {
        kind: "no-counterpart",
        path: "securitySchemes.odd",
        message: "left out, since nothing in the other version can stand for it",
      },
    ],
  },
  {
    name: "the unknown state, for which another one stands in",
    run: up10.TaskStatus.upgrade,
    given: { state: "unknown", timestamp: "yesterday" },
    value: { state: "TASK_STATE_FAILED" },
    losses: [
      {
        kind: "replaced",
        path: "state",
        message: '1.0 has no state "unknown", after which nothing follows; the task counts as failed',
      },
      {
        kind: "invalid",
        path: "timestamp",
        message: 'expected a time as RFC 3339 has it, found "yesterday"',
      },
    ],
  },
  {
    name: "final where the state says otherwise",
    run: up10.TaskStatusUpdateEvent.upgrade,
    given: { kind: "status-update", taskId: "t", contextId: "c", status: { state: "working" }, final: true },
    value: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } },
    losses: [
      {
        kind: "no-counterpart",
        path: "final",
        message: "the other version has final by the state only, which says otherwise",
      },
    ],
  },
  {
    name: "bytes that are no base64, and a list without an element",
    run: up10.Message.upgrade,
    given: { ...message03, parts: [{ kind: "file", file: { bytes: "!" } }] },
    value: { ...message10, parts: [{ raw: "" }] },
    losses: [
      { kind: "invalid", path: "parts[0].file.bytes", message: "expected base64; no bytes stand in for it" },
    ],
  },
  {
    name: "schemes but for the first",
    run: up10.AuthenticationInfo.upgrade,
    given: { schemes: ["Bearer", "Basic"] },
    value: { scheme: "Bearer" },
    losses: [
      {
        kind: "no-counterpart",
        path: "schemes[1]",
        message: "only the first element has a place in the other version",
      },
    ],
  },
  {
    name: "a value that is no object, which stands in one",
    run: up10.Part.downgrade,
    given: { data: [1], metadata: { a: 1 }, filename: "f" },
    value: { kind: "data", data: { value: [1] }, metadata: { a: 1, data_part_compat: true } },
    losses: [
      {
        kind: "no-counterpart",
        path: "filename",
        message: "a part of 0.3 has a file name only when it is a file",
      },
      {
        kind: "replaced",
        path: "data",
        message:
          'expected an object; one with the value as "value" stands in, marked by "data_part_compat" in the metadata',
      },
    ],
  },
  {
    name: "a tenant",
    run: up10.CancelTaskRequest.downgrade,
    given: { tenant: "x", id: "t" },
    value: { id: "t" },
    losses: [
      {
        kind: "no-counterpart",
        path: "tenant",
        message: "0.3 has no tenants; each one has a URL of its own",
      },
    ],
  },
  {
    name: "addresses of another version, and a flow that there is not",
    run: up10.AgentCard.downgrade,
    given: {
      ...card,
      supportedInterfaces: [
        { url: "u", protocolBinding: "GRPC", protocolVersion: "1.0" },
        { url: "v", protocolBinding: "JSONRPC", protocolVersion: "0.3" },
      ],
      securitySchemes: {
        device: {
          oauth2SecurityScheme: {
            flows: { deviceCode: { deviceAuthorizationUrl: "d", tokenUrl: "t", scopes: {} } },
          },
        },
      },
      signatures: [{ protected: "p", signature: "s" }],
    },
    value: { ...card, protocolVersion: "0.3", url: "v", preferredTransport: "JSONRPC", securitySchemes: {} },
    losses: [
      {
        kind: "no-counterpart",
        path: "signatures",
        message: "a signature holds for the card as it was signed",
      },
      {
        kind: "no-counterpart",
        path: "supportedInterfaces[0]",
        message: 'the card has one version for all addresses, which is "0.3"',
      },
      {
        kind: "no-counterpart",
        path: "securitySchemes.device.oauth2SecurityScheme.flows.deviceCode",
        message: "0.3 has no device code flow",
      },
      {
        kind: "no-counterpart",
        path: "securitySchemes.device",
        message: "left out, since nothing in the other version can stand for it",
      },
    ],
  },
  {
    name: "flows but for the first",
    run: up10.OAuthFlows.upgrade,
    given: { clientCredentials: { tokenUrl: "t", scopes: {} }, password: { tokenUrl: "p", scopes: {} } },
    value: { clientCredentials: { tokenUrl: "t", scopes: {} } },
    losses: [
      {
        kind: "no-counterpart",
        path: "password",
        message: "the other version has one of them, and clientCredentials is there",
      },
    ],
  },
  {
    name: "a name that is none",
    run: draft10.GetTaskRequest.upgrade,
    given: { name: "t" },
    value: { id: "t" },
    losses: [
      { kind: "invalid", path: "name", message: 'expected tasks/{} with no "/" in its parts, found "t"' },
    ],
  },
  {
    name: "what contradicts itself",
    run: draft10.SetTaskPushNotificationConfigRequest.upgrade,
    given: {
      parent: "tasks/t",
      configId: "c",
      config: { name: "tasks/t/pushNotificationConfigs/d", pushNotificationConfig: { url: "u" } },
    },
    value: { taskId: "t", id: "c", url: "u" },
    losses: [{ kind: "replaced", path: "config.name", message: '"d" contradicts "c", which counts' }],
  },
  {
    name: "addresses of another version than the first, where none has the card's own",
    run: draft10.AgentCard.downgrade,
    given: {
      ...card,
      supportedInterfaces: [
        { url: "u", protocolBinding: "GRPC", protocolVersion: "2.0" },
        { url: "v", protocolBinding: "JSONRPC", protocolVersion: "0.3" },
        { url: "w", protocolBinding: "JSONRPC", protocolVersion: "2.0.1" },
      ],
    },
    value: {
      ...card,
      protocolVersion: "2.0",
      url: "u",
      preferredTransport: "GRPC",
      supportedInterfaces: [
        { url: "u", protocolBinding: "GRPC" },
        { url: "w", protocolBinding: "JSONRPC" },
      ],
      additionalInterfaces: [
        { url: "u", protocolBinding: "GRPC" },
        { url: "w", protocolBinding: "JSONRPC" },
      ],
    },
    losses: [
      {
        kind: "no-counterpart",
        path: "supportedInterfaces[1]",
        message: 'the card has one version for all addresses, which is "2.0"',
      },
    ],
  },
  {
    name: "a part of a name with a slash, which no name may have",
    run: draft10.GetTaskRequest.upgrade,
    given: { name: "tasks/a/pushNotificationConfigs/b" },
    value: { id: "a/pushNotificationConfigs/b" },
    losses: [
      {
        kind: "invalid",
        path: "name",
        message: 'expected tasks/{} with no "/" in its parts, found "tasks/a/pushNotificationConfigs/b"',
      },
    ],
  },
  {
    name: "an identifier with a slash, of which a name is made",
    run: draft10.GetTaskRequest.downgrade,
    given: { id: "a/b" },
    value: { name: "tasks/a/b" },
    losses: [
      {
        kind: "replaced",
        path: "id",
        message: 'the name "tasks/a/b" stands in, though its parts may have no "/"',
      },
    ],
  },
  {
    name: "integers that are none of the other version",
    run: up10.GetTaskRequest.upgrade,
    given: { id: "t", historyLength: -1 },
    value: { id: "t" },
    losses: [
      {
        kind: "invalid",
        path: "historyLength",
        message: "expected an integer from 0 to 2147483647, found -1",
      },
    ],
  },
  {
    name: "times that are none, in a request that nobody has checked",
    run: draft10.ListTasksRequest.downgrade,
    given: { statusTimestampAfter: "soon" },
    value: {},
    losses: [
      {
        kind: "invalid",
        path: "statusTimestampAfter",
        message: 'expected a time as RFC 3339 has it, found "soon"',
      },
    ],
  },
  {
    name: "more digits of a second than nanoseconds have",
    run: up10.TaskStatus.upgrade,
    given: { state: "working", timestamp: "2025-01-01T00:00:00.1234567891Z" },
    value: { state: "TASK_STATE_WORKING", timestamp: "2025-01-01T00:00:00.123456789Z" },
    losses: [
      {
        kind: "replaced",
        path: "timestamp",
        message: "times have nanoseconds at most; the rest is cut off",
      },
    ],
  },
  {
    name: "a number that is no integer",
    run: up10.GetTaskRequest.upgrade,
    given: { id: "t", historyLength: 1.5 },
    value: { id: "t" },
    losses: [
      {
        kind: "invalid",
        path: "historyLength",
        message: "expected an integer from 0 to 2147483647, found 1.5",
      },
    ],
  },
  {
    name: "milliseconds that are none",
    run: draft10.ListTasksRequest.upgrade,
    given: { lastUpdatedAfter: "" },
    value: { historyLength: 0 },
    losses: [
      {
        kind: "invalid",
        path: "lastUpdatedAfter",
        message: 'expected milliseconds of a time in the years 1 to 9999, found ""',
      },
    ],
  },
  {
    name: "tenants, by which only addresses differ that are one here",
    run: up10.AgentCard.downgrade,
    given: {
      ...card,
      supportedInterfaces: [
        { url: "u", protocolBinding: "GRPC", protocolVersion: "0.3.0" },
        { url: "u", protocolBinding: "GRPC", protocolVersion: "0.3", tenant: "x" },
      ],
    },
    value: { ...card, protocolVersion: "0.3.0", url: "u", preferredTransport: "GRPC" },
    losses: [
      {
        kind: "no-counterpart",
        path: "supportedInterfaces[1].tenant",
        message: "0.3 has no tenants; each one has a URL of its own",
      },
    ],
  },
  {
    name: "a leap second",
    run: up10.TaskStatus.upgrade,
    given: { state: "working", timestamp: "2016-12-31T23:59:60Z" },
    value: { state: "TASK_STATE_WORKING" },
    losses: [
      {
        kind: "invalid",
        path: "timestamp",
        message: 'expected a time as RFC 3339 has it, found "2016-12-31T23:59:60Z"',
      },
    ],
  },
];

describe("what does not come across is said", () => {
  test.each(lossy)("$name", ({ run, given, value, losses }) => {
    const result = run(given);
    expect(result.value).toEqual(value);
    expect(result.losses.map(({ kind, path, message }) => ({ kind, path, message }))).toEqual(losses);
  });

  test("losses name the type that was translated", () => {
    const { losses } = up10.CancelTaskRequest.downgrade({ id: "t", tenant: "x" });
    expect(losses).toEqual([
      {
        kind: "no-counterpart",
        typeName: "lf.a2a.v1.CancelTaskRequest",
        path: "tenant",
        segments: ["tenant"],
        message: "0.3 has no tenants; each one has a URL of its own",
      },
    ]);
  });

  test("a configuration without identifier gets that of its task, where the draft demands one", () => {
    expect(draft10.SetTaskPushNotificationConfigRequest.downgrade({ taskId: "t", url: "u" })).toEqual({
      value: {
        parent: "tasks/t",
        configId: "t",
        config: { name: "tasks/t/pushNotificationConfigs/t", pushNotificationConfig: { id: "t", url: "u" } },
      },
      losses: [],
    });
  });

  test("a name that would be that of something else is not made", () => {
    const config = { taskId: "t/pushNotificationConfigs/x", id: "y" };
    expect(() => draft10.GetTaskPushNotificationConfigRequest.downgrade(config)).toThrow(
      expect.objectContaining({
        code: "ERR_A2AGEN_DECODE",
        issues: [
          {
            code: "type",
            path: "taskId",
            segments: ["taskId"],
            message:
              'expected no "/", since the name "tasks/t/pushNotificationConfigs/x/pushNotificationConfigs/y" is that of something else',
          },
        ],
      }),
    );
  });

  test("times with any offset or none are times in UTC", () => {
    const timeOf = (timestamp: string): string | undefined =>
      up10.TaskStatus.upgrade({ state: "working", timestamp }).value.timestamp;
    expect(
      [
        "2025-04-02T16:59:25.331844",
        "2025-04-02t16:59:25z",
        "2025-04-02 16:59:25+02:00",
        "2025-04-02T00:00:00-0030",
      ].map(timeOf),
    ).toEqual([
      "2025-04-02T16:59:25.331844Z",
      "2025-04-02T16:59:25Z",
      "2025-04-02T14:59:25Z",
      "2025-04-02T00:30:00Z",
    ]);
  });

  test("what nothing can stand for is refused where it stands by itself", () => {
    expect(() => up10.OAuthFlows.upgrade({})).toThrow(
      expect.objectContaining({
        code: "ERR_A2AGEN_DECODE",
        typeName: "a2a-0.3.OAuthFlows",
        issues: [
          {
            code: "type",
            path: "",
            segments: [],
            message:
              "nothing is there of which exactly one is expected; decode what a peer wrote before you translate it",
          },
        ],
      }),
    );
  });
});
