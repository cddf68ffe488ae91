import { createServer } from "node:http";
import { promisify } from "node:util";
import { A2AService, A2AServiceGrpc, type AgentExtension, errors, type Task } from "@a2agen/a2a-1.0";
import { A2AServiceGrpc as DraftGrpc, A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import type { ExtensionSupport } from "@a2agen/runtime/extensions";
import { addGrpcService, createGrpcTransport, grpcServerOptions } from "@a2agen/runtime/grpc";
import { type Host, type HostOptions, implement } from "@a2agen/runtime/host";
import {
  createHostFamily,
  createHttpHandler,
  type HostFamily,
  type HostFamilyOptions,
} from "@a2agen/runtime/server";
import { type CallContext, type ClientOf, createClient } from "@a2agen/runtime/service";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { describe, expect, onTestFinished, test } from "vitest";
import { outcomeOf } from "../../../shared/bindings/outcome.ts";
import { listen } from "../../../shared/interop/our-agent.ts";
import { Search, type TaskSearch, TaskSearchGrpc, TaskSearchService } from "./definitions.ts";
import { type BindingName, bindingNames, cardWith, reporter, startAgent } from "./start-agent.ts";

const uri = Search.uri;

const search: TaskSearch = {
  async searchTasks({ contextId = "" }, context: CallContext) {
    const caller = context.principal?.id;
    const task: Task = {
      id: contextId,
      status: { state: "TASK_STATE_COMPLETED" },
      ...(caller === undefined ? {} : { contextId: caller }),
    };
    return { tasks: [task], nextPageToken: "", pageSize: 1, totalSize: context.activated.length };
  },
  async *watchTasks({ id }) {
    yield { statusUpdate: { taskId: id, contextId: "c", status: { state: "TASK_STATE_WORKING" } } };
  },
};

interface Searching {
  readonly client: ClientOf<TaskSearch>;
  readonly core: { getTask(request: { id: string }): Promise<unknown> };
}

async function start(
  binding: BindingName,
  {
    support = {},
    declared = [{ uri }],
    options = {},
  }: {
    readonly support?: Partial<ExtensionSupport>;
    readonly declared?: readonly AgentExtension[];
    readonly options?: Partial<HostOptions>;
  } = {},
): Promise<Searching> {
  const agent = await startAgent({
    extensions: [{ extension: Search, services: [implement(TaskSearchService, search)], ...support }],
    declared,
    options,
  });
  const connection = await agent.connect(binding, {
    extensions: declared.some(({ required }) => required === true) ? [Search] : [],
  });
  return { client: createClient(TaskSearchService, connection.transport), core: connection.client };
}

const found = (id: string): object => ({ id, status: { state: "TASK_STATE_COMPLETED" } });

const active = { extensions: [uri] };

describe.each(bindingNames)("the methods of an extension over %s", (binding) => {
  test("are called as any other when it is active", async () => {
    const { client } = await start(binding);
    expect(await client.searchTasks({ contextId: "x" }, active)).toEqual({
      tasks: [found("x")],
      nextPageToken: "",
      pageSize: 1,
      totalSize: 1,
    });
    const events: unknown[] = [];
    for await (const event of client.watchTasks({ id: "t" }, active)) events.push(event);
    expect(events).toEqual([
      { statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } },
    ]);
  });

  test("are refused when it was not asked for", async () => {
    const { client } = await start(binding);
    expect(await client.searchTasks({}).catch((error: unknown) => outcomeOf(error))).toEqual({
      kind: "error",
      reason: "EXTENSION_SUPPORT_REQUIRED",
      message: `SearchTasks is a method of the extension ${uri}; declare it in A2A-Extensions`,
      metadata: { extension: uri, requiredExtensions: "" },
      violations: [],
    });
    const stream = client.watchTasks({ id: "t" });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      reason: "EXTENSION_SUPPORT_REQUIRED",
    });
  });

  test("are refused when the policy did not activate it", async () => {
    const { client } = await start(binding, { support: { activate: () => false } });
    await expect(client.searchTasks({}, active)).rejects.toMatchObject({
      reason: "EXTENSION_SUPPORT_REQUIRED",
      message: `the extension ${uri} was not activated for this call; declare it in A2A-Extensions`,
    });
  });

  test("are refused to who may not call the core's either", async () => {
    const closed: Partial<HostOptions> = {
      authenticate: ({ header }) => {
        const name = header("authorization");
        return name === undefined ? undefined : { id: name };
      },
      security: { requirements: [{ schemes: { token: { list: [] } } }], schemes: {} },
      authorize: ({ principal }) => principal?.id === "Bearer alice",
    };
    const { client } = await start(binding, { options: closed });
    await expect(client.searchTasks({}, active)).rejects.toMatchObject({ status: "UNAUTHENTICATED" });
    const as = (name: string) => ({ ...active, headers: { authorization: `Bearer ${name}` } });
    await expect(client.searchTasks({}, as("bob"))).rejects.toMatchObject({ status: "PERMISSION_DENIED" });
    expect((await client.searchTasks({}, as("alice"))).tasks[0]?.contextId).toBe("Bearer alice");
  });

  test("have the core's limits, and its checks of requests", async () => {
    const { client } = await start(binding, { options: { limits: { bodyBytes: 2000 } } });
    await expect(client.searchTasks({ contextId: "x".repeat(3000) }, active)).rejects.toMatchObject({
      status: expect.stringMatching(/RESOURCE_EXHAUSTED|INVALID_ARGUMENT/) as string,
    });
    const wrong = { pageSize: "many" as unknown as number };
    await expect(client.searchTasks(wrong, active)).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
  });

  test("of a required one are called with it, and so are the core's", async () => {
    const { client, core } = await start(binding, { declared: [{ uri, required: true }] });
    expect((await client.searchTasks({})).totalSize).toBe(1);
    await expect(core.getTask({ id: "x" })).rejects.toMatchObject({ status: "UNIMPLEMENTED" });
  });
});

describe("in a family, the methods of an extension", () => {
  const places = [
    { version: "1.0", path: "", headers: { "a2a-version": "1.0", "a2a-extensions": uri } },
    { version: "the draft", path: "/draft", headers: { "a2a-version": "1.0", "a2a-extensions": uri } },
    { version: "0.3", path: "/older", headers: { "x-a2a-extensions": uri } },
  ] as const;
  const tasks = [{ id: "x", status: { state: "TASK_STATE_COMPLETED" } }];

  async function startAll(
    options: Partial<HostFamilyOptions> = {},
  ): Promise<{ origin: string; family: HostFamily }> {
    const server = createServer();
    const origin = await listen(server);
    const family = createHostFamily({
      services: [implement(A2AService, reporter)],
      card: cardWith([{ uri }], `${origin}/rpc`, "JSONRPC"),
      extensions: [{ extension: Search, services: [implement(TaskSearchService, search)] }],
      older: [
        { translation: a2a03ToA2a10, jsonRpc: "/older/rpc", rest: "/older" },
        { translation: draftToA2a10, jsonRpc: "/draft/rpc", rest: "/draft", cardPrefix: "/draft" },
      ],
      onLosses: () => undefined,
      onWarning: () => undefined,
      ...options,
    });
    onTestFinished(() => family.close({ graceMs: 0 }));
    const handler = createHttpHandler(family, { rest: "/", onDeprecated: () => undefined });
    server.on("request", toNodeListener(handler));
    return { origin, family };
  }

  const post = async (url: string, body: object, headers: Readonly<Record<string, string>>) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return {
      activated: response.headers.get("a2a-extensions") ?? response.headers.get("x-a2a-extensions"),
      response,
    };
  };
  const rpc = (method: string, params: object): object => ({ jsonrpc: "2.0", id: "1", method, params });

  test.each(places)("are called over JSON-RPC and HTTP+JSON in $version", async ({ path, headers }) => {
    const { origin } = await startAll();
    const found = await post(`${origin}${path}/rpc`, rpc("SearchTasks", { contextId: "x" }), headers);
    expect(found.activated).toBe(uri);
    expect(await found.response.json()).toMatchObject({ result: { tasks, totalSize: 1 } });
    const watched = await post(`${origin}${path}/rpc`, rpc("WatchTasks", { id: "t" }), headers);
    expect(await watched.response.text()).toContain('"state":"TASK_STATE_WORKING"');
    const rest = await post(`${origin}${path}/search:tasks`, { contextId: "x" }, headers);
    expect(rest.response.status).toBe(200);
    expect(await rest.response.json()).toMatchObject({ tasks, totalSize: 1 });
  });

  test.each(places)(
    "are refused in $version without the extension, and by authorize",
    async ({ path, headers }) => {
      const asked: string[] = [];
      const { origin } = await startAll({
        authorize: ({ method }) => {
          asked.push(method);
          return false;
        },
      });
      const { "a2a-version": version = "0.3" } = headers as Readonly<Record<string, string>>;
      const plain = await post(`${origin}${path}/rpc`, rpc("SearchTasks", {}), { "a2a-version": version });
      expect(await plain.response.json()).toHaveProperty("error");
      const refused = await post(`${origin}${path}/rpc`, rpc("SearchTasks", {}), headers);
      expect(await refused.response.json()).toMatchObject({
        error: { message: "the caller may not call SearchTasks" },
      });
      expect(asked).toContain("SearchTasks");
    },
  );

  test("fail with the errors of the version", async () => {
    const fails: TaskSearch = {
      async searchTasks() {
        throw errors.TaskNotCancelableError();
      },
      async *watchTasks({ id }) {
        yield { statusUpdate: { taskId: id, contextId: "c", status: { state: "TASK_STATE_WORKING" } } };
        throw errors.TaskNotCancelableError();
      },
    };
    const { origin } = await startAll({
      extensions: [{ extension: Search, services: [implement(TaskSearchService, fails)] }],
    });
    const [newest, older] = [places[0], places[1]];
    const call = (path: string) => post(`${origin}${path}/search:tasks`, {}, newest.headers);
    expect((await call(newest.path)).response.status).toBe(400);
    expect((await call(older.path)).response.status).toBe(409);
    const watched = await post(`${origin}${older.path}/rpc`, rpc("WatchTasks", { id: "t" }), older.headers);
    expect(await watched.response.text()).toContain('"code":-32002');
  });

  test("are called over gRPC in 1.0 and the draft, with the codecs of the newest", async () => {
    const { family } = await startAll();
    const [newest, , draft] = family.hosts;
    const server = new GrpcServer(grpcServerOptions(newest));
    addGrpcService(server, newest, [A2AServiceGrpc, TaskSearchGrpc]);
    addGrpcService(server, draft as Host, [DraftGrpc]);
    const port = await promisify(server.bindAsync.bind(server))(
      "localhost:0",
      ServerCredentials.createInsecure(),
    );
    onTestFinished(() => server.forceShutdown());
    const codecs = [DraftGrpc, TaskSearchGrpc];
    const transport = createGrpcTransport({
      protocol: DraftService.protocol,
      address: `localhost:${port}`,
      codecs,
    });
    const client = createClient(TaskSearchService, transport);
    expect(await client.searchTasks({ contextId: "x" }, active)).toMatchObject({ tasks, totalSize: 1 });
  });
});
