import { errors, type SecurityRequirement, type SecurityScheme } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import type { AuthenticationRequest } from "../../../../packages/runtime/src/host/index.ts";
import { type CallContext, CallError } from "../../../../packages/runtime/src/service/index.ts";
import { createTestHost, failureOf, fullCard, makeTask, message, summary } from "./agent.ts";
import { call, methodOf, TestCall } from "./incoming.ts";

describe("what the card does not declare", () => {
  const bare = { card: { ...fullCard, capabilities: {} } };

  test.each([
    { method: "CreateTaskPushNotificationConfig", request: { taskId: "t1", url: "https://x" } },
    { method: "GetTaskPushNotificationConfig", request: { taskId: "t1", id: "1" } },
    { method: "ListTaskPushNotificationConfigs", request: { taskId: "t1" } },
    { method: "DeleteTaskPushNotificationConfig", request: { taskId: "t1", id: "1" } },
  ])("push notifications: $method is refused", async ({ method, request }) => {
    const { host } = createTestHost({}, bare);
    expect(summary(await failureOf(call(host, method, request)))).toEqual({
      name: "PushNotificationNotSupportedError",
      status: "FAILED_PRECONDITION",
      http: 400,
      message: `${method} needs the capability pushNotifications, which this agent's card does not declare`,
      metadata: { capability: "pushNotifications" },
    });
    await call(createTestHost().host, method, request);
  });

  test("push notifications: a request that asks for them is refused", async () => {
    const request = { ...message, configuration: { taskPushNotificationConfig: { url: "https://x" } } };
    const { host } = createTestHost({}, bare);
    expect(summary(await failureOf(call(host, "SendMessage", request)))).toMatchObject({
      name: "PushNotificationNotSupportedError",
      message:
        "configuration.taskPushNotificationConfig needs the capability pushNotifications, which this agent's card does not declare",
    });
    await call(host, "SendMessage", { ...message, configuration: { historyLength: 1 } });
    await call(createTestHost().host, "SendMessage", request);
  });

  test.each(["SendStreamingMessage", "SubscribeToTask"])("streaming: %s is refused", async (name) => {
    const { host } = createTestHost({}, bare);
    const hosted = methodOf(host, name);
    const error = await failureOf(host.stream(hosted, new TestCall(), () => ({ ...message, id: "t1" })));
    expect(summary(error)).toMatchObject({
      name: "UnsupportedOperationError",
      metadata: { capability: "streaming" },
    });
  });

  test("the extended card is refused before credentials are missed or a request is read", async () => {
    const { host } = createTestHost({}, { ...bare, authenticate: () => ({ id: "anna" }) });
    const hosted = methodOf(host, "GetExtendedAgentCard");
    const error = await failureOf(
      host.unary(hosted, new TestCall(), () => {
        throw new Error("was read");
      }),
    );
    expect(summary(error)).toMatchObject({
      name: "UnsupportedOperationError",
      metadata: { capability: "extendedAgentCard" },
    });
  });

  test("does not matter to a host without a card", async () => {
    const { host } = createTestHost();
    const open = createTestHost({}, { card: undefined } as never).host;
    expect(open.card).toBeUndefined();
    expect(host.card).toBe(fullCard);
    await call(open, "ListTaskPushNotificationConfigs", { taskId: "t1" });
  });

  test("a card of the wrong shape is told at once", () => {
    expect(() => createTestHost({}, { card: { name: 1 } })).toThrow(/AgentCard/);
  });
});

describe("authentication", () => {
  const securitySchemes: Record<string, SecurityScheme> = {
    bearer: { httpAuthSecurityScheme: { scheme: "bearer", bearerFormat: "JWT" } },
    basic: { httpAuthSecurityScheme: { scheme: "Basic" } },
    key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
    oauth: {
      oauth2SecurityScheme: {
        flows: { clientCredentials: { tokenUrl: "https://x/token", scopes: { read: "", write: "" } } },
      },
    },
    mtls: { mtlsSecurityScheme: {} },
  };

  const metadata = 'resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource/rpc"';

  function secured(securityRequirements: SecurityRequirement[]) {
    return { ...fullCard, securitySchemes, securityRequirements };
  }

  test("the hook sees the call and what the card asks for; the principal reaches the handler", async () => {
    const requirements = [{ schemes: { bearer: { list: ["read"] } } }];
    const seen: AuthenticationRequest[] = [];
    let context: CallContext | undefined;
    const { host } = createTestHost(
      {
        getTask: async ({ id }, given) => {
          context = given;
          return makeTask(id);
        },
      },
      {
        card: secured(requirements),
        authenticate: (request) => {
          seen.push(request);
          return request.header("authorization") === "Bearer good"
            ? { id: "anna", scopes: ["read"] }
            : undefined;
        },
      },
    );
    const incoming = new TestCall({ headers: { authorization: "Bearer good" }, query: { key: "k" } });
    await call(host, "GetTask", { id: "t1" }, incoming);
    const [request] = seen;
    expect(request).toMatchObject({
      binding: "TEST",
      method: "GetTask",
      kind: "unary",
      requirements,
      schemes: securitySchemes,
    });
    expect([request?.header("Authorization"), request?.query("key")]).toEqual(["Bearer good", "k"]);
    expect((context as unknown as CallContext).principal).toEqual({ id: "anna", scopes: ["read"] });
  });

  test.each([
    { requirements: [{ schemes: { bearer: { list: [] } } }], want: [`Bearer ${metadata}`] },
    {
      requirements: [{ schemes: { bearer: { list: ["a", "b"] } } }],
      want: [`Bearer scope="a b", ${metadata}`],
    },
    {
      requirements: [{ schemes: { oauth: { list: ["read"] } } }],
      want: [`Bearer scope="read", ${metadata}`],
    },
    {
      requirements: [{ schemes: { basic: {} } }, { schemes: { key: {} } }],
      want: ["Basic", 'ApiKey in="header", name="X-Key"'],
    },
    {
      requirements: [{ schemes: { basic: {}, bearer: {} } }, { schemes: { basic: {} } }],
      want: ["Basic", `Bearer ${metadata}`],
    },
    { requirements: [{ schemes: { mtls: {} } }], want: [`Bearer ${metadata}`] },
  ])("a caller without credentials learns what is wanted: $want", async ({ requirements, want }) => {
    let read = false;
    const { host } = createTestHost({}, { card: secured(requirements), authenticate: () => undefined });
    const error = await failureOf(
      host.unary(methodOf(host, "GetTask"), new TestCall(), () => {
        read = true;
        return {};
      }),
    );
    expect(summary(error)).toEqual({
      name: "CallError",
      status: "UNAUTHENTICATED",
      http: 401,
      message: "the call needs valid credentials",
    });
    expect((error as CallError).challenges).toEqual(want);
    // Nothing of a stranger's request is looked at.
    expect(read).toBe(false);
  });

  test.each([null, false, 0, "", "anna"])("a hook that returns %j knows nobody", async (found) => {
    const { host } = createTestHost(
      {},
      { card: secured([{ schemes: { bearer: {} } }]), authenticate: () => found as never },
    );
    expect(summary(await failureOf(call(host, "GetTask", { id: "t1" })))).toMatchObject({
      status: "UNAUTHENTICATED",
    });
  });

  test("is optional where the card says so", async () => {
    const { host } = createTestHost(
      {},
      { card: secured([{ schemes: { bearer: {} } }, {}]), authenticate: () => undefined },
    );
    await call(host, "GetTask", { id: "t1" });
  });

  test("a card that asks for it needs a hook", () => {
    expect(() => createTestHost({}, { card: secured([{ schemes: { bearer: {} } }]) })).toThrow(
      "authenticate: the card asks for authentication; give a function that says who calls, or leave security out of the card",
    );
  });

  test("a hook that fails tells the caller nothing", async () => {
    const cause = new Error("the database password is wrong");
    const { host, reported } = createTestHost({}, { authenticate: () => Promise.reject(cause) });
    expect(summary(await failureOf(call(host, "GetTask", { id: "t1" })))).toEqual({
      name: "CallError",
      status: "INTERNAL",
      http: 500,
      message: "internal error",
    });
    expect(reported).toEqual([{ error: cause, method: "GetTask", binding: "TEST" }]);
  });

  test("a hook may answer with an error of its own", async () => {
    const { host, reported } = createTestHost(
      {},
      {
        authenticate: () => {
          throw new CallError("UNAUTHENTICATED", "the token has expired", {
            challenges: ['Bearer error="invalid_token"'],
          });
        },
      },
    );
    const error = await failureOf(call(host, "GetTask", { id: "t1" }));
    expect(summary(error)).toMatchObject({ status: "UNAUTHENTICATED", message: "the token has expired" });
    expect(reported).toEqual([]);
  });
});

describe("authorisation", () => {
  test("false refuses the call", async () => {
    const { host, reported } = createTestHost({}, { authorize: () => false });
    expect(summary(await failureOf(call(host, "GetTask", { id: "t1" })))).toEqual({
      name: "CallError",
      status: "PERMISSION_DENIED",
      http: 403,
      message: "the caller may not call GetTask",
    });
    expect(reported).toEqual([]);
  });

  test("sees principal and request", async () => {
    const seen: unknown[] = [];
    const { host } = createTestHost(
      {},
      {
        authenticate: () => ({ id: "anna" }),
        authorize: async (context, request) => {
          seen.push(context.principal, context.method, request);
          return true;
        },
      },
    );
    await call(host, "GetTask", { id: "t1" });
    expect(seen).toEqual([{ id: "anna" }, "GetTask", { id: "t1" }]);
  });

  test("what is not the caller's looks as if it were not there", async () => {
    const { host } = createTestHost(
      {},
      {
        authorize: (_context, request) => {
          const { id } = request as { id: string };
          if (id === "others") throw errors.TaskNotFoundError(`there is no task ${id}`);
          return true;
        },
      },
    );
    const denied = (await failureOf(call(host, "GetTask", { id: "others" }))) as CallError;
    const missing = (await failureOf(call(host, "GetTask", { id: "absent" }))) as CallError;
    expect({ ...denied, message: denied.message.replace("others", "absent") }).toEqual({
      ...missing,
      message: missing.message,
    });
  });

  test("a hook that fails tells the caller nothing", async () => {
    const { host, reported } = createTestHost({}, { authorize: () => Promise.reject(new Error("secret")) });
    expect(summary(await failureOf(call(host, "GetTask", { id: "t1" })))).toMatchObject({
      status: "INTERNAL",
      message: "internal error",
    });
    expect(reported).toHaveLength(1);
  });

  test("a hook that never answers does not outlive the call", async () => {
    const { host } = createTestHost(
      {},
      { authorize: () => new Promise<boolean>(() => undefined), limits: { callMs: 1 } },
    );
    expect(summary(await failureOf(call(host, "GetTask", { id: "t1" })))).toMatchObject({
      status: "DEADLINE_EXCEEDED",
    });
    await host.close();
  });
});

describe("requests", () => {
  test("every problem is a violation", async () => {
    const { host } = createTestHost();
    const request = { message: { messageId: 1, parts: [], role: "ROLE_NOBODY" } };
    const error = (await failureOf(call(host, "SendMessage", request))) as CallError;
    expect(error.status).toBe("INVALID_ARGUMENT");
    expect(error.violations.map(({ field }) => field).sort()).toEqual([
      "message.messageId",
      "message.parts",
      "message.role",
    ]);
    expect(error.message).toMatch(/^invalid parameters: message\.[a-zA-Z]+: .* \(and 2 more\)$/);
  });
});

test("calls that are refused for their callers are told, with what identifies them, and other errors are not", async () => {
  const seen: unknown[] = [];
  const { host } = createTestHost(
    {
      getTask: async () => {
        throw errors.TaskNotFoundError();
      },
    },
    {
      authenticate: ({ header }) => (header("authorization") === "Bearer a" ? { id: "anna" } : undefined),
      authorize: ({ method }) => method !== "CancelTask",
      onRefused: (error, { method, binding, principal, header }) => {
        seen.push([error.status, method, binding, principal?.id, header("x-forwarded-for")]);
        throw new Error("the log is full");
      },
    },
  );
  const anna = { headers: { authorization: "Bearer a", "x-forwarded-for": "192.0.2.1" } };
  const outcome = async (name: string, request: object, init?: typeof anna): Promise<unknown> =>
    ((await failureOf(host.unary(methodOf(host, name), new TestCall(init), () => request))) as CallError)
      .status;
  expect(await outcome("GetExtendedAgentCard", {})).toBe("UNAUTHENTICATED");
  expect(await outcome("CancelTask", { id: "t1" }, anna)).toBe("PERMISSION_DENIED");
  expect(await outcome("GetTask", { id: "t1" }, anna)).toBe("NOT_FOUND");
  expect(seen).toEqual([
    ["UNAUTHENTICATED", "GetExtendedAgentCard", "TEST", undefined, undefined],
    ["PERMISSION_DENIED", "CancelTask", "TEST", "anna", "192.0.2.1"],
  ]);
});
