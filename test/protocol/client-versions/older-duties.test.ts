import { createServer } from "node:http";
import { MessageSendParamsCodec, TaskCodec } from "@a2agen/a2a-0.3";
import { A2AService, type AgentCard, errors } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { expect, test } from "vitest";
import { TestAgent } from "../../shared/bindings/test-agent.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";
import { callRaw, startFamily } from "../../shared/versions/start-family.ts";

const publicCard = {
  name: "Older",
  description: "An agent of 0.2.",
  version: "1",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
  supportsAuthenticatedExtendedCard: true,
};

/** An agent of 0.2 that has the extended card under some paths, for callers with a token. */
async function startOlder(paths: readonly string[]) {
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host ?? ""}/a2a/v1`;
    if (request.url === "/.well-known/agent.json") {
      response.end(JSON.stringify({ ...publicCard, url }));
    } else if (request.method === "GET" && paths.includes(request.url ?? "")) {
      if (request.headers.authorization !== "Bearer secret") response.writeHead(401).end();
      else response.end(JSON.stringify({ ...publicCard, url, description: "For those who are known." }));
    } else if (request.method === "GET") {
      response.writeHead(404).end();
    } else {
      const error = { code: -32601, message: "Method not found" };
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
    }
  });
  const origin = await listen(server);
  return connect<A2AService, AgentCard>(A2AService, origin, {
    bindings: [jsonRpc()],
    older: [a2a03ToA2a10],
    headers: { authorization: "Bearer secret" },
  });
}

test.each(["/a2a/agent/authenticatedExtendedCard", "/agent/authenticatedExtendedCard"])(
  "the extended card of 0.2 is fetched by GET from %s, and replaces the public one",
  async (path) => {
    const connection = await startOlder([path]);
    expect(connection.card.description).toBe("An agent of 0.2.");
    const card = await connection.client.getExtendedAgentCard({});
    expect(card.description).toBe("For those who are known.");
    expect(connection.card.description).toBe("For those who are known.");
    expect((await connection.refreshCard()).description).toBe("An agent of 0.2.");
    await connection.close();
  },
);

test("an extended card that is nowhere fails as the method does", async () => {
  const connection = await startOlder([]);
  expect(await failureOf(connection.client.getExtendedAgentCard({}))).toMatchObject({
    status: "UNIMPLEMENTED",
  });
  expect(connection.card.description).toBe("An agent of 0.2.");
  await connection.close();
});

test("a server answers 404 for an extended card that is declared and not there", async () => {
  const agent = Object.assign(new TestAgent(), {
    getExtendedAgentCard: () => Promise.reject(errors.ExtendedAgentCardNotConfiguredError()),
  });
  const { origin } = await startFamily({ agent });
  const headers = { authorization: "Bearer alice" };
  const answer = await fetch(`${origin}/agent/authenticatedExtendedCard`, { headers });
  expect(answer.status).toBe(404);
});

const message = { role: "user", messageId: "m-1", parts: [{ kind: "text", text: "echo hello" }] };

test("a request without the kind of its message is read as 0.2 writes it", async () => {
  const { origin } = await startFamily();
  expect(await callRaw(`${origin}/rpc`, "message/send", { message })).toMatchObject({
    kind: "message",
    role: "agent",
    parts: message.parts,
  });
  expect(MessageSendParamsCodec.decode({ message: structuredClone(message) }).message.kind).toBe("message");
});

test("what could be of several kinds is refused without one", async () => {
  const { origin } = await startFamily();
  const parts = [{ text: "echo hello" }];
  expect(await callRaw(`${origin}/rpc`, "message/send", { message: { ...message, parts } })).toMatchObject({
    error: { code: -32602 },
  });
});

test("a message without parts is refused, and nothing is invented", async () => {
  const { origin } = await startFamily();
  expect(
    await callRaw(`${origin}/rpc`, "message/send", { message: { ...message, parts: [] } }),
  ).toMatchObject({
    error: { code: -32602, data: { fieldViolations: [{ field: "message.parts" }] } },
  });
});

test("a list as data is read as a value of 1.0", async () => {
  const { origin } = await startFamily();
  const parts = [
    { kind: "text", text: "echo" },
    { kind: "data", data: [1, { two: 2 }], metadata: { a: 1 } },
  ];
  const params = MessageSendParamsCodec.decode({
    message: { ...structuredClone(message), parts: structuredClone(parts) },
  });
  expect(params.message.parts[1]).toEqual({
    kind: "data",
    data: { value: [1, { two: 2 }] },
    metadata: { a: 1, data_part_compat: true },
  });
  expect(await callRaw(`${origin}/rpc`, "message/send", { message: { ...message, parts } })).toMatchObject({
    parts: [
      { text: "echo" },
      { data: { value: [1, { two: 2 }] }, metadata: { a: 1, data_part_compat: true } },
    ],
  });
});

test("undefined in optional fields is no value", () => {
  const task = {
    kind: "task",
    id: "t",
    contextId: "c",
    status: { state: "working", message: undefined },
    history: undefined,
  };
  expect(TaskCodec.is(task)).toBe(true);
  expect(TaskCodec.decode(task)).toEqual(task);
  expect(TaskCodec.is({ ...task, status: undefined })).toBe(false);
});
