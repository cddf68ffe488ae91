import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { describe, expect, it } from "vitest";
import {
  type ConnectOptions,
  connect,
  isConnectError,
} from "../../../../packages/runtime/src/client/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { rest } from "../../../../packages/runtime/src/rest/index.ts";
import { isCallError } from "../../../../packages/runtime/src/service/index.ts";
import {
  cardOf,
  draftCardOf,
  errorOf,
  hello,
  startAgent,
  startDraftAgent,
  statusEvent,
  task,
  taskEvent,
} from "../../../shared/client/agents.ts";
import { sendJson, startServer } from "../../../shared/client/web-server.ts";
import { collect } from "../../../shared/collect.ts";

const bindings = [jsonRpc(), rest()];

describe("a connection", () => {
  it("is made from the card of an agent and calls it", async () => {
    const agent = await startAgent();
    const connection = await connect(A2AService, agent.origin, { bindings });

    expect(connection.card).toEqual(cardOf(agent.origin));
    expect(connection.interface).toEqual({
      url: `${agent.origin}/rpc`,
      protocolBinding: "JSONRPC",
      protocolVersion: "1.0",
    });
    expect(connection.transport.binding).toBe("JSONRPC");
    expect(await connection.client.sendMessage(hello)).toEqual({
      task: task("task-1", "TASK_STATE_COMPLETED"),
    });
    expect(await collect(connection.client.sendStreamingMessage(hello))).toEqual([
      taskEvent("task-1", "TASK_STATE_WORKING"),
      statusEvent("task-1", "TASK_STATE_COMPLETED"),
    ]);
    expect(connection.warnings).toEqual([]);
    expect(agent.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
      "GET /.well-known/agent-card.json",
      "POST /rpc",
      "POST /rpc",
    ]);
    await connection.close();
  });

  it("is made in the draft, whose card has one version for all interfaces", async () => {
    const agent = await startDraftAgent();
    for (const binding of bindings) {
      const connection = await connect(DraftService, agent.origin, { bindings: [binding] });
      expect(connection.card).toEqual(draftCardOf(agent.origin));
      expect(connection.interface.protocolVersion).toBe("1.0");
      expect(await connection.client.getTask({ name: "tasks/7" })).toEqual({
        id: "7",
        contextId: "context-1",
        status: { state: "working" },
      });
    }
  });

  it("takes up a stream of the draft again by the task's name", async () => {
    const agent = await startDraftAgent();
    const { client } = await connect(DraftService, agent.origin, {
      bindings,
      resume: { initialDelayMs: 0 },
    });
    const events = await collect(
      client.sendStreamingMessage({
        message: { messageId: "message-1", contextId: "context-1", role: "user", parts: [{ text: "hello" }] },
      }),
    );
    expect(events.map(({ task }) => task?.status.state)).toEqual(["working", "completed"]);
    expect(agent.calls.map(({ method, request }) => [method, (request as { name?: string }).name])).toEqual([
      ["SendStreamingMessage", undefined],
      ["SubscribeToTask", "tasks/task-1"],
    ]);
  });

  it("is made from a card that the caller has, and leaves that as it is", async () => {
    const agent = await startAgent();
    const card = { ...cardOf(agent.origin), documentationUrl: null } as unknown as AgentCard;
    const connection = await connect(A2AService, card, { bindings });
    expect(await connection.client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
    expect(card).toHaveProperty("documentationUrl", null);
    expect(connection.card).not.toHaveProperty("documentationUrl");
    expect(await connection.refreshCard()).toEqual(cardOf(agent.origin));
    expect(agent.seen.map(({ target }) => target)).toEqual(["/rpc"]);
  });

  it("sends version, extensions and headers with every call, and its own headers not for the card", async () => {
    const declared = { capabilities: { extensions: [{ uri: "https://example.com/one" }] } };
    const agent = await startAgent({ card: (origin) => cardOf(origin, declared) });
    const connection = await connect(A2AService, agent.origin, {
      bindings,
      extensions: ["https://example.com/one"],
      headers: () => ({ "X-Trace": "7" }),
      cardHeaders: { "x-card": "yes" },
    });
    await connection.client.getTask(
      { id: "7" },
      { extensions: ["https://example.com/two"], headers: { "x-trace": "8", "x-own": "1" } },
    );
    const [card, call] = agent.seen;
    expect(card?.headers).toMatchObject({ "x-card": "yes" });
    expect(card?.headers).not.toHaveProperty("x-trace");
    expect(call?.headers).toMatchObject({
      "a2a-version": "1.0",
      "a2a-extensions": "https://example.com/one,https://example.com/two",
      "x-trace": "8",
      "x-own": "1",
    });
    expect(call?.headers).not.toHaveProperty("x-card");
  });

  it("puts the tenant of the interface into requests that name none", async () => {
    const card = (origin: string): AgentCard =>
      cardOf(origin, {
        supportedInterfaces: [
          { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "blue" },
          { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "green" },
        ],
      });
    const agent = await startAgent({ card });
    const { client } = await connect(A2AService, agent.origin, { bindings });
    await client.sendMessage(hello);
    await client.sendMessage({ ...hello, tenant: "green" });
    await collect(client.sendStreamingMessage(hello));
    expect(agent.calls.map(({ context }) => context.tenant)).toEqual(["blue", "green", "blue"]);
  });

  it("ends its calls when it is closed", async () => {
    const agent = await startAgent({ handler: { getTask: (_request, { signal }) => untilAborted(signal) } });
    const { client, close } = await connect(A2AService, agent.origin, { bindings });
    const call = errorOf(client.getTask({ id: "7" }));
    await close();
    expect(await call).toMatchObject({ status: "CANCELLED" });
    expect(await errorOf(client.getTask({ id: "7" }))).toMatchObject({ status: "CANCELLED" });
  });

  it("ends with the signal of its caller, before it is there and afterwards", async () => {
    const silent = await startServer(() => undefined);
    const controller = new AbortController();
    const opening = errorOf(connect(A2AService, silent.origin, { bindings, signal: controller.signal }));
    controller.abort(new Error("enough"));
    expect(await opening).toMatchObject({ status: "CANCELLED" });

    const agent = await startAgent({ handler: { getTask: (_request, { signal }) => untilAborted(signal) } });
    const second = new AbortController();
    const { client } = await connect(A2AService, agent.origin, { bindings, signal: second.signal });
    const call = errorOf(client.getTask({ id: "7" }, { signal: new AbortController().signal }));
    second.abort();
    expect(await call).toMatchObject({ status: "CANCELLED" });
  });

  it("gives calls its time limit", async () => {
    const agent = await startAgent({ handler: { getTask: (_request, { signal }) => untilAborted(signal) } });
    const card = cardOf(agent.origin);
    const { client } = await connect(A2AService, card, { bindings, timeoutMs: 50 });
    expect(await errorOf(client.getTask({ id: "7" }))).toMatchObject({ status: "DEADLINE_EXCEEDED" });
  });

  it("lets interceptors of its caller see calls first", async () => {
    const agent = await startAgent();
    const seen: string[] = [];
    const { client } = await connect(A2AService, agent.origin, {
      bindings,
      interceptors: [
        (inner) => ({
          ...inner,
          unary: (method, request, options) => {
            seen.push(`${method.name} ${JSON.stringify(options)}`);
            return inner.unary(method, request, options);
          },
        }),
      ],
    });
    await client.getTask({ id: "7" });
    expect(seen).toEqual(["GetTask {}"]);
  });
});

describe("the interface", () => {
  const choose = async (
    supportedInterfaces: AgentCard["supportedInterfaces"],
    options: Partial<ConnectOptions> = {},
  ): Promise<string> => {
    const card = cardOf("https://agent.example.com", { supportedInterfaces });
    return (await connect(A2AService, card, { bindings, ...options })).interface.url;
  };

  it("is the first of the card that can be used", async () => {
    const offers = [
      { url: "https://a.example.com", protocolBinding: "GRPC", protocolVersion: "1.0" },
      { url: "https://b.example.com", protocolBinding: "HTTP+JSON", protocolVersion: "0.3" },
      { url: "ftp://c.example.com", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
      { url: "https://d.example.com", protocolBinding: "HTTP+JSON", protocolVersion: "1.0.7" },
      { url: "https://e.example.com", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    ];
    expect(await choose(offers)).toBe("https://d.example.com");
    expect(await choose(offers, { bindings: [jsonRpc()] })).toBe("https://e.example.com");
  });

  it("is an error that lists what the card offers and what is installed when there is none", async () => {
    const error = await errorOf(
      choose([
        { url: "https://a.example.com", protocolBinding: "GRPC", protocolVersion: "1.0" },
        { url: "https://b.example.com", protocolBinding: "JSONRPC", protocolVersion: "2.0" },
        { url: "https://c.example.com", protocolBinding: "JSONRPC", protocolVersion: "" },
      ]),
    );
    expect(isConnectError(error, "no-interface")).toBe(true);
    expect((error as Error).message).toBe(
      'no interface of the card can be used. The card offers "GRPC" "1.0" at "https://a.example.com": the binding is not installed; "JSONRPC" "2.0" at "https://b.example.com": the version is not spoken here; "JSONRPC" without a version at "https://c.example.com": the card does not name its version. Installed: JSONRPC 1.0, HTTP+JSON 1.0',
    );
  });

  it("may be at another port than the card", async () => {
    const agent = await startAgent();
    const directory = await startServer((_request, response) => sendJson(response, cardOf(agent.origin)));
    const { client, warnings } = await connect(A2AService, directory.origin, { bindings });
    expect(warnings).toEqual([]);
    expect(await client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
  });

  it("may be at another host than the card, with a warning", async () => {
    const agent = await startAgent();
    const origin = agent.origin.replace("127.0.0.1", "localhost");
    const directory = await startServer((_request, response) => sendJson(response, cardOf(origin)));
    const told: unknown[] = [];
    const { client, warnings } = await connect(A2AService, directory.origin, {
      bindings,
      onWarning: (warning) => told.push(warning),
    });
    expect(warnings).toEqual([
      {
        about: "interface",
        path: "",
        message: `the card of ${directory.origin} names an interface at another host, ${origin}`,
      },
    ]);
    expect(told).toEqual(warnings);
    expect(await client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
  });
});

describe("the card", () => {
  it("is at the URL itself when that ends in .json, and below it otherwise", async () => {
    const agent = await startServer((request, response) => {
      const isThere = ["/cards/one.json", "/agents/two/.well-known/agent-card.json"].includes(
        new URL(request.url ?? "", "http://localhost").pathname,
      );
      sendJson(response, isThere ? cardOf("http://127.0.0.1:9") : {}, isThere ? 200 : 404);
    });
    await connect(A2AService, `${agent.origin}/cards/one.json?x=1#part`, { bindings });
    await connect(A2AService, new URL(`${agent.origin}/agents/two/`), { bindings });
    await connect(A2AService, `${agent.origin}/agents/two`, { bindings });
    expect(agent.seen.map(({ target }) => target)).toEqual([
      "/cards/one.json?x=1",
      "/agents/two/.well-known/agent-card.json",
      "/agents/two/.well-known/agent-card.json",
    ]);
  });

  it("is looked for where older servers have it, which may have a page under every other path", async () => {
    for (const status of [404, 405, 410, 200]) {
      const agent = await startServer((request, response) => {
        if (request.url === "/.well-known/agent.json") sendJson(response, cardOf("http://127.0.0.1:9"));
        else response.writeHead(status, { "content-type": "text/html" }).end("<h1>Agent</h1>");
      });
      const { card } = await connect(A2AService, agent.origin, { bindings });
      expect(card).toEqual(cardOf("http://127.0.0.1:9"));
    }
  });

  it("is an error that says what was tried when there is none", async () => {
    const agent = await startServer((_request, response) => response.writeHead(404).end());
    const error = await errorOf(connect(A2AService, agent.origin, { bindings }));
    expect(isConnectError(error, "card-not-found")).toBe(true);
    expect((error as Error).message).toBe(
      `no agent card found: ${agent.origin}/.well-known/agent-card.json: HTTP status 404; ${agent.origin}/.well-known/agent.json: HTTP status 404`,
    );
  });

  it("is not looked for elsewhere when the server refuses it or cannot be reached", async () => {
    const agent = await startServer((_request, response) => response.writeHead(403).end());
    expect(await errorOf(connect(A2AService, agent.origin, { bindings }))).toMatchObject({
      status: "PERMISSION_DENIED",
      message: `${agent.origin}/.well-known/agent-card.json: expected an agent card, got HTTP status 403`,
    });
    expect(agent.seen).toHaveLength(1);
    await agent.kill();
    expect(await errorOf(connect(A2AService, agent.origin, { bindings }))).toMatchObject({
      status: "UNAVAILABLE",
    });
  });

  it("is found through redirects of one origin only", async () => {
    const other = await startServer((_request, response) => sendJson(response, cardOf("http://127.0.0.1:9")));
    const agent = await startServer((request, response) => {
      const to = (location: string): void => void response.writeHead(302, { location }).end();
      if (request.url === "/good/.well-known/agent-card.json") to("../moved.json");
      else if (request.url === "/good/moved.json") sendJson(response, cardOf("http://127.0.0.1:9"));
      else if (request.url?.startsWith("/bad/") === true) to(`${other.origin}/card.json`);
      else if (request.url?.startsWith("/odd/") === true) to("http://[");
      else if (request.url?.startsWith("/file/") === true) to("file:///etc/passwd");
      else to(request.url ?? "");
    });
    const { card } = await connect(A2AService, `${agent.origin}/good`, { bindings });
    expect(card).toEqual(cardOf("http://127.0.0.1:9"));
    const messages = await Promise.all(
      ["bad", "odd", "file", "loop"].map(async (path) =>
        String(await errorOf(connect(A2AService, `${agent.origin}/${path}`, { bindings }))),
      ),
    );
    const at = (path: string): string => `CallError: ${agent.origin}/${path}/.well-known/agent-card.json`;
    expect(messages).toEqual([
      `${at("bad")}: redirects to another origin, ${other.origin}; give the URL of the card there if it is trusted`,
      `${at("odd")}: redirects to another origin, which is no URL; give the URL of the card there if it is trusted`,
      `${at("file")}: redirects to another origin, null; give the URL of the card there if it is trusted`,
      `${at("loop")}: more than 5 redirects`,
    ]);
    expect(other.seen).toEqual([]);
  });

  it("is shown as it was sent to who verifies it, before anything of it is used", async () => {
    const agent = await startAgent();
    const seen: unknown[] = [];
    await connect(A2AService, agent.origin, { bindings, verifyCard: (card) => void seen.push(card) });
    expect(seen).toEqual([cardOf(agent.origin)]);
    const error = await errorOf(
      connect(A2AService, agent.origin, {
        bindings,
        verifyCard: () => Promise.reject(new Error("not signed")),
      }),
    );
    expect(String(error)).toBe("Error: not signed");
  });

  it("can be fetched again, and then counts for further calls", async () => {
    let streaming = true;
    let at = (origin: string): string => origin;
    const agent = await startAgent({
      card: (origin) => cardOf(at(origin), { capabilities: { streaming } }),
    });
    const connection = await connect(A2AService, agent.origin, { bindings });
    expect(await collect(connection.client.sendStreamingMessage(hello))).toHaveLength(2);
    streaming = false;
    at = () => "https://elsewhere.example.com";
    expect(await connection.refreshCard()).toMatchObject({ capabilities: { streaming: false } });
    expect(connection.card).toMatchObject({ capabilities: { streaming: false } });
    expect(await errorOf(collect(connection.client.sendStreamingMessage(hello)))).toMatchObject({
      name: "UnsupportedOperationError",
    });
    expect(connection.warnings).toEqual([
      {
        about: "interface",
        path: "",
        message: `the card no longer offers the interface in use, "${agent.origin}/rpc"`,
      },
    ]);
  });
});

describe("what the card declares", () => {
  it("is checked before a call is sent, unless that is switched off", async () => {
    const agent = await startAgent({ card: (origin) => cardOf(origin, { capabilities: {} }) });
    const { client } = await connect(A2AService, agent.origin, { bindings });
    const url = "https://example.com/hook";
    const errors = [
      await errorOf(collect(client.sendStreamingMessage(hello))),
      await errorOf(client.getExtendedAgentCard({})),
      await errorOf(client.createTaskPushNotificationConfig({ taskId: "7", url })),
      await errorOf(client.sendMessage({ ...hello, configuration: { taskPushNotificationConfig: { url } } })),
    ];
    expect(errors.map(String)).toEqual([
      "UnsupportedOperationError: SendStreamingMessage needs the capability streaming, which this agent's card does not declare",
      "UnsupportedOperationError: GetExtendedAgentCard needs the capability extendedAgentCard, which this agent's card does not declare",
      "PushNotificationNotSupportedError: CreateTaskPushNotificationConfig needs the capability pushNotifications, which this agent's card does not declare",
      "PushNotificationNotSupportedError: configuration.taskPushNotificationConfig needs the capability pushNotifications, which this agent's card does not declare",
    ]);
    expect(agent.callRequests).toEqual([]);

    const unchecked = await connect(A2AService, agent.origin, { bindings, checkCapabilities: false });
    expect(await errorOf(collect(unchecked.client.sendStreamingMessage(hello)))).toMatchObject({
      name: "UnsupportedOperationError",
    });
    expect(agent.callRequests).toHaveLength(1);
  });

  it("can be an extension without which no connection is made", async () => {
    const uri = "https://example.com/required/v1";
    const agent = await startAgent({
      card: (origin) => cardOf(origin, { capabilities: { extensions: [{ uri, required: true }] } }),
    });
    const error = await errorOf(connect(A2AService, agent.origin, { bindings }));
    expect(isCallError(error, "ExtensionSupportRequiredError")).toBe(true);
    expect(error).toMatchObject({ metadata: { extension: uri } });
    const { client } = await connect(A2AService, agent.origin, { bindings, extensions: [uri] });
    expect(await client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
  });
});

describe("wrong options", () => {
  it("are told before anything is sent", async () => {
    const wrong = async (url: string, options: Partial<ConnectOptions> = {}): Promise<string> =>
      String(await errorOf(connect(A2AService, url, { bindings, ...options })));
    const notUrl =
      "TypeError: card: expected an absolute http or https URL without user and password, found another text";
    expect(await wrong("agent.example.com")).toBe(notUrl);
    expect(await wrong("file:///etc/passwd")).toBe(notUrl);
    expect(await wrong("javascript:alert(1)")).toBe(notUrl);
    expect(await wrong("https://me:secret@agent.example.com")).toBe(notUrl);
    expect(await wrong("https://agent.example.com", { extensions: ["no uri, at all"] })).toBe(
      'TypeError: extensions: expected URIs, found "no uri, at all"',
    );
    expect(await wrong("https://agent.example.com", { retry: { attempts: 0 } })).toBe(
      "RangeError: attempts: expected a whole number from 1, found 0",
    );
    expect(await wrong("https://agent.example.com", { resume: { initialDelayMs: -1 } })).toBe(
      "RangeError: initialDelayMs: expected milliseconds from 0, found -1",
    );
  });
});

async function untilAborted(signal: AbortSignal): Promise<never> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  throw new Error("aborted");
}
