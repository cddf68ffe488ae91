import { A2AService, protocol } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import {
  callRaw,
  draft,
  type FamilyOptions,
  shared,
  startFamily,
} from "../../shared/versions/start-family.ts";

interface Sent {
  readonly path: string;
  readonly verb?: string;
  readonly method?: string;
  readonly params?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const say = {
  message: { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "" }] },
};
const newer = { "a2a-version": "1.0" };

/** One call of each binding and version, and every way to the extended card. */
const doors: readonly Sent[] = [
  { path: "/rpc", method: "GetTask", params: { id: "task-1" }, headers: newer },
  { path: "/rpc", method: "GetTask", params: { id: "task-1" } },
  { path: "/rpc", method: "GetExtendedAgentCard", headers: newer },
  { path: "/rpc", method: "tasks/get", params: { id: "task-1" } },
  { path: "/rpc", method: "tasks/get", params: { id: "task-1" }, headers: { "a2a-version": "0.2.6" } },
  { path: "/rpc?A2A-Version=0.3", method: "tasks/get", params: { id: "task-1" } },
  { path: "/rpc", method: "message/stream", params: say },
  { path: "/rpc", method: "tasks/resubscribe", params: { id: "task-1" } },
  { path: "/rpc", method: "tasks/pushNotificationConfig/list", params: { id: "task-1" } },
  { path: "/rpc", method: "agent/getAuthenticatedExtendedCard" },
  { path: "/draft/rpc", method: "GetTask", params: { name: "tasks/task-1" } },
  { path: "/draft/rpc", method: "GetExtendedAgentCard" },
  { path: "/agent/authenticatedExtendedCard", verb: "GET" },
  { path: "/rpc/agent/authenticatedExtendedCard", verb: "GET" },
  { path: "/agent/authenticatedExtendedCard", verb: "HEAD" },
  { path: "/draft/v1/extendedAgentCard", verb: "GET" },
  { path: "/draft/v1/tasks/task-1", verb: "GET" },
  { path: "/rest/extendedAgentCard", verb: "GET", headers: newer },
  { path: "/rest/tasks/task-1", verb: "GET", headers: newer },
];

async function statusOf(
  origin: string,
  { path, verb = "POST", method, params, headers }: Sent,
): Promise<number> {
  const response = await fetch(origin + path, {
    method: verb,
    headers: { "content-type": "application/json", ...headers },
    ...(method === undefined
      ? {}
      : {
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method,
            ...(params === undefined ? {} : { params }),
          }),
        }),
  });
  await response.text();
  return response.status;
}

describe("no version is a way around", () => {
  const security = {
    requirements: [{ schemes: { token: { list: [] } } }],
    schemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
  };

  const deviceCode = {
    deviceAuthorizationUrl: "https://login.example.com/device",
    tokenUrl: "https://login.example.com/token",
    scopes: {},
  };

  test.each<{ readonly name: string; readonly init: FamilyOptions }>([
    {
      name: "what the card asks of callers",
      init: { card: () => ({ securityRequirements: security.requirements }) },
    },
    { name: "what the author asks of them beside the card", init: { options: { security } } },
    {
      name: "what the card asks of them and older cards cannot say",
      init: {
        older: [{ ...shared, cardPrefix: "/older" }, draft],
        card: () => ({
          securitySchemes: { device: { oauth2SecurityScheme: { flows: { deviceCode } } } },
          securityRequirements: [{ schemes: { device: { list: [] } } }],
        }),
      },
    },
  ])("$name", async ({ init }) => {
    const { origin } = await startFamily({
      ...init,
      options: { ...init.options, authenticate: () => undefined },
    });
    const found = await Promise.all(
      doors.map(async (door) => `${door.path} ${door.method ?? ""} ${await statusOf(origin, door)}`),
    );
    expect(found).toStrictEqual(doors.map(({ path, method = "" }) => `${path} ${method} 401`));
  });

  test("what the hook refuses", async () => {
    const reached: string[] = [];
    const { origin, agent } = await startFamily({ options: { authorize: () => false } });
    for (const name of [
      "getTask",
      "sendStreamingMessage",
      "subscribeToTask",
      "getExtendedAgentCard",
    ] as const) {
      Object.defineProperty(agent, name, {
        value: () => {
          reached.push(name);
          throw new Error("reached");
        },
      });
    }
    const found = await Promise.all(
      doors.map(async (door) => `${door.path} ${door.method ?? ""} ${await statusOf(origin, door)}`),
    );
    expect(found).toStrictEqual(doors.map(({ path, method = "" }) => `${path} ${method} 403`));
    expect(reached).toStrictEqual([]);
  });

  test("the extensions that the card requires", async () => {
    const uri = "https://example.com/extensions/needed/v1";
    const { origin } = await startFamily({
      card: () => ({
        capabilities: {
          streaming: true,
          pushNotifications: true,
          extendedAgentCard: true,
          extensions: [{ uri, required: true }],
        },
      }),
    });
    expect(await callRaw(`${origin}/rpc`, "tasks/get", { id: "task-1" })).toMatchObject({
      error: { code: -32004, data: { extension: uri } },
    });
    expect(await callRaw(`${origin}/draft/rpc`, "GetTask", { name: "tasks/task-1" })).toMatchObject({
      error: { code: -32008 },
    });
    expect(
      await callRaw(`${origin}/rpc`, "tasks/get", { id: "task-1" }, { headers: { "x-a2a-extensions": uri } }),
    ).toMatchObject({ id: "task-1" });
  });

  test("the capabilities that the card does not declare", async () => {
    const { origin } = await startFamily({ card: () => ({ capabilities: {} }) });
    const config = { url: "https://example.com/hook" };
    const calls: readonly (readonly [string, string, object, number])[] = [
      ["/rpc", "message/send", { ...say, configuration: { pushNotificationConfig: config } }, -32003],
      [
        "/rpc",
        "tasks/pushNotificationConfig/set",
        { taskId: "task-1", pushNotificationConfig: config },
        -32003,
      ],
      ["/rpc", "message/stream", say, -32004],
      ["/rpc", "agent/getAuthenticatedExtendedCard", {}, -32004],
      [
        "/draft/rpc",
        "SendMessage",
        {
          message: { messageId: "m", role: "user", parts: [{ text: "" }] },
          configuration: { pushNotificationConfig: config },
        },
        -32003,
      ],
      ["/draft/rpc", "SubscribeToTask", { name: "tasks/task-1" }, -32004],
      ["/draft/rpc", "GetExtendedAgentCard", {}, -32004],
    ];
    for (const [path, method, params, code] of calls) {
      expect(await callRaw(origin + path, method, params), `${path} ${method}`).toMatchObject({
        error: { code },
      });
    }
    expect((await fetch(`${origin}/agent/authenticatedExtendedCard`)).status).toBe(400);
  });
});

describe("a request that is odd", () => {
  test.each(["garbage", "1.0, 0.3", "0.3, 0.3", "2.0", "0.1", "0", "v0.3", "__proto__", "constructor"])(
    "is refused with the version %s, whatever its method",
    async (version) => {
      const { origin } = await startFamily();
      for (const method of ["tasks/get", "GetTask"]) {
        expect(
          await callRaw(`${origin}/rpc`, method, { id: "task-1" }, { headers: { "a2a-version": version } }),
        ).toMatchObject({ error: { code: -32009, data: [{ reason: "VERSION_NOT_SUPPORTED" }] } });
      }
    },
  );

  test.each(["0.3.0", "0.2.6", "0.2", "0.3.99"])("is one of 0.3 with the version %s", async (version) => {
    const { origin } = await startFamily();
    const headers = { "a2a-version": version };
    expect(await callRaw(`${origin}/rpc`, "tasks/get", { id: "task-1" }, { headers })).toMatchObject({
      kind: "task",
    });
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "sendMessage", ""])(
    "finds no method of the name %j",
    async (method) => {
      const { origin } = await startFamily();
      for (const headers of [{}, { "a2a-version": "0.3" }, newer]) {
        expect(await callRaw(`${origin}/rpc`, method, {}, { headers })).toMatchObject({
          error: { code: -32601 },
        });
      }
    },
  );

  test("cannot give the prototype of the translated request anything", async () => {
    const { origin } = await startFamily();
    const post = async (body: string): Promise<unknown> => {
      const response = await fetch(`${origin}/rpc`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return response.json();
    };
    expect(
      await post('{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"__proto__":{"id":"task-1"}}}'),
    ).toMatchObject({ error: { code: -32602 } });
    const metadata = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const echoed = await post(
      `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"echo"}],"metadata":${metadata}}}}`,
    );
    expect(JSON.stringify(echoed)).toContain(`"metadata":${metadata}`);
    expect({}).not.toHaveProperty("polluted");
  });

  test("of which nothing comes across does not make the server remember it all", async () => {
    const { origin, losses } = await startFamily();
    const odd = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, 0]));
    const params = { message: { ...say.message, ...odd } };
    expect(await callRaw(`${origin}/rpc`, "message/send", params)).toMatchObject({ kind: "task" });
    const [told] = losses;
    expect(told?.losses.length).toBeLessThanOrEqual(1001);
    expect(told?.losses.at(-1)?.message).toContain("further losses");
  });
});

describe("the signatures of the newest card", () => {
  test("are told as lost where an older version has its own card", async () => {
    const signatures = [{ protected: "e30", signature: "AA" }];
    const { family, losses, origin, agent, warnings } = await startFamily({
      card: () => ({ signatures }),
      older: [draft],
    });
    const [, older] = family.members;
    expect(older?.cardLosses.map(({ path }) => path)).toContain("signatures");
    expect(warnings).toStrictEqual([
      expect.stringContaining("the card of a2a-1.0-draft does not say all of the newest one: signatures: "),
    ]);
    const { getExtendedAgentCard } = agent;
    agent.getExtendedAgentCard = async (...call) => ({
      ...(await getExtendedAgentCard.apply(agent, call)),
      signatures,
    });
    expect(await callRaw(`${origin}/draft/rpc`, "GetExtendedAgentCard")).not.toHaveProperty("signatures");
    expect(losses.flatMap((entry) => entry.losses.map(({ path }) => path))).toContain("signatures");
  });

  test("of a shared card are told as lost too", async () => {
    const signatures = [{ protected: "e30", signature: "AA" }];
    const { family } = await startFamily({ card: () => ({ signatures }), older: [shared] });
    expect(family.members[1]?.cardLosses.map(({ path }) => path)).toContain("signatures");
  });
});

test("a family below a prefix has its card there, under all paths, and one entity tag for it", async () => {
  const { origin } = await startFamily({ http: { discovery: { prefix: "/agents/one" } } });
  const tags = await Promise.all(
    ["agent-card.json", "agent.json"].map(async (name) => {
      const response = await fetch(`${origin}/agents/one/.well-known/${name}`);
      await response.text();
      return response.headers.get("etag");
    }),
  );
  expect(new Set(tags).size).toBe(1);
  const again = await fetch(`${origin}/agents/one/.well-known/agent.json`, {
    headers: { "if-none-match": tags[0] ?? "" },
  });
  expect(again.status).toBe(304);
  expect((await fetch(`${origin}/.well-known/agent.json`)).status).toBe(404);
});

test("an error without a counterpart keeps its code and has the form of the version", async () => {
  const { origin } = await startFamily();
  const fail = (name: string): object => ({
    message: {
      kind: "message",
      messageId: "m",
      role: "user",
      parts: [{ kind: "text", text: `fail ${name}` }],
    },
  });
  const want: readonly (readonly [string, number, string])[] = [
    ["VersionNotSupportedError", -32009, "VERSION_NOT_SUPPORTED"],
    ["ExtensionSupportRequiredError", -32008, "EXTENSION_SUPPORT_REQUIRED"],
    ["ExtendedAgentCardNotConfiguredError", -32007, "AUTHENTICATED_EXTENDED_CARD_NOT_CONFIGURED"],
    ["ContentTypeNotSupportedError", -32005, "CONTENT_TYPE_NOT_SUPPORTED"],
    ["InvalidAgentResponseError", -32006, "INVALID_AGENT_RESPONSE"],
  ];
  for (const [name, code, reason] of want) {
    expect(await callRaw(`${origin}/rpc`, "message/send", fail(name))).toMatchObject({
      error: { code, data: { reason } },
    });
  }
});

test.each(Object.keys(protocol.errors))(
  "%s reaches a client of 1.0 that speaks an older version",
  async (name) => {
    const { origin } = await startFamily();
    const cardOf03: unknown = await (await fetch(`${origin}/agent/authenticatedExtendedCard`)).json();
    for (const card of [Object(cardOf03), `${origin}/draft/.well-known/agent-card.json`]) {
      const { client, protocol: spoken } = await connect(A2AService, card, {
        bindings: [jsonRpc()],
        older: [a2a03ToA2a10, draftToA2a10],
      });
      expect(spoken.name).not.toBe(protocol.name);
      const failed = client.sendMessage({
        message: { messageId: "m", role: "ROLE_USER", parts: [{ text: `fail ${name}` }] },
      });
      const { grpc: status, jsonRpc: code, http, reason } = A2AService.protocol.errors[name] ?? {};
      await expect(failed).rejects.toMatchObject({ name, status, jsonRpc: code, http, reason });
    }
  },
);
