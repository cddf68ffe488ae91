import { createServer } from "node:http";
import { promisify } from "node:util";
import { A2AServiceGrpc as OldGrpc } from "@a2agen/a2a-0.3/proto";
import { A2AService, A2AServiceGrpc, errors, type Task } from "@a2agen/a2a-1.0";
import { A2AServiceGrpc as DraftGrpc, A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { connect } from "@a2agen/runtime/client";
import { addGrpcService, createGrpcTransport, grpc, grpcServerOptions } from "@a2agen/runtime/grpc";
import { implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import {
  createHostFamily,
  createHttpHandler,
  type HostFamily,
  type HostFamilyOptions,
} from "@a2agen/runtime/server";
import { type CallContext, createClient } from "@a2agen/runtime/service";
import { a2a03ProtoToA2a10, a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../../../shared/interop/our-agent.ts";
import { Search, type TaskSearch, TaskSearchGrpc, TaskSearchService } from "../definitions.ts";
import { cardWith, reporter } from "../start-agent.ts";

const uri = Search.uri;

const search: TaskSearch = {
  async searchTasks({ contextId = "" }, context: CallContext) {
    if (contextId === "none") throw errors.TaskNotFoundError();
    const task: Task = { id: contextId, status: { state: "TASK_STATE_COMPLETED" } };
    return { tasks: [task], nextPageToken: "", pageSize: 1, totalSize: context.activated.length };
  },
  async *watchTasks({ id }) {
    yield { statusUpdate: { taskId: id, contextId: "c", status: { state: "TASK_STATE_WORKING" } } };
  },
};

const active = { extensions: [uri] };

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

  const watched = [
    { statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } },
  ];
  const allOlder = [
    { translation: a2a03ToA2a10 },
    { translation: a2a03ProtoToA2a10 },
    { translation: draftToA2a10, jsonRpc: "/draft/rpc", rest: "/draft", cardPrefix: "/draft" },
  ];
  const versions = {
    "1.0": { codecs: [A2AServiceGrpc], protocol: A2AService.protocol },
    draft: { codecs: [DraftGrpc], protocol: DraftService.protocol },
    "0.3": { codecs: [OldGrpc], protocol: OldGrpc.service.protocol },
  } as const;
  type Version = keyof typeof versions;

  /**
   * Serves the versions in the order of `added`; the codecs of the extension come with the first of `known`.
   */
  async function startGrpc(family: HostFamily, added: readonly Version[], known: Version): Promise<string> {
    const server = new GrpcServer(grpcServerOptions(family.hosts[0]));
    for (const version of added) {
      const { protocol, codecs } = versions[version];
      const host = family.hosts.find((each) => each.protocol.name === protocol.name);
      if (host === undefined) throw new Error(`expected a host of ${version}`);
      addGrpcService(server, host, version === known ? [...codecs, TaskSearchGrpc] : codecs);
    }
    const port = await promisify(server.bindAsync.bind(server))(
      "localhost:0",
      ServerCredentials.createInsecure(),
    );
    onTestFinished(() => server.forceShutdown());
    return `localhost:${port}`;
  }

  function searchOver(address: string, { protocol, codecs }: (typeof versions)[Version]) {
    const transport = createGrpcTransport({ protocol, address, codecs: [...codecs, TaskSearchGrpc] });
    onTestFinished(() => transport.close());
    return createClient(TaskSearchService, transport);
  }

  test.each([
    { version: "0.3", binding: "JSONRPC", place: "/older/rpc" },
    { version: "0.3", binding: "HTTP+JSON", place: "/older" },
    { version: "0.3", binding: "GRPC", place: "" },
    { version: "1.0", binding: "GRPC", place: "" },
  ])("are called by a connection over $binding in $version", async ({ version, binding, place }) => {
    const older = [
      { translation: a2a03ToA2a10, jsonRpc: "/older/rpc" },
      { translation: a2a03ProtoToA2a10, rest: "/older" },
    ];
    const { origin, family } = await startAll({ older });
    const address = await startGrpc(family, ["0.3", "1.0"], "1.0");
    const url = binding === "GRPC" ? address : `${origin}${place}`;
    const card = cardWith([{ uri }], url, binding);
    const supportedInterfaces = [{ url, protocolBinding: binding, protocolVersion: version }];
    const { client, transport, close } = await connect(
      A2AService,
      { ...card, supportedInterfaces },
      {
        bindings: [jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc, OldGrpc, TaskSearchGrpc] })],
        older: [a2a03ToA2a10, a2a03ProtoToA2a10],
        resume: false,
      },
    );
    onTestFinished(() => close());
    const own = createClient(TaskSearchService, transport);
    expect(await own.searchTasks({ contextId: "x" }, active)).toMatchObject({ tasks, totalSize: 1 });
    const events: unknown[] = [];
    for await (const event of own.watchTasks({ id: "t" }, active)) events.push(event);
    expect(events).toEqual(watched);
    await expect(own.searchTasks({ contextId: "none" }, active)).rejects.toMatchObject({
      name: "TaskNotFoundError",
    });
    await expect(own.searchTasks({ contextId: "x" })).rejects.toMatchObject({
      name: version === "1.0" ? "ExtensionSupportRequiredError" : "UnsupportedOperationError",
    });
    await expect(client.listTasks({})).rejects.toMatchObject({
      origin: version === "1.0" ? undefined : "client",
    });
  });

  test.each([
    { added: ["1.0", "draft", "0.3"], known: "1.0" },
    { added: ["draft", "0.3", "1.0"], known: "1.0" },
    { added: ["0.3", "draft", "1.0"], known: "draft" },
  ] as const)("are called over gRPC in every version, added as $added", async ({ added, known }) => {
    const { family } = await startAll({ older: allOlder });
    const address = await startGrpc(family, added, known);
    for (const version of Object.values(versions)) {
      const client = searchOver(address, version);
      expect(await client.searchTasks({ contextId: "x" }, active)).toMatchObject({ tasks, totalSize: 1 });
      const events: unknown[] = [];
      for await (const event of client.watchTasks({ id: "t" }, active)) events.push(event);
      expect(events).toEqual(watched);
      await expect(client.searchTasks({})).rejects.toMatchObject({
        message: expect.stringContaining(`SearchTasks is a method of the extension ${uri}`) as string,
      });
    }
  });

  test("need their codecs over gRPC with the host that they were written for, at the latest", async () => {
    const { family } = await startAll({ older: allOlder });
    await expect(startGrpc(family, ["draft", "1.0"], "0.3")).rejects.toThrow(
      new TypeError(
        "example.search.v1.TaskSearch: no binary codecs for SearchTasks; give those of every service of the host",
      ),
    );
  });
});
