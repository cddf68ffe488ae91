import { A2AService, type AgentCard, errors, protocol } from "@a2agen/a2a-0.3";
import { createHost, implement } from "@a2agen/runtime/host";
import { describe, expect, test } from "vitest";
import { interfacesOf, securityOf } from "../../../../packages/runtime/src/service/card.ts";
import { type OlderServerOptions, startOlderServer } from "../../../shared/interop-0.3/harness.ts";
import { OlderAgent, olderCard, workingTask } from "../../../shared/interop-0.3/older-agent.ts";

/** The answer to a request that is sent as it is. */
async function post(
  body: unknown,
  {
    headers = {},
    query = "",
    options = {},
  }: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly query?: string;
    readonly options?: OlderServerOptions;
  } = {},
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  const { origin } = await startOlderServer(options);
  const response = await fetch(`${origin}/rpc${query}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const getTask = { jsonrpc: "2.0", id: 1, method: "tasks/get", params: { id: "task-1" } };
const message = {
  kind: "message",
  messageId: "m-1",
  role: "user",
  parts: [{ kind: "text", text: "stream 1" }],
};

describe("JSON-RPC of 0.3, as it is on the wire", () => {
  test.each([
    ["a number", 7],
    ["a text", "seven"],
    ["null", null],
  ])("an answer has the identifier of its request: %s", async (_name, id) => {
    const { text } = await post({ ...getTask, id });
    expect(JSON.parse(text)).toEqual({ jsonrpc: "2.0", id, result: workingTask("task-1") });
  });

  test("a configuration that was deleted is null", async () => {
    const params = { id: "task-1", pushNotificationConfigId: "config-1" };
    const request = { jsonrpc: "2.0", id: 1, method: "tasks/pushNotificationConfig/delete", params };
    expect((await post(request)).text).toBe('{"jsonrpc":"2.0","id":1,"result":null}');
  });

  test.each([
    ["without params", {}],
    ["with none in them", { params: {} }],
  ])("the extended card is asked for %s", async (_name, params) => {
    const request = { jsonrpc: "2.0", id: 1, method: "agent/getAuthenticatedExtendedCard", ...params };
    const { text } = await post(request, { headers: { authorization: "Bearer alice" } });
    expect(JSON.parse(text)).toMatchObject({ result: { description: "For alice only." } });
  });

  test("a stream is one answer after the other", async () => {
    const { text, headers } = await post({
      jsonrpc: "2.0",
      id: "s",
      method: "message/stream",
      params: { message },
    });
    expect(headers.get("content-type")).toBe("text/event-stream");
    const events = text.split("\n\n").filter((event) => event !== "");
    expect(events.map((event) => JSON.parse(event.replace(/^data: ?/, "")) as unknown)).toEqual([
      { jsonrpc: "2.0", id: "s", result: workingTask("task-3") },
      {
        jsonrpc: "2.0",
        id: "s",
        result: {
          kind: "artifact-update",
          taskId: "task-3",
          contextId: "context-1",
          artifact: { artifactId: "artifact-1", parts: [{ kind: "text", text: "part 0" }] },
          append: false,
        },
      },
      {
        jsonrpc: "2.0",
        id: "s",
        result: {
          kind: "status-update",
          taskId: "task-3",
          contextId: "context-1",
          status: { state: "completed" },
          final: true,
        },
      },
    ]);
  });

  test("a task that is not there is told by code and text, with an object as data", async () => {
    const { status, text } = await post({ ...getTask, params: { id: "none" } });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: {
        code: -32001,
        message: "there is no task none",
        data: { taskId: "none", reason: "TASK_NOT_FOUND" },
      },
    });
  });

  test.each(["SendMessage", "message/Send", "constructor", "__proto__", ""])(
    "the method %j is not found",
    async (method) => {
      const { text } = await post({ ...getTask, method });
      const { error } = JSON.parse(text) as { readonly error: { readonly code: number } };
      expect(error.code).toBe(-32601);
    },
  );

  test.each([
    [{}, "message"],
    [{ message: { ...message, parts: [{ kind: "video" }] } }, "message.parts[0]"],
    [{ message: { ...message, parts: "none" } }, "message.parts"],
  ])("params that are wrong are told with their place", async (params, field) => {
    const { text } = await post({ jsonrpc: "2.0", id: 1, method: "message/send", params });
    const { error } = JSON.parse(text) as {
      readonly error: {
        readonly code: number;
        readonly data: { readonly fieldViolations: readonly object[] };
      };
    };
    expect(error.code).toBe(-32602);
    expect(error.data.fieldViolations).toMatchObject([{ field: expect.stringContaining(field) }]);
  });
});

describe("the version of a call", () => {
  test.each([
    ["none", {}],
    ["an empty one", { headers: { "a2a-version": "" } }],
    ["0.3", { headers: { "a2a-version": "0.3" } }],
    ["0.3.0", { headers: { "a2a-version": "0.3.0" } }],
    ["0.2", { headers: { "a2a-version": "0.2" } }],
    ["0.2.6", { headers: { "a2a-version": "0.2.6" } }],
    ["0.3 in the query", { query: "?A2A-Version=0.3" }],
  ])("%s is spoken", async (_name, init) => {
    expect(JSON.parse((await post(getTask, init)).text)).toMatchObject({ result: { id: "task-1" } });
  });

  test.each(["1.0", "0.1", "0.4", "three"])("%s is not", async (version) => {
    const { text } = await post(getTask, { headers: { "a2a-version": version } });
    expect(JSON.parse(text)).toMatchObject({
      error: { code: -32004, data: { reason: "UNSUPPORTED_OPERATION", supportedVersions: "0.3, 0.2" } },
    });
  });
});

describe("what a card of 0.3 asks for", () => {
  test("credentials, in the form of OpenAPI", async () => {
    const options = { card: { security: [{ token: ["read", "write"] }] } };
    const answer = await post(getTask, { options, headers: { authorization: "Basic nobody" } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer scope="read write"');
  });

  test("an extension", async () => {
    const uri = "https://example.com/extensions/must/v1";
    const options = { card: { capabilities: { extensions: [{ uri, required: true }] } } };
    expect(JSON.parse((await post(getTask, { options })).text)).toMatchObject({
      error: { code: -32004, data: { extension: uri } },
    });
    for (const name of ["x-a2a-extensions", "a2a-extensions"]) {
      const { text } = await post(getTask, { options, headers: { [name]: uri } });
      expect(JSON.parse(text)).toMatchObject({ result: { id: "task-1" } });
    }
  });

  test("schemes of every kind", () => {
    const card: AgentCard = {
      ...olderCard,
      securitySchemes: {
        key: { type: "apiKey", in: "cookie", name: "session" },
        basic: { type: "http", scheme: "basic" },
        token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        oauth: {
          type: "oauth2",
          flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes: { read: "Reads." } } },
        },
        openId: { type: "openIdConnect", openIdConnectUrl: "https://example.com/.well-known/openid" },
        tls: { type: "mutualTLS" },
      },
      security: [{ oauth: ["read"] }, { key: [], tls: [] }, {}],
    };
    expect(securityOf(card, protocol.card)).toEqual({
      requirements: [
        { schemes: { oauth: { list: ["read"] } } },
        { schemes: { key: { list: [] }, tls: { list: [] } } },
        { schemes: {} },
      ],
      schemes: {
        key: { apiKeySecurityScheme: { location: "cookie", name: "session" } },
        basic: { httpAuthSecurityScheme: { scheme: "basic" } },
        token: { httpAuthSecurityScheme: { scheme: "bearer", bearerFormat: "JWT" } },
        oauth: {
          oauth2SecurityScheme: {
            flows: {
              clientCredentials: { tokenUrl: "https://example.com/token", scopes: { read: "Reads." } },
            },
          },
        },
        openId: {
          openIdConnectSecurityScheme: { openIdConnectUrl: "https://example.com/.well-known/openid" },
        },
        tls: { mtlsSecurityScheme: {} },
      },
    });
  });

  test("names that every object has are names like others", () => {
    const card = JSON.parse(
      '{"securitySchemes":{"__proto__":{"type":"mutualTLS"},"toString":{"type":"constructor"}},"security":[{"__proto__":["a"]}, 5, null]}',
    ) as object;
    const { requirements, schemes } = securityOf(card, protocol.card);
    expect(Object.entries(schemes)).toEqual([
      ["__proto__", { mtlsSecurityScheme: {} }],
      ["toString", {}],
    ]);
    expect(Object.entries(requirements[0]?.schemes ?? {})).toEqual([["__proto__", { list: ["a"] }]]);
    expect(requirements.slice(1)).toEqual([{ schemes: {} }, { schemes: {} }]);
    expect(Object.getPrototypeOf(schemes)).toBe(Object.prototype);
  });
});

describe("the interfaces of a card of 0.3", () => {
  const url = "https://agent.example.com/rpc";

  test.each([
    { name: "no transport is JSON-RPC", card: {}, want: [["JSONRPC", url]] },
    { name: "a preferred one", card: { preferredTransport: "GRPC" }, want: [["GRPC", url]] },
    {
      name: "the preferred one first, and once",
      card: {
        additionalInterfaces: [
          { transport: "HTTP+JSON", url },
          { transport: "JSONRPC", url },
          { transport: "JSONRPC", url: "https://other.example.com" },
        ],
      },
      want: [
        ["JSONRPC", url],
        ["HTTP+JSON", url],
        ["JSONRPC", "https://other.example.com"],
      ],
    },
    {
      name: "entries that are none",
      card: { additionalInterfaces: [null, 5, {}, { url }] },
      want: [["JSONRPC", url]],
    },
  ])("$name", ({ card, want }) => {
    const found = interfacesOf({ ...olderCard, ...card }, protocol.card);
    expect(found).toEqual(
      want.map(([protocolBinding, at]) => ({ protocolBinding, url: at, protocolVersion: "0.3.0" })),
    );
  });
});

describe("what 0.3 has of HTTP", () => {
  test("the extended card at the endpoint of 0.2, and nothing else", async () => {
    const { origin } = await startOlderServer({ http: { rest: "/" } });
    const get = (headers: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`${origin}/agent/authenticatedExtendedCard`, { headers });
    const response = await get({ authorization: "Bearer alice" });
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ ...olderCard, description: "For alice only." });
    expect((await get({ authorization: "Basic nobody" })).status).toBe(401);
    expect((await fetch(`${origin}/v1/message:send`, { method: "POST", body: "{}" })).status).toBe(404);
  });

  test("the card at the paths of 0.3 and, where it is wanted, of 0.2", async () => {
    const { origin } = await startOlderServer({
      http: { discovery: { paths: protocol.card.olderPaths } },
    });
    for (const path of ["/.well-known/agent-card.json", "/.well-known/agent.json"]) {
      expect(await (await fetch(origin + path)).json()).toEqual({ ...olderCard, url: `${origin}/rpc` });
    }
  });
});

test("a card that is none of 0.3 is refused", () => {
  const card = { name: "Test agent", supportedInterfaces: [] };
  expect(() => createHost({ services: [implement(A2AService, new OlderAgent())], card })).toThrow(
    "a2a-0.3.AgentCard",
  );
});

test("the errors of 0.3 are made by name", () => {
  expect(Object.keys(errors)).toEqual([
    "TaskNotFoundError",
    "TaskNotCancelableError",
    "PushNotificationNotSupportedError",
    "UnsupportedOperationError",
    "ContentTypeNotSupportedError",
    "InvalidAgentResponseError",
    "AuthenticatedExtendedCardNotConfiguredError",
  ]);
  expect(errors.AuthenticatedExtendedCardNotConfiguredError()).toMatchObject({
    name: "AuthenticatedExtendedCardNotConfiguredError",
    jsonRpc: -32007,
    status: "FAILED_PRECONDITION",
  });
});
