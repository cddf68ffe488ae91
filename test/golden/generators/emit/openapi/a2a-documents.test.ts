import type { OpenAPIObject, OperationObject } from "openapi3-ts/oas32";
import { describe, expect, test } from "vitest";
import {
  buildDocument,
  findOperation,
  listOperations,
  ownParameters,
  parameterReferences,
  type Subject,
} from "./documents.ts";

const drafts = async (): Promise<OpenAPIObject> => (await buildDocument("a2a-1.0-draft", "3.1")).document;
const current = async (): Promise<OpenAPIObject> => (await buildDocument("a2a-1.0", "3.1")).document;

/** "GET /v1/tasks A2AService_ListTasks". */
function outline(document: OpenAPIObject): readonly string[] {
  return listOperations(document).map(
    ({ verb, path, operation }) => `${verb} ${path} ${operation.operationId}`,
  );
}

const own = (operation: OperationObject): unknown => operation["x-a2agen"];

describe("paths", () => {
  test("of the draft have the names of the specification", async () => {
    expect(outline(await drafts())).toEqual([
      "POST /v1/message:send A2AService_SendMessage",
      "POST /v1/message:stream A2AService_SendStreamingMessage",
      "GET /v1/tasks/{id} A2AService_GetTask",
      "GET /v1/tasks A2AService_ListTasks",
      "POST /v1/tasks/list A2AService_ListTasks_post",
      "POST /v1/tasks/{id}:cancel A2AService_CancelTask",
      "GET /v1/tasks/{id}:subscribe A2AService_SubscribeToTask_get",
      "POST /v1/tasks/{id}:subscribe A2AService_SubscribeToTask",
      "GET /v1/tasks/{id}/pushNotificationConfigs A2AService_ListTaskPushNotificationConfig",
      "POST /v1/tasks/{id}/pushNotificationConfigs A2AService_SetTaskPushNotificationConfig",
      "GET /v1/tasks/{id}/pushNotificationConfigs/{configId} A2AService_GetTaskPushNotificationConfig",
      "DELETE /v1/tasks/{id}/pushNotificationConfigs/{configId} A2AService_DeleteTaskPushNotificationConfig",
      "GET /v1/extendedAgentCard A2AService_GetExtendedAgentCard",
      "GET /.well-known/agent-card.json Discovery_GetAgentCard",
    ]);
  });

  test("of 1.0 leave the tenant to the server", async () => {
    expect(outline(await current())).toEqual([
      "POST /message:send A2AService_SendMessage",
      "POST /message:stream A2AService_SendStreamingMessage",
      "GET /tasks/{id} A2AService_GetTask",
      "GET /tasks A2AService_ListTasks",
      "POST /tasks/{id}:cancel A2AService_CancelTask",
      "GET /tasks/{id}:subscribe A2AService_SubscribeToTask_get",
      "POST /tasks/{id}:subscribe A2AService_SubscribeToTask",
      "GET /tasks/{taskId}/pushNotificationConfigs A2AService_ListTaskPushNotificationConfigs",
      "POST /tasks/{taskId}/pushNotificationConfigs A2AService_CreateTaskPushNotificationConfig",
      "GET /tasks/{taskId}/pushNotificationConfigs/{id} A2AService_GetTaskPushNotificationConfig",
      "DELETE /tasks/{taskId}/pushNotificationConfigs/{id} A2AService_DeleteTaskPushNotificationConfig",
      "GET /extendedAgentCard A2AService_GetExtendedAgentCard",
      "GET /.well-known/agent-card.json Discovery_GetAgentCard",
    ]);
  });

  const templates: readonly { name: string; subject: Subject; operationId: string; want: unknown }[] = [
    {
      name: "a resource name",
      subject: "a2a-1.0-draft",
      operationId: "A2AService_CancelTask",
      want: {
        method: "a2a.v1.A2AService/CancelTask",
        template: "/v1/{name=tasks/*}:cancel",
        fields: { name: "tasks/{id}" },
      },
    },
    {
      name: "a resource name of two parts",
      subject: "a2a-1.0-draft",
      operationId: "A2AService_DeleteTaskPushNotificationConfig",
      want: {
        method: "a2a.v1.A2AService/DeleteTaskPushNotificationConfig",
        template: "/v1/{name=tasks/*/pushNotificationConfigs/*}",
        fields: { name: "tasks/{id}/pushNotificationConfigs/{configId}" },
      },
    },
    {
      name: "fields",
      subject: "a2a-1.0",
      operationId: "A2AService_GetTaskPushNotificationConfig",
      want: {
        method: "lf.a2a.v1.A2AService/GetTaskPushNotificationConfig",
        template: "/tasks/{task_id=*}/pushNotificationConfigs/{id=*}",
        fields: { task_id: "{taskId}", id: "{id}" },
      },
    },
    {
      name: "nothing",
      subject: "a2a-1.0",
      operationId: "A2AService_SendMessage",
      want: { method: "lf.a2a.v1.A2AService/SendMessage", template: "/message:send" },
    },
  ];

  test.each(templates)("keep the template that holds $name", async ({ subject, operationId, want }) => {
    const { document } = await buildDocument(subject, "3.1");
    expect(own(findOperation(document, operationId))).toEqual(want);
  });

  test("have parameters that say what they are part of", async () => {
    const operation = findOperation(await drafts(), "A2AService_GetTaskPushNotificationConfig");
    expect(ownParameters(operation)).toEqual([
      {
        name: "id",
        in: "path",
        description:
          "The part `task_id` of `name`, which has the form `tasks/{task_id}/pushNotificationConfigs/{config_id}`.",
        required: true,
        schema: { type: "string" },
      },
      {
        name: "configId",
        in: "path",
        description:
          "The part `config_id` of `name`, which has the form `tasks/{task_id}/pushNotificationConfigs/{config_id}`.",
        required: true,
        schema: { type: "string" },
      },
    ]);
  });
});

describe("servers", () => {
  test("of the draft are the host of the document", async () => {
    expect((await drafts()).servers).toEqual([
      { url: "/", description: "The host that serves this document." },
    ]);
  });

  test("of 1.0 have the tenant as a variable", async () => {
    expect((await current()).servers).toEqual([
      { url: "/", description: "The host that serves this document." },
      {
        url: "https://{host}/{tenant}",
        description: expect.stringMatching(
          /^The same with `tenant` of every request in the path, at the `host` of the agent\.\n\nTenant that the request is for/,
        ),
        // swagger-parser 13 refuses descriptions of them.
        variables: { host: { default: "agent.example" }, tenant: { default: "default" } },
        "x-a2agen": { field: "tenant" },
      },
    ]);
  });
});

describe("parameters", () => {
  test("of a GET are the fields of the request, but for those that a query cannot hold", async () => {
    const { document, diagnostics } = await buildDocument("a2a-1.0-draft", "3.1");
    const operation = findOperation(document, "A2AService_ListTasks");
    expect(
      ownParameters(operation).map(({ name, in: place, required, schema }) => ({
        name,
        place,
        required,
        schema,
      })),
    ).toEqual([
      { name: "contextId", place: "query", required: false, schema: { type: "string" } },
      { name: "status", place: "query", required: false, schema: { $ref: "#/components/schemas/TaskState" } },
      {
        name: "pageSize",
        place: "query",
        required: false,
        schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
      },
      { name: "pageToken", place: "query", required: false, schema: { type: "string" } },
      {
        name: "historyLength",
        place: "query",
        required: false,
        schema: { type: "integer", minimum: 0, maximum: 2147483647, default: 0 },
      },
      {
        name: "lastUpdatedAfter",
        place: "query",
        required: false,
        schema: { type: "string", pattern: expect.any(String) },
      },
      {
        name: "includeArtifacts",
        place: "query",
        required: false,
        schema: { type: "boolean", default: false },
      },
    ]);
    expect(diagnostics).toEqual([
      expect.stringMatching(
        /^a2a\/v1\/a2a\.proto:\d+:3: warning: GET \/v1\/tasks of a2a\.v1\.A2AService\.ListTasks leaves out "metadata" \(google\.protobuf\.Struct\), which cannot be a query parameter; .* \[query-parameter\]$/,
      ),
    ]);
  });

  test("that the server's URL holds are not in the query", async () => {
    const { document, diagnostics } = await buildDocument("a2a-1.0", "3.1");
    const names = listOperations(document).flatMap(({ operation }) =>
      ownParameters(operation).map(({ name }) => name),
    );
    expect(names).not.toContain("tenant");
    expect(diagnostics).toEqual([]);
  });

  const serviceParameters: readonly {
    subject: Subject;
    references: readonly string[];
    components: unknown;
  }[] = [
    {
      subject: "a2a-1.0-draft",
      references: ["#/components/parameters/A2A-Version", "#/components/parameters/A2A-Extensions"],
      components: {
        "A2A-Version": {
          name: "A2A-Version",
          in: "header",
          description: "Protocol version that the client speaks. A call without it is taken for version 1.0.",
          required: false,
          schema: { type: "string", pattern: "^[0-9]+\\.[0-9]+(\\.[0-9]+)?$" },
          example: "1.0",
        },
        "A2A-Extensions": {
          name: "A2A-Extensions",
          in: "header",
          description: "URIs of the extensions that the client wants to use in this call.",
          required: false,
          schema: { type: "array", items: { type: "string" } },
          explode: false,
          example: ["https://example.com/extensions/geolocation/v1"],
        },
      },
    },
    {
      subject: "a2a-1.0",
      references: [
        "#/components/parameters/A2A-Version",
        "#/components/parameters/A2A-Version-query",
        "#/components/parameters/A2A-Extensions",
      ],
      components: {
        "A2A-Version": {
          name: "A2A-Version",
          in: "header",
          description:
            "Protocol version that the client speaks. A call without it is taken for version 0.3. To be sent here or in the query.",
          required: false,
          schema: { type: "string", pattern: "^[0-9]+\\.[0-9]+(\\.[0-9]+)?$" },
          example: "1.0",
        },
        "A2A-Version-query": {
          name: "A2A-Version",
          in: "query",
          description: "The same as the header `A2A-Version`, for clients that cannot send the header.",
          required: false,
          schema: { type: "string", pattern: "^[0-9]+\\.[0-9]+(\\.[0-9]+)?$" },
          example: "1.0",
        },
        "A2A-Extensions": {
          name: "A2A-Extensions",
          in: "header",
          description: "URIs of the extensions that the client wants to use in this call.",
          required: false,
          schema: { type: "array", items: { type: "string" } },
          explode: false,
          example: ["https://example.com/extensions/geolocation/v1"],
        },
      },
    },
  ];

  test.each(serviceParameters)(
    "of the service are with every operation but discovery in $subject",
    async ({ subject, references, components }) => {
      const { document } = await buildDocument(subject, "3.1");
      expect(document.components?.parameters).toEqual(components);
      for (const { operation } of listOperations(document)) {
        const isDiscovery = operation.operationId === "Discovery_GetAgentCard";
        expect(parameterReferences(operation)).toEqual(isDiscovery ? [] : references);
      }
    },
  );
});

describe("request bodies", () => {
  const reference = (name: string): unknown => ({ schema: { $ref: `#/components/schemas/${name}` } });
  const bodies: readonly { name: string; subject: Subject; operationId: string; want: unknown }[] = [
    {
      name: "the whole request, in every media type that servers take",
      subject: "a2a-1.0",
      operationId: "A2AService_SendMessage",
      want: {
        description: "The request: `SendMessageRequest`.",
        required: true,
        content: {
          "application/a2a+json": reference("SendMessageRequest"),
          "application/json": reference("SendMessageRequest"),
        },
      },
    },
    {
      name: "the request without what is in the path",
      subject: "a2a-1.0",
      operationId: "A2AService_CancelTask",
      want: {
        description: "The rest of the request: `CancelTaskRequest` without the fields in the path.",
        required: false,
        content: {
          "application/a2a+json": reference("CancelTaskBody"),
          "application/json": reference("CancelTaskBody"),
        },
      },
    },
    {
      name: "one field of the request",
      subject: "a2a-1.0-draft",
      operationId: "A2AService_SetTaskPushNotificationConfig",
      want: {
        description: "The configuration to store.",
        required: true,
        content: {
          "application/json": reference("TaskPushNotificationConfig"),
          "application/a2a+json": reference("TaskPushNotificationConfig"),
        },
      },
    },
    { name: "nothing", subject: "a2a-1.0", operationId: "A2AService_GetTask", want: undefined },
  ];

  test.each(bodies)("hold $name", async ({ subject, operationId, want }) => {
    const { document } = await buildDocument(subject, "3.1");
    expect(findOperation(document, operationId).requestBody).toEqual(want);
  });

  test("leave out the fields of the path and require the others as before", async () => {
    const { components } = await current();
    expect(components?.schemas?.["CancelTaskBody"]).toEqual({
      description: "The fields of `CancelTaskRequest` that are not in the path.",
      type: "object",
      properties: {
        tenant: { type: "string", description: expect.any(String) },
        metadata: { type: "object", additionalProperties: true, description: expect.any(String) },
      },
    });
    expect(components?.schemas?.["CreateTaskPushNotificationConfigBody"]).toMatchObject({
      required: ["url"],
    });
  });
});

describe("responses", () => {
  test("of a stream have one event's data as their schema in 3.1, and the events in 3.2", async () => {
    const data = { $ref: "#/components/schemas/StreamResponse" };
    const want = {
      "3.1": { schema: data },
      "3.2": {
        itemSchema: {
          type: "object",
          properties: {
            data: { type: "string", contentMediaType: "application/json", contentSchema: data },
            event: { type: "string" },
            id: { type: "string" },
            retry: { type: "integer", minimum: 0 },
          },
          required: ["data"],
        },
      },
    };
    for (const version of ["3.1", "3.2"] as const) {
      const { document } = await buildDocument("a2a-1.0", version);
      for (const operationId of ["A2AService_SendStreamingMessage", "A2AService_SubscribeToTask"]) {
        expect(findOperation(document, operationId).responses?.["200"]).toEqual({
          description: "The events of the stream, each with its JSON in `data`.",
          content: { "text/event-stream": want[version] },
        });
      }
    }
  });

  const successes: readonly { subject: Subject; operationId: string; want: unknown }[] = [
    {
      subject: "a2a-1.0-draft",
      operationId: "A2AService_GetTask",
      want: {
        description: "The answer: `Task`.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Task" } } },
      },
    },
    {
      subject: "a2a-1.0",
      operationId: "A2AService_DeleteTaskPushNotificationConfig",
      want: { description: "Done.", content: { "application/a2a+json": { schema: { type: "object" } } } },
    },
    {
      subject: "a2a-1.0",
      operationId: "Discovery_GetAgentCard",
      want: {
        description: "The card of the agent.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/AgentCard" } } },
      },
    },
  ];

  test.each(successes)(
    "of $operationId in $subject have its type",
    async ({ subject, operationId, want }) => {
      const { document } = await buildDocument(subject, "3.1");
      expect(findOperation(document, operationId).responses?.["200"]).toEqual(want);
    },
  );

  const errors: readonly {
    subject: Subject;
    type: string;
    want: Readonly<Record<string, readonly string[]>>;
  }[] = [
    {
      subject: "a2a-1.0-draft",
      type: "application/problem+json",
      want: {
        OtherError: ["ErrorBody"],
        Status400: [
          "PushNotificationNotSupportedErrorBody",
          "UnsupportedOperationErrorBody",
          "ExtendedAgentCardNotConfiguredErrorBody",
          "ExtensionSupportRequiredErrorBody",
          "VersionNotSupportedErrorBody",
          "InvalidParamsErrorBody",
        ],
        Status404: ["TaskNotFoundErrorBody"],
        Status409: ["TaskNotCancelableErrorBody"],
        Status415: ["ContentTypeNotSupportedErrorBody"],
        Status500: ["InternalErrorBody"],
        Status502: ["InvalidAgentResponseErrorBody"],
      },
    },
    {
      subject: "a2a-1.0",
      type: "application/a2a+json",
      want: {
        OtherError: ["ErrorBody"],
        Status400: [
          "TaskNotCancelableErrorBody",
          "PushNotificationNotSupportedErrorBody",
          "UnsupportedOperationErrorBody",
          "ContentTypeNotSupportedErrorBody",
          "ExtendedAgentCardNotConfiguredErrorBody",
          "ExtensionSupportRequiredErrorBody",
          "VersionNotSupportedErrorBody",
          "InvalidParamsErrorBody",
        ],
        Status404: ["TaskNotFoundErrorBody"],
        Status500: ["InvalidAgentResponseErrorBody", "InternalErrorBody"],
      },
    },
  ];

  test.each(errors)("of $subject have every error under its status", async ({ subject, type, want }) => {
    const { document } = await buildDocument(subject, "3.1");
    const responses = Object.entries(document.components?.responses ?? {});
    const found = responses.map(([name, response]) => {
      const content = "content" in response ? response.content : {};
      expect(Object.keys(content ?? {})).toEqual([type]);
      return [name, JSON.stringify(content).match(/(?<=schemas\/)\w+/g)];
    });
    expect(Object.fromEntries(found)).toEqual(want);
    const statuses = Object.keys(want).map((name) =>
      name === "OtherError" ? "default" : name.slice("Status".length),
    );
    for (const { operation } of listOperations(document)) {
      if (operation.operationId === "Discovery_GetAgentCard") continue;
      expect(Object.keys(operation.responses ?? {}).sort()).toEqual(["200", ...statuses].sort());
    }
  });

  test("of errors are problem details in the draft and an error object in 1.0", async () => {
    expect((await drafts()).components?.schemas?.["TaskNotFoundErrorBody"]).toMatchObject({
      properties: {
        type: { type: "string", const: "https://a2a-protocol.org/errors/task-not-found" },
        status: { type: "integer", const: 404 },
      },
      required: ["type", "status", "detail"],
    });
    expect((await current()).components?.schemas?.["TaskNotFoundErrorBody"]).toMatchObject({
      properties: {
        error: {
          properties: {
            code: { type: "integer", const: 404 },
            status: { type: "string", const: "NOT_FOUND" },
            details: { contains: { properties: { reason: { const: "TASK_NOT_FOUND" } } } },
          },
        },
      },
      required: ["error"],
    });
  });
});

describe("push notifications", () => {
  const expressions: Readonly<Record<Subject, Readonly<Record<string, string>>>> = {
    "a2a-1.0-draft": {
      A2AService_SendMessage: "{$request.body#/configuration/pushNotificationConfig/url}",
      A2AService_SendStreamingMessage: "{$request.body#/configuration/pushNotificationConfig/url}",
      A2AService_SetTaskPushNotificationConfig: "{$request.body#/pushNotificationConfig/url}",
    },
    "a2a-1.0": {
      A2AService_SendMessage: "{$request.body#/configuration/taskPushNotificationConfig/url}",
      A2AService_SendStreamingMessage: "{$request.body#/configuration/taskPushNotificationConfig/url}",
      A2AService_CreateTaskPushNotificationConfig: "{$request.body#/url}",
    },
    library: {},
  };

  test.each(["a2a-1.0-draft", "a2a-1.0", "library"] as const)(
    "are callbacks of the operations that configure a webhook in %s",
    async (subject) => {
      const { document } = await buildDocument(subject, "3.1");
      const found = listOperations(document).flatMap(({ operation }) => {
        const callback: unknown = operation.callbacks?.["pushNotification"];
        return typeof callback === "object" && callback !== null
          ? [[operation.operationId, Object.keys(callback).join()]]
          : [];
      });
      expect(Object.fromEntries(found)).toEqual(expressions[subject]);
    },
  );

  test("carry an event of a stream in the media type of the profile", async () => {
    const callbacks = findOperation(await current(), "A2AService_SendMessage").callbacks;
    expect(callbacks).toMatchObject({
      pushNotification: {
        "{$request.body#/configuration/taskPushNotificationConfig/url}": {
          post: {
            operationId: "A2AService_SendMessage_notification",
            requestBody: {
              required: true,
              content: {
                "application/a2a+json": { schema: { $ref: "#/components/schemas/StreamResponse" } },
              },
            },
          },
        },
      },
    });
  });
});

describe("the document", () => {
  test.each(["a2a-1.0-draft", "a2a-1.0", "library"] as const)(
    "of %s has every operation id once",
    async (subject) => {
      for (const version of ["3.1", "3.2"] as const) {
        const { document } = await buildDocument(subject, version);
        const ids = [...JSON.stringify(document).matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }
    },
  );

  test("says who made the protocol, under which license, and from which proto", async () => {
    const { info, tags, security } = await current();
    expect(info).toMatchObject({
      title: "A2A 1.0",
      version: "1.0",
      contact: { name: "A2A 1.0", url: "https://a2a-protocol.org" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    });
    expect(tags?.map(({ name }) => name)).toEqual(["A2AService", "Discovery"]);
    expect(security).toEqual([{}, { apiKey: [] }, { basic: [] }, { bearer: [] }, { mutualTls: [] }]);
    expect((await current())["x-a2agen"]).toEqual({
      profile: "a2a-1.0",
      protocolVersion: "1.0",
      package: "lf.a2a.v1",
      sources: [{ name: "lf/a2a/v1/a2a.proto" }],
    });
  });
});
