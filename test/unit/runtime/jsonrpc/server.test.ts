import { A2AService, errors } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { defineService } from "../../../../packages/runtime/src/codegen/service.ts";
import { createHost, implement } from "../../../../packages/runtime/src/host/index.ts";
import { createJsonRpcHandler } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import type { Method } from "../../../../packages/runtime/src/service/index.ts";
import { agent, framing, getTask, task } from "./get-task.ts";
import { call, post, type RawAnswer, serve, serveHost } from "./serve.ts";

const json = "application/json";

describe("a request", () => {
  test("is answered with the result, in the fewest bytes", async () => {
    const { status, type, body } = await post(await serve(agent), JSON.stringify(getTask()));
    expect({ status, type, body }).toEqual({
      status: 200,
      type: json,
      body: '{"jsonrpc":"2.0","id":1,"result":{"id":"task-1","status":{"state":"TASK_STATE_WORKING"}}}',
    });
  });

  const ids: { name: string; given: string }[] = [
    { name: "a string", given: '"a"' },
    { name: "the empty string", given: '""' },
    { name: "a string of digits", given: '"1"' },
    { name: "quotes, control characters and half of a surrogate pair", given: '"\\"\\u0000\\n\\ud800"' },
    { name: "0", given: "0" },
    { name: "a negative number", given: "-7" },
    { name: "the largest integer", given: "9007199254740991" },
    { name: "null", given: "null" },
  ];

  test.each(ids)("gets its id back with its type: $name", async ({ given }) => {
    const request = `{"jsonrpc":"2.0","method":"GetTask","params":{"id":"a"},"id":${given}}`;
    const failing = `{"jsonrpc":"2.0","method":"GetTask","params":{},"id":${given}}`;
    const url = await serve(agent);
    expect((await post(url, request)).body).toMatch(`{"jsonrpc":"2.0","id":${given},"result":{`);
    expect((await post(url, failing)).body).toMatch(`{"jsonrpc":"2.0","id":${given},"error":{`);
  });

  test("may name a method by its alias", async () => {
    const url = await serve({ listTaskPushNotificationConfigs: async () => ({}) });
    const request = { jsonrpc: "2.0", id: 1, params: { taskId: "a" } };
    const want = { jsonrpc: "2.0", id: 1, result: {} };
    expect(await call(url, { ...request, method: "ListTaskPushNotificationConfigs" })).toEqual(want);
    expect(await call(url, { ...request, method: "ListTaskPushNotificationConfig" })).toEqual(want);
  });

  test("without params has no fields", async () => {
    const seen: unknown[] = [];
    const url = await serve({
      async listTasks(request) {
        seen.push({ ...request });
        // What a handler does to its request is of no matter to the next one.
        Object.assign(request, { pageSize: 1 });
        return { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 };
      },
    });
    const request = { jsonrpc: "2.0", id: 1, method: "ListTasks" };
    await call(url, request);
    await call(url, request);
    await call(url, { ...request, params: {} });
    expect(seen).toEqual([{}, {}, {}]);
  });

  test("may have members that JSON-RPC does not know, a byte order mark, and names of the prototype", async () => {
    const text = JSON.stringify(getTask({ params: { id: "a", toString: 1 }, trace: "b", constructor: 2 }));
    const { body } = await post(await serve(agent), `\ufeff${text}`);
    expect(JSON.parse(body)).toMatchObject({ id: 1, result: { id: "a" } });
  });

  test.each([
    { name: "the type as it is", type: "application/json" },
    { name: "other spelling and encoding", type: "Application/JSON; charset=UTF-8" },
    { name: "a quoted encoding", type: 'application/json;charset="utf-8"' },
    { name: "an unknown parameter", type: "application/json; profile=x" },
  ])("may have as content type $name", async ({ type }) => {
    expect((await post(await serve(agent), JSON.stringify(getTask()), { "content-type": type })).status).toBe(
      200,
    );
  });

  test("for another path is for someone else", async () => {
    const url = await serve(agent, { path: "/rpc" });
    const text = JSON.stringify(getTask());
    const found = await Promise.all(
      ["/rpc", "/rpc?a=/b", "/", "/rpc/", "/rpc/a", "/RPC"].map(
        async (path) => (await post(`${url}${path}`, text)).status,
      ),
    );
    expect(found).toEqual([200, 200, 404, 200, 404, 404]);
  });

  test("reaches the handler with what its headers say", async () => {
    const seen: unknown[] = [];
    const url = await serve({
      async getTask({ id }, { method, binding, version, extensions, tenant, header }) {
        seen.push({ id, method, binding, version, extensions, tenant, header: typeof header });
        return task;
      },
    });
    const headers = {
      "a2a-version": "1.0.1",
      "x-a2a-extensions": "https://a.example/1, https://b.example/2",
    };
    await call(url, getTask({ params: { id: "a", tenant: "b" } }), headers);
    expect(seen).toEqual([
      {
        id: "a",
        method: "GetTask",
        binding: "JSONRPC",
        version: "1.0",
        extensions: ["https://a.example/1", "https://b.example/2"],
        tenant: "b",
        header: "function",
      },
    ]);
  });

  test("is told which extensions are in use; what is no URI is refused", async () => {
    const url = await serve({
      async getTask(_, context) {
        context.activate("https://a.example/1");
        for (const text of [
          "https://b.example/2\r\nset-cookie: a=b",
          "https://c.example/3,https://d.example/4",
        ])
          expect(() => context.activate(text)).toThrow(TypeError);
        context.activate("https://e.example/5");
        return task;
      },
    });
    const { headers } = await post(url, JSON.stringify(getTask()));
    expect([headers.get("a2a-extensions"), headers.get("set-cookie")]).toEqual([
      "https://a.example/1,https://e.example/5",
      null,
    ]);
  });
});

describe("a notification", () => {
  const notification = { jsonrpc: "2.0", method: "GetTask", params: { id: "a" } };
  const nothing: RawAnswer = { status: 204, type: null, body: "" };

  async function notify(url: string, request: unknown): Promise<RawAnswer> {
    const { status, type, body } = await post(url, JSON.stringify(request));
    return { status, type, body };
  }

  test("is executed and has no answer", async () => {
    const seen: string[] = [];
    const url = await serve({
      async getTask({ id }) {
        seen.push(id);
        return task;
      },
    });
    expect(await notify(url, notification)).toEqual(nothing);
    expect(seen).toEqual(["a"]);
  });

  test.each([
    { name: "the handler fails", request: notification },
    { name: "its params are invalid", request: { ...notification, params: {} } },
    { name: "its method is unknown", request: { ...notification, method: "Unknown" } },
  ])("has no answer either when $name", async ({ request }) => {
    const url = await serve({
      getTask() {
        throw errors.TaskNotFoundError();
      },
    });
    expect(await notify(url, request)).toEqual(nothing);
  });

  test("that is no request object has an answer", async () => {
    const { status, body } = await notify(await serve(agent), { jsonrpc: "2.0" });
    expect([status, JSON.parse(body)]).toEqual([
      200,
      framing(null, -32600, expect.stringContaining("method")),
    ]);
  });
});

describe("methods", () => {
  function unary(name: string, more: Partial<Method> = {}): Method {
    const { input, output } = A2AService.methods.getTask;
    return { name, kind: "unary", input, output, http: [], ...more };
  }

  function service(
    typeName: string,
    methods: Readonly<Record<string, Method>>,
  ): ReturnType<typeof implement> {
    const handler = Object.fromEntries(
      Object.keys(methods).map((key) => [key, async () => ({ ...task, id: `${typeName}.${key}` })]),
    );
    return implement(
      defineService<Record<string, unknown>>({ typeName, protocol: A2AService.protocol, methods }),
      handler,
    );
  }

  test("of several services are served, a name before an alias", async () => {
    const url = await serveHost({
      services: [
        service("a.B", { one: unary("One", { aliases: ["Two", "Three"] }) }),
        service("a.C", { two: unary("Two") }),
      ],
    });
    const found = await Promise.all(["One", "Two", "Three"].map((method) => call(url, getTask({ method }))));
    expect(found).toMatchObject(["a.B.one", "a.C.two", "a.B.one"].map((id) => ({ result: { id } })));
  });

  test.each([
    { name: "name", first: unary("One"), second: unary("One") },
    {
      name: "alias",
      first: unary("Two", { aliases: ["One"] }),
      second: unary("Three", { aliases: ["One"] }),
    },
  ])("with the same $name cannot be served", ({ first, second }) => {
    const host = createHost({ services: [service("a.B", { a: first }), service("a.C", { b: second })] });
    expect(() => createJsonRpcHandler(host)).toThrow(
      `JSON-RPC names methods without their service: a.B.${first.name} and a.C.${second.name} would both be One; serve them by hosts of their own, at different paths`,
    );
  });
});
