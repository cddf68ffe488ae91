import { A2AService, A2AServiceGrpc, GetTaskRequestBinary, TaskBinary } from "@a2agen/a2a-1.0";
import { expect, test } from "vitest";
import { toRecorded } from "../../../packages/exchange/src/bytes.ts";
import { readCardExchange, readExchange } from "../../../packages/exchange/src/meaning/read-exchange.ts";
import type { Spoken } from "../../../packages/exchange/src/meaning/reader.ts";
import { cardCodecs } from "../../../packages/exchange/src/versions.ts";

const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" as const } };
const ok = { status: 200 };

function spoken(binding: string): Spoken {
  return { service: A2AService, binding, url: "https://agent.example.com/a2a/", grpc: A2AServiceGrpc };
}

function text(value: unknown): { text: string } {
  return { text: JSON.stringify(value) };
}

test("JSON-RPC: the method, its request and its answers", () => {
  const reader = readExchange(
    {
      verb: "POST",
      url: "https://agent.example.com/a2a/",
      body: text({ jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "t" } }),
    },
    spoken("JSONRPC"),
  );
  expect([reader.method, reader.request]).toEqual([
    "GetTask",
    { type: "lf.a2a.v1.GetTaskRequest", value: { id: "t" } },
  ]);
  expect(reader.frame(text({ jsonrpc: "2.0", id: 1, result: task }), ok)).toEqual({
    type: "lf.a2a.v1.Task",
    value: task,
  });
  expect(reader.frame(text({ jsonrpc: "2.0", id: 2, result: { ...task, id: 5 } }), ok)?.problems).toEqual([
    { path: "id", message: "expected 1, that of the request, got 2", rule: "json-rpc" },
    { path: "id", message: "expected a string, got 5", rule: "type" },
  ]);
  const error = { code: -32001, message: "no" };
  expect(reader.frame(text({ jsonrpc: "2.0", id: 1, error }), ok)).toEqual({ value: error });
  expect(reader.frame(text({ jsonrpc: "2.0", id: 1, error: { code: "x" } }), ok)?.problems).toEqual([
    { path: "error.code", message: "expected an integer", rule: "json-rpc" },
    { path: "error.message", message: "expected a string", rule: "json-rpc" },
  ]);
  expect(reader.frame(text({ jsonrpc: "2.0", id: 1 }), ok)?.problems).toEqual([
    { path: "", message: "expected result or error", rule: "json-rpc" },
  ]);
  expect(reader.frame({ text: "<html>" }, ok)?.problems?.[0]?.rule).toBe("syntax");
});

test("JSON-RPC: the answer to a request that is no JSON may have the identifier in it, or null", () => {
  const body = {
    text: '{"jsonrpc":"2.0","id":"probe","method":"GetTask","params":{"id":"t","historyLength":NaN}}',
  };
  const reader = readExchange(
    { verb: "POST", url: "https://agent.example.com/a2a/", body },
    spoken("JSONRPC"),
  );
  expect(reader.request?.problems?.[0]?.rule).toBe("syntax");
  const error = { code: -32602, message: "historyLength: not a number" };
  for (const id of ["probe", null]) {
    expect(reader.frame(text({ jsonrpc: "2.0", id, error }), ok)).toEqual({ value: error });
  }
});

test.each([
  [text({ jsonrpc: "2.0", id: 1, method: "Nothing" }), 'no method of the service: "Nothing"'],
  [text({ id: 1, method: "GetTask", params: { id: "t" } }), 'expected "2.0", got undefined'],
  [text({ jsonrpc: "2.0", method: "GetTask", params: { id: "t" } }), "expected an identifier"],
  [text({ jsonrpc: "2.0", id: 1, method: "GetTask", params: {} }), "required"],
  [text([]), 'expected "2.0", got undefined'],
  [{ base64: "/w==" }, "expected text in UTF-8"],
])("JSON-RPC: a request that is not right, %j", (body, message) => {
  const { request } = readExchange(
    { verb: "POST", url: "https://agent.example.com/a2a/", body },
    spoken("JSONRPC"),
  );
  expect(request?.problems?.[0]?.message).toContain(message);
});

test("HTTP+JSON: the route, with path, query and body", () => {
  const read = (verb: string, path: string, body?: unknown): ReturnType<typeof readExchange> =>
    readExchange(
      {
        verb,
        url: `https://agent.example.com/a2a${path}`,
        ...(body === undefined ? {} : { body: text(body) }),
      },
      spoken("HTTP+JSON"),
    );
  const get = read("GET", "/tasks/a%20b?historyLength=2");
  expect([get.method, get.request?.value]).toEqual(["GetTask", { id: "a b", historyLength: 2 }]);
  expect(get.frame(text(task), ok)).toEqual({ type: "lf.a2a.v1.Task", value: task });
  expect(get.frame(text({ error: { code: 404 } }), { status: 404 })).toEqual({
    value: { error: { code: 404 } },
  });
  expect(get.frame({ text: "" }, ok)).toBeUndefined();
  const sent = read("POST", "/message:send", { message: { role: "ROLE_USER" } });
  expect([sent.method, sent.request?.problems?.map(({ path }) => path)]).toEqual([
    "SendMessage",
    ["message.messageId", "message.parts"],
  ]);
  expect(read("GET", "/tasks?pageSize=x").request?.problems?.[0]?.path).toBe("pageSize");
  expect(read("GET", "/nothing").request?.problems?.[0]?.message).toBe(
    "no method of the service has the path /nothing",
  );
  expect(read("GET", "/tasks/%zz").request?.value).toEqual({ id: "%zz" });
  expect(read("GET", "/tasks/t?historyLength=1&historyLength=2").request?.problems).toEqual([
    { path: "historyLength", message: "expected one value, got 2", rule: "duplicate" },
  ]);
  const odd = read("GET", "/tasks/__proto__?__proto__.x=1");
  expect([odd.method, ({} as { x?: unknown }).x]).toEqual(["GetTask", undefined]);
});

test("gRPC: messages as JSON", () => {
  const url = "https://agent.example.com/lf.a2a.v1.A2AService/GetTask";
  const body = toRecorded(GetTaskRequestBinary.encode({ id: "t" }));
  const reader = readExchange({ verb: "POST", url, body }, spoken("GRPC"));
  expect([reader.method, reader.request?.value]).toEqual(["GetTask", { id: "t" }]);
  expect(reader.frame(toRecorded(TaskBinary.encode(task)), ok)).toEqual({
    type: "lf.a2a.v1.Task",
    value: task,
  });
  expect(reader.frame({ base64: "/////w==" }, ok)?.problems).toHaveLength(1);
});

test("a card is read in the version that it fits", () => {
  const reader = readCardExchange(cardCodecs);
  const card = {
    name: "n",
    description: "d",
    version: "1",
    protocolVersion: "0.3.0",
    url: "https://agent.example.com/",
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  expect(reader.frame(text(card), ok)).toEqual({ type: "a2a-0.3.AgentCard", value: card });
  expect(reader.frame(text({ ...card, name: 5 }), ok)?.problems).toEqual([
    { path: "name", message: "expected a string, got 5", rule: "type" },
  ]);
  expect(reader.frame(text({ detail: "no" }), { status: 404 })).toEqual({ value: { detail: "no" } });
});
