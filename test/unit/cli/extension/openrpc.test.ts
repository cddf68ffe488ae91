import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import type { Extension, ExtensionErrors } from "@a2agen/runtime/extensions";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createHttpHandler } from "@a2agen/runtime/server";
import { type ClientOf, createClient, type ServiceDefinition } from "@a2agen/runtime/service";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../../shared/interop/our-agent.ts";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";
import { say, startAgent } from "../../runtime/extensions/start-agent.ts";

/** Below the repository, where generated code finds the runtime. */
const temporary = join(import.meta.dirname, "../../../../.tmp");
let workspace: string;

beforeAll(async () => {
  await mkdir(temporary, { recursive: true });
  workspace = await mkdtemp(join(temporary, "openrpc-"));
});

afterAll(() => rm(workspace, { recursive: true, force: true }));

/** In the shape of the releases: names in snake case, schemas in a file beside the folder. */
const shop = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://example.com/bundle.schema.json",
  $defs: {
    Order: {
      type: "object",
      properties: { id: { type: "string" }, amount: { type: "integer", minimum: 1 } },
      required: ["id"],
      additionalProperties: false,
    },
  },
};
const document = {
  openrpc: "1.3.2",
  info: { title: "Orders — MCP Binding", version: "2026-04-17" },
  components: {
    schemas: {
      meta: { type: "object", properties: { api_version: { type: "string" } }, required: ["api_version"] },
    },
    contentDescriptors: {
      Meta: { name: "meta", required: true, schema: { $ref: "#/components/schemas/meta" } },
    },
  },
  methods: [
    {
      name: "create_order",
      summary: "Creates an order.",
      params: [
        { $ref: "#/components/contentDescriptors/Meta" },
        { name: "payload", required: true, schema: { $ref: "../json-schema/shop.json#/$defs/Order" } },
      ],
      result: { name: "order", schema: { $ref: "../json-schema/shop.json#/$defs/Order" } },
    },
    {
      name: "orders/watch",
      params: [{ name: "since", schema: { type: "string", format: "date-time" } }],
      result: { name: "order", schema: { $ref: "../json-schema/shop.json#/$defs/Order" } },
      "x-streaming": true,
    },
    {
      name: "orders/list",
      params: [],
      result: { name: "ids", schema: { type: "array", items: { type: "string" } } },
    },
  ],
};

interface OrderService {
  createOrder(request: object): Promise<object>;
  ordersWatch(request: object): AsyncIterable<object>;
  ordersList(request: object): Promise<readonly string[]>;
}

async function write(files: Readonly<Record<string, unknown>>): Promise<string> {
  const directory = await mkdtemp(join(workspace, "run-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return directory;
}

function generate(directory: string, ...args: readonly string[]): Promise<CliResult> {
  return runA2agen(["generate", "extension", ...args, "--import-extension", "ts", "--out", "gen"], {
    directory,
  });
}

async function load(directory: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(/* @vite-ignore */ join(directory, "gen", path))) as Readonly<Record<string, unknown>>;
}

const written = { status: 0, stdout: "", stderr: "" };

describe("the service of an OpenRPC document", () => {
  test("has servers and clients over JSON-RPC, whose params and results are checked", async () => {
    const directory = await write({ "openrpc/orders.json": document, "json-schema/shop.json": shop });
    const args = ["openrpc/orders.json", "--reference", "json-schema/shop.json", "--service", "OrderService"];
    expect(await generate(directory, ...args)).toEqual(written);
    const { OrderService: service } = await load(directory, "openrpc/orders_service.ts");
    const definition = service as ServiceDefinition<OrderService>;
    const seen: object[] = [];
    const host = createHost({
      services: [
        implement(definition, {
          async createOrder(request) {
            seen.push(request);
            const { payload } = request as { readonly payload: object };
            return { ...payload, amount: "amount" in payload ? 1 : 0 };
          },
          async *ordersWatch() {
            yield { id: "one" };
            yield { id: "two" };
          },
          ordersList: async () => ["one", "two"],
        }),
      ],
      onError: () => undefined,
    });
    onTestFinished(() => host.close({ graceMs: 0 }));
    const server = createServer(toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc" })));
    const url = `${await listen(server)}/rpc`;
    const transport = createJsonRpcTransport(definition.protocol, { url });
    const client: ClientOf<OrderService> = createClient(definition, transport);

    const meta = { api_version: "2026-04-17", other: [1] };
    expect(await client.createOrder({ meta, payload: { id: "o", amount: 2 } })).toEqual({
      id: "o",
      amount: 1,
    });
    expect(seen).toEqual([{ meta, payload: { id: "o", amount: 2 } }]);
    expect(await client.ordersList({})).toEqual(["one", "two"]);
    const watched: object[] = [];
    for await (const order of client.ordersWatch({ since: "2026-04-17T00:00:00Z" })) watched.push(order);
    expect(watched).toEqual([{ id: "one" }, { id: "two" }]);

    const call = async (method: string, params: object): Promise<unknown> => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const headers = { "content-type": "application/json" };
      return (await fetch(url, { method: "POST", headers, body })).json();
    };
    expect(await call("create_order", { payload: { id: 1, more: true } })).toMatchObject({
      id: 1,
      error: { code: -32602, message: "invalid parameters: meta: required [required] (and 2 more)" },
    });
    expect(await call("orders/list", {})).toEqual({ jsonrpc: "2.0", id: 1, result: ["one", "two"] });
    // An answer that the schema does not take is the server's mistake, of which the client learns no more.
    expect(await call("create_order", { meta, payload: { id: "o" } })).toMatchObject({
      error: { code: -32603 },
    });
  });

  test.each<{ name: string; change: object; want: string }>([
    {
      name: "version 2",
      change: { openrpc: "2.0.0" },
      want: 'orders.json#/openrpc: error: expected version 1 of OpenRPC, such as 1.3.2; found "2.0.0" [openrpc]\n',
    },
    {
      name: "no methods",
      change: { methods: {} },
      want: "orders.json#/methods: error: expected a list of at most 1000 entries; found {} [openrpc]\n",
    },
    {
      name: "too many methods",
      change: { methods: Array.from({ length: 1001 }, () => ({})) },
      want: "orders.json#/methods: error: expected a list of at most 1000 entries; found 1001 [openrpc]\n",
    },
    ...[
      [
        "a name of JSON-RPC",
        { name: "rpc.discover" },
        '/name: error: expected a name of letters and digits, with other characters between them, that does not begin with rpc.; found "rpc.discover"',
      ],
      [
        "params by position",
        { paramStructure: "by-position" },
        '/paramStructure: error: expected parameters by name: a request is one object; found "by-position"',
      ],
      [
        "a notification",
        { result: undefined },
        ": error: expected a result: notifications have no answer that a client could wait for; found nothing",
      ],
      [
        "a stream of the client",
        { "x-client-streaming": true },
        "/x-client-streaming: error: expected a single request: streams of clients have no table here; found true",
      ],
      [
        "a param twice",
        {
          params: [
            { name: "a", schema: {} },
            { name: "a", schema: {} },
          ],
        },
        '/params/1/name: error: expected a name that no other parameter has; found "a"',
      ],
      [
        "the prototype of objects",
        { params: [{ name: "__proto__", schema: {} }] },
        '/params/0/name: error: expected a name that no other parameter has; found "__proto__"',
      ],
      [
        "a descriptor that is its own",
        { params: [{ $ref: "#/methods/0/params/0" }] },
        "/params/0: error: expected a reference that leads somewhere; found nothing",
      ],
      [
        "a descriptor elsewhere",
        { params: [{ $ref: "https://example.com/a.json" }] },
        '/params/0/$ref: error: expected a reference into the document; found "https://example.com/a.json"',
      ],
      ["no descriptor", { params: [7] }, "/params/0: error: expected an object; found 7"],
    ].map(([name, change, want]) => ({
      name: name as string,
      change: { methods: [{ name: "m", params: [], result: { schema: {} }, ...(change as object) }] },
      want: `orders.json#/methods/0${want as string} [openrpc]\n`,
    })),
    {
      name: "two methods of one member",
      change: { methods: ["a_b", "a.b"].map((name) => ({ name, params: [], result: { schema: {} } })) },
      want: 'orders.json#/methods/1/name: error: expected a name that makes another member than "a_b" does, aB; found "a.b" [openrpc]\n',
    },
    {
      name: "a remote schema, with its place in the document",
      change: {
        methods: [
          {
            name: "m",
            params: [{ name: "a", schema: { $ref: "https://example.com/a.json" } }],
            result: { schema: {} },
          },
        ],
      },
      want: 'orders.json#/methods/0/params/0/schema/$ref: error: expected a reference to a schema of the given files; "https://example.com/a.json" is none, and nothing is fetched; give its file too, under that path or with that $id [schema-reference]\n',
    },
    {
      name: "a schema that never ends",
      change: {
        components: { schemas: { a: { $ref: "#/components/schemas/a" } } },
        methods: [{ name: "m", params: [], result: { schema: { $ref: "#/components/schemas/a" } } }],
      },
      want: "orders.json#/components/schemas/a: error: expected a schema that ends",
    },
  ])("$name is refused with its place, and nothing is written", async ({ change, want }) => {
    const directory = await write({ "orders.json": { ...document, ...change } });
    const { status, stderr } = await generate(directory, "orders.json");
    expect({ status, stderr: stderr.slice(0, want.length) }).toEqual({ status: 1, stderr: want });
  });

  test("methods called as what every object has, or as what makes a promise, get a $", async () => {
    const methods = ["then", "constructor", "to_string"].map((name) => ({
      name,
      params: [],
      result: { schema: { const: name } },
    }));
    const directory = await write({ "odd.json": { ...document, methods } });
    expect(await generate(directory, "odd.json")).toMatchObject({ status: 0 });
    const { OrdersMcpBindingService: service } = await load(directory, "odd_service.ts");
    expect(Object.keys((service as ServiceDefinition).methods)).toEqual([
      "then$",
      "constructor$",
      "toString$",
    ]);
  });

  test("flags that do not fit are refused", async () => {
    const directory = await write({ "orders.json": document, "extension.yaml": "extensions: []" });
    expect(await generate(directory, "orders.json", "--service", "a;b")).toMatchObject({ status: 2 });
    expect(await generate(directory, "extension.yaml", "--service", "A")).toMatchObject({ status: 2 });
  });
});

const manifest = `
extensions:
  - name: Sessions
    uri: urn:example:extension:private:sessions:v1
    kind: method
    description: Lists the sessions of an agent.
    data:
      - { type: sessions.json#/$defs/Session, on: [Message], from: client, at: { path: [shared, session] } }
    methods:
      - { openrpc: sessions.rpc.json, service: SessionsService }
    errors:
      - { name: SESSION_GONE, jsonRpc: -32410, http: 410, grpc: NOT_FOUND, description: The session is over. }
`;
const sessions = {
  $defs: { Session: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } },
};
const sessionMethods = {
  openrpc: "1.2.6",
  info: { title: "Sessions", version: "1" },
  methods: [
    {
      name: "example.sessions.get",
      params: [{ name: "id", required: true, schema: { type: "string" } }],
      result: { name: "session", schema: { $ref: "sessions.json#/$defs/Session" } },
    },
  ],
};

interface SessionsService {
  exampleSessionsGet(request: { readonly id: string }): Promise<{ readonly id: string }>;
}

test("a manifest adds methods with errors of their own, and data under nested keys", async () => {
  const directory = await write({
    "extension.yaml": manifest,
    "sessions.json": sessions,
    "sessions.rpc.json": sessionMethods,
  });
  expect(await generate(directory, "extension.yaml")).toEqual(written);
  const { SessionsExtension: extension } = await load(directory, "extension.ts");
  const { SessionsService: service } = await load(directory, "sessions.rpc_service.ts");
  const Sessions = extension as Extension<{ id: string }, never, object> & ExtensionErrors<"SESSION_GONE">;
  const definition = service as ServiceDefinition<SessionsService>;
  expect(Sessions).toMatchObject({ services: [definition] });
  const agent = await startAgent({
    handler: {
      async sendMessage({ message }) {
        return {
          message: { messageId: "a", role: "ROLE_AGENT", parts: [{ data: { ...Sessions.get(message) } }] },
        };
      },
    },
    extensions: [
      {
        extension: Sessions,
        services: [
          implement(definition, {
            async exampleSessionsGet({ id }) {
              if (id === "gone") throw Sessions.error("SESSION_GONE");
              return { id };
            },
          }),
        ],
      },
    ],
  });
  const { client, transport } = await agent.connect("JSONRPC", { extensions: [Sessions] });
  const methods = createClient(definition, transport);
  expect(await methods.exampleSessionsGet({ id: "s" })).toEqual({ id: "s" });
  const error: unknown = await methods.exampleSessionsGet({ id: "gone" }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ jsonRpc: -32410, reason: "SESSION_GONE", domain: Sessions.uri });
  expect(Sessions.isError(error, "SESSION_GONE")).toBe(true);

  const request = say("hello");
  Sessions.set(request.message, { id: "s" });
  expect(request.message.metadata).toEqual({ shared: { session: { id: "s" } } });
  expect((await client.sendMessage(request)).message?.parts).toEqual([{ data: { id: "s" } }]);
  const wrong = say("hello");
  wrong.message.metadata = { shared: { session: { id: 1 } } };
  await expect(client.sendMessage(wrong)).rejects.toThrow(
    'metadata["shared"]["session"].id: expected a string, got 1',
  );

  const { transport: plain } = await agent.connect("JSONRPC");
  await expect(createClient(definition, plain).exampleSessionsGet({ id: "s" })).rejects.toMatchObject({
    reason: "EXTENSION_SUPPORT_REQUIRED",
  });
});
