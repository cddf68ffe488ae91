import type { AgentCard as AgentCard03 } from "@a2agen/a2a-0.3";
import { A2AService, A2AServiceGrpc, errors } from "@a2agen/a2a-1.0";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { expect, test } from "vitest";
import { connect } from "../../../../packages/runtime/src/client/index.ts";
import { createGrpcTransport } from "../../../../packages/runtime/src/grpc/index.ts";
import { createJsonRpcTransport, jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { createRestTransport } from "../../../../packages/runtime/src/rest/index.ts";
import { createClient, isCallError, type Transport } from "../../../../packages/runtime/src/service/index.ts";
import { startServer } from "../../../shared/client/web-server.ts";
import { freePort } from "../../../shared/free-port.ts";
import { createTestHost, failureOf, makeTask, summary } from "../host/agent.ts";
import { call } from "../host/incoming.ts";

const { protocol } = A2AService;

const transports: readonly { readonly name: string; readonly make: (origin: string) => Transport }[] = [
  { name: "JSON-RPC", make: (url) => createJsonRpcTransport(protocol, { url }) },
  { name: "REST", make: (url) => createRestTransport(protocol, { url }) },
  { name: "gRPC", make: (address) => createGrpcTransport({ address, codecs: [A2AServiceGrpc] }) },
];

/** What the caller of a relay is told, and what the relay reports. */
async function relay(
  work: () => Promise<unknown>,
): Promise<{ readonly told: object; readonly text: string }> {
  const { host, reported } = createTestHost({
    async getTask() {
      await work();
      return makeTask("t1");
    },
  });
  const told = summary(await failureOf(call(host, "GetTask", { id: "t1" })));
  return { told, text: reported.map(({ error }) => String(error)).join() };
}

const notAvailable = {
  name: "CallError",
  status: "UNAVAILABLE",
  http: 503,
  message: "an agent that this one needs is not available",
};
const internal = { name: "CallError", status: "INTERNAL", http: 500, message: "internal error" };

test.each(transports)(
  "what a client by $name cannot reach is not told to the caller of its server",
  async ({ make }) => {
    const port = await freePort();
    const transport = make(`http://127.0.0.1:${port}`);
    const { told, text } = await relay(() => createClient(A2AService, transport).getTask({ id: "t1" }));
    await transport.close();
    expect(told).toEqual(notAvailable);
    expect(text).toContain(String(port));
  },
);

test("a card that cannot be fetched is not told", async () => {
  const port = await freePort();
  const { told } = await relay(() =>
    connect(A2AService, `http://127.0.0.1:${port}`, { bindings: [jsonRpc()] }),
  );
  expect(told).toEqual(notAvailable);
});

test.each(transports.slice(0, 2))("the page of a proxy is not told: $name", async ({ make }) => {
  const proxy = await startServer((_request, response) => response.writeHead(404).end("no such backend"));
  const { told, text } = await relay(() =>
    createClient(A2AService, make(proxy.origin)).getTask({ id: "t1" }),
  );
  expect(told).toEqual(internal);
  expect(text).toContain("no such backend");
});

test("an answer that cannot be read is told by the name of the protocol, without what is in it", async () => {
  const server = await startServer((_request, response) => response.end("[]"));
  const client = createClient(A2AService, createJsonRpcTransport(protocol, { url: server.origin }));
  const { told, text } = await relay(() => client.getTask({ id: "t1" }));
  const { name, status, http, message } = errors.InvalidAgentResponseError();
  expect(told).toEqual({ name, status, http, message });
  expect(text).toContain("expected");
});

test("a method that an older agent does not have is told by the name of the protocol", async () => {
  const card: AgentCard03 = {
    name: "Old",
    description: "Speaks 0.3.",
    version: "1",
    protocolVersion: "0.3.0",
    url: `http://127.0.0.1:${await freePort()}`,
    preferredTransport: "JSONRPC",
    capabilities: {},
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
  };
  const { client } = await connect(A2AService, card, { bindings: [jsonRpc()], older: [a2a03ToA2a10] });
  const { told, text } = await relay(() => client.listTasks({}));
  const { name, status, http, message } = errors.UnsupportedOperationError();
  expect(told).toEqual({ name, status, http, message });
  expect(text).toContain("which has no ListTasks");
});

test("an error that another server sent is told as it is", async () => {
  const error = { code: -32001, message: "there is no task t1" };
  const server = await startServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, error }));
  });
  const client = createClient(A2AService, createJsonRpcTransport(protocol, { url: server.origin }));
  const { told, text } = await relay(() => client.getTask({ id: "t1" }));
  expect(told).toMatchObject({ name: "TaskNotFoundError", message: "there is no task t1" });
  expect(text).toBe("");
});

test("errors of the client say that they are", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const client = createClient(A2AService, createJsonRpcTransport(protocol, { url }));
  const error = await failureOf(client.getTask({ id: "t1" }));
  expect(isCallError(error) && error.origin).toBe("client");
  expect(errors.TaskNotFoundError().origin).toBeUndefined();
});
