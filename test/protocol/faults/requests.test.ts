import { A2AService, errors, type SendMessageRequest } from "@a2agen/a2a-1.0";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { TestAgent } from "../../shared/bindings/test-agent.ts";
import { hasten } from "../../shared/hasten.ts";
import { bindingNames } from "./binding-of.ts";
import { exchange, statusesOf } from "./exchange.ts";
import { keepCalling, outcome, type Running, run, say } from "./running.ts";

const portOf = ({ url }: Running): number => Number(new URL(url).port);
const overHttp = ["JSONRPC", "HTTP+JSON"];

/** The head of a request that sends a message, and says nothing of its body. */
function headOf({ url }: Running, name: string): string {
  const path = new URL(url).pathname;
  const type = name === "JSONRPC" ? "application/json" : "application/a2a+json";
  return `POST ${path}${name === "JSONRPC" ? "" : "/message:send"} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nA2A-Version: 1.0\r\nConnection: close\r\n`;
}

/** The text of a request whose params are a text. */
function bodyOf(name: string, params: string): string {
  return name === "JSONRPC" ? `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":${params}}` : params;
}

/** What a server says to a call of SendMessage whose params are a text. */
async function sendText(server: Running, name: string, params: string): Promise<string> {
  switch (name) {
    case "JSONRPC":
    case "HTTP+JSON": {
      const body = bodyOf(name, params);
      return exchange(portOf(server), `${headOf(server, name)}Content-Length: ${body.length}\r\n\r\n${body}`);
    }
    case "WEBSOCKET":
      return sendFrame(server, `{"type":"call","id":1,"method":"SendMessage","params":${params}}`);
  }
  throw new Error(`${name} has no JSON`);
}

function sendFrame({ url }: Running, frame: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, ["a2a-1.0.websocket"], { headers: { "a2a-version": "1.0" } });
    socket.on("open", () => socket.send(frame));
    socket.on("message", (data: Buffer) => {
      socket.terminate();
      resolve(data.toString());
    });
    socket.on("close", (code, reason) => resolve(`closed with ${code} ${reason.toString()}`));
  });
}

const depth = 90_000;
const deep = "[".repeat(depth) + "]".repeat(depth);

/** JSON text with something in the place of one string. */
function fill(value: object, text: string): string {
  return JSON.stringify(value).replace('"@here"', () => text);
}

/** A google.protobuf.Value of lists within lists, and around it a request that has it in its metadata. */
function deepRequest(): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  const wrap = (tag: number): void => {
    const head = [tag];
    let rest = length;
    for (; rest > 127; rest = Math.floor(rest / 128)) head.push((rest % 128) + 128);
    parts.push(Buffer.from([...head, rest]));
    length += head.length + 1;
  };
  for (let level = 0; level < depth; level++) {
    // ListValue.values, then Value.list_value.
    wrap(0x0a);
    wrap(0x32);
  }
  wrap(0x12);
  parts.push(Buffer.from([0x0a, 1, 97]));
  length += 3;
  // The entry of Struct.fields, and SendMessageRequest.metadata.
  wrap(0x0a);
  wrap(0x22);
  return Buffer.concat(parts.toReversed());
}

describe.each(bindingNames)("over %s", (name) => {
  test("values of 90,000 levels are refused", async () => {
    const server = await run(name);
    const bystander = keepCalling(server.client());
    if (name === "GRPC") {
      const client = new Client(new URL(server.url).host, credentials.createInsecure());
      const error = await new Promise<Error | null>((resolve) => {
        const identity = (bytes: Buffer): Buffer => bytes;
        const path = `/${A2AService.typeName}/SendMessage`;
        const metadata = new Metadata();
        metadata.set("a2a-version", "1.0");
        client.makeUnaryRequest(path, identity, identity, deepRequest(), metadata, resolve);
      });
      client.close();
      expect(error).toMatchObject({ code: 3 });
    } else {
      for (const params of [
        deep,
        fill({ ...say("x"), metadata: { a: "@here" } }, deep),
        fill({ message: "@here" }, deep),
        fill({ ...say("x"), unknown: "@here" }, deep),
      ]) {
        const answer = await sendText(server, name, params);
        expect(answer).not.toContain("INTERNAL");
        expect(answer).toMatch(/INVALID_ARGUMENT|TASK_STATE_COMPLETED/);
      }
    }
    await bystander.leave();
    expect(server.hidden).toEqual([]);
  });

  test("names of the prototype are names like others", async () => {
    const evil =
      '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"toString":"x"}';
    const agent = new TestAgent();
    const metadata = JSON.parse('{"__proto__":"p","constructor":"c","toString":"t"}') as Record<
      string,
      string
    >;
    const { sendMessage } = agent;
    Object.assign(agent, {
      async sendMessage(request: SendMessageRequest, context: Parameters<typeof sendMessage>[1]) {
        if (request.message.parts[0]?.text === "fail") throw errors.TaskNotFoundError("gone", { metadata });
        return sendMessage.call(agent, request, context);
      },
    });
    const server = await run(name, agent);
    const bystander = keepCalling(server.client());
    const client = server.client();
    const echoed = await client.sendMessage(say("echo", { metadata: JSON.parse(evil) as object }));
    expect(JSON.stringify(echoed.message?.metadata)).toBe(evil);
    const failure = await outcome(client.sendMessage(say("fail")));
    expect("metadata" in failure ? Object.entries(failure.metadata) : []).toEqual(Object.entries(metadata));
    if (name !== "GRPC") {
      const params = JSON.stringify(say("x")).replace("{", () => `${evil.slice(0, -1)},`);
      expect(await sendText(server, name, params)).toContain("TASK_STATE_COMPLETED");
      const nested = JSON.stringify(say("x")).replace(
        '"messageId"',
        () => `"__proto__":{"role":"x"},"messageId"`,
      );
      expect(await sendText(server, name, nested)).toContain("TASK_STATE_COMPLETED");
    }
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    await bystander.leave();
    expect(server.hidden).toEqual([]);
  });

  test("a thousand headers disturb nobody", async () => {
    const server = await run(name);
    const bystander = keepCalling(server.client());
    const headers = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`h${index}`, "x"]));
    const found = await outcome(server.client(headers).getTask({ id: "task-1" }));
    // The library of gRPC takes 128 of them at most.
    if (name === "GRPC") expect(found).toMatchObject({ kind: "error" });
    else expect(found).toMatchObject({ kind: "value" });
    await bystander.leave();
  });
});

describe.each(overHttp)("over %s", (name) => {
  test("a body that trickles is given up", async () => {
    const server = await run(name, new TestAgent(), { limits: { bodyMs: 200 } });
    const bystander = keepCalling(server.client());
    // The server reads on for a while before it closes the connection.
    const answer = await hasten(() =>
      exchange(portOf(server), `${headOf(server, name)}Content-Length: 1000\r\n\r\n{`),
    );
    expect(statusesOf(answer)).toEqual([408]);
    expect(answer).toContain("the body was not there within 200 ms");
    await bystander.leave();
  });

  test("a head that is longer than Node takes is refused", async () => {
    const server = await run(name);
    const bystander = keepCalling(server.client());
    const answer = await exchange(portOf(server), `${headOf(server, name)}${"x: y\r\n".repeat(10_000)}\r\n`);
    expect(statusesOf(answer)).toEqual([431]);
    await bystander.leave();
  });

  const chunked = "Transfer-Encoding: chunked\r\n";
  test.each([
    {
      what: "two kinds of length",
      rest: `Content-Length: 5\r\n${chunked}\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n`,
    },
    { what: "two lengths", rest: "Content-Length: 5\r\nContent-Length: 50\r\n\r\n{}   " },
    { what: "a list of lengths", rest: "Content-Length: 5, 5\r\n\r\n{}   " },
    { what: "a negative length", rest: "Content-Length: -1\r\n\r\n{}" },
    { what: "a length with a sign", rest: "Content-Length: +2\r\n\r\n{}" },
    { what: "a length in hexadecimal", rest: "Content-Length: 0x2\r\n\r\n{}" },
    { what: "a length beyond all numbers", rest: "Content-Length: 99999999999999999999999\r\n\r\n{}" },
    {
      what: "chunks that are not the last encoding",
      rest: "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    },
    { what: "a space before the colon", rest: "Content-Length : 2\r\n\r\n{}" },
    { what: "a zero byte in a header", rest: "X-A: a\0b\r\nContent-Length: 2\r\n\r\n{}" },
    { what: "a chunk without size", rest: `${chunked}\r\nxyz\r\n{}\r\n0\r\n\r\n` },
    { what: "a chunk of more than there is", rest: `${chunked}\r\nFFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n` },
  ])("$what is one bad request", async ({ rest }) => {
    const server = await run(name);
    const bystander = keepCalling(server.client());
    expect(statusesOf(await exchange(portOf(server), `${headOf(server, name)}${rest}`))).toEqual([400]);
    await bystander.leave();
    expect(server.hidden).toEqual([]);
  });
});

test.each([
  { target: "/tasks/%", status: 400 },
  { target: "/tasks/%%", status: 400 },
  { target: "/tasks/%f", status: 400 },
  { target: "/tasks/%ff", status: 400 },
  { target: "/tasks/%c0%af", status: 400 },
  { target: "/tasks/%ed%a0%80", status: 400 },
  { target: "/tasks/%00", status: 404 },
  { target: "/tasks/..", status: 404 },
  { target: "/tasks/%2e%2e%2fcard", status: 404 },
  { target: "/tasks/%25%32%65", status: 404 },
  { target: "/tasks/%0d%0aset-cookie:%20a=b", status: 404 },
  { target: "/tasks/:", status: 404 },
  { target: "/tasks/%3acancel", status: 404 },
  { target: "/tasks//", status: 404 },
  { target: "/tasks/task-1?historyLength=%ff", status: 400 },
  { target: "/tasks/task-1?historyLength=1&historyLength=2", status: 400 },
  { target: "/tasks/task-1?historyLength=1e400", status: 400 },
  { target: "/tasks/task-1?historyLength[__proto__]=1", status: 200 },
  { target: "/tasks/task-1?__proto__=1&constructor=2&__proto__.polluted=3", status: 200 },
  { target: "/tasks/task-1?%ff=1&&&==&=", status: 200 },
])("over HTTP+JSON GET $target is answered with $status", async ({ target, status }) => {
  const server = await run("HTTP+JSON");
  const bystander = keepCalling(server.client());
  const path = new URL(server.url).pathname;
  const answer = await exchange(
    portOf(server),
    `GET ${path}${target} HTTP/1.1\r\nHost: x\r\nA2A-Version: 1.0\r\nConnection: close\r\n\r\n`,
  );
  expect(statusesOf(answer)).toEqual([status]);
  expect(answer.slice(0, answer.indexOf("\r\n\r\n"))).not.toMatch(/^set-cookie/im);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
  await bystander.leave();
  expect(server.hidden).toEqual([]);
});

test.each([
  { what: "an id", frame: fill({ jsonrpc: "2.0", id: "@here", method: "GetTask" }, deep) },
  { what: "a method", frame: fill({ jsonrpc: "2.0", id: 1, method: "@here" }, deep) },
  { what: "nothing but itself", frame: deep },
])("over JSONRPC JSON of 90,000 levels as $what is an invalid request", async ({ frame }) => {
  const server = await run("JSONRPC");
  const bystander = keepCalling(server.client());
  const head = `${headOf(server, "JSONRPC")}Content-Length: ${frame.length}\r\n\r\n`;
  expect(await exchange(portOf(server), head + frame)).toContain('"code":-32600');
  await bystander.leave();
  expect(server.hidden).toEqual([]);
});

test.each([
  {
    what: "an id",
    frame: fill({ type: "call", id: "@here", method: "GetTask" }, deep),
    want: /^closed with 4400/,
  },
  { what: "a type", frame: fill({ type: "@here" }, deep), want: /^closed with 4400/ },
  {
    what: "a parameter",
    frame: fill({ type: "call", id: 1, method: "GetTask", parameters: { a: "@here" } }, deep),
    want: /INVALID_ARGUMENT/,
  },
])("over WEBSOCKET JSON of 90,000 levels as $what is refused", async ({ frame, want }) => {
  const server = await run("WEBSOCKET");
  const bystander = keepCalling(server.client());
  expect(await sendFrame(server, frame)).toMatch(want);
  await bystander.leave();
  expect(server.hidden).toEqual([]);
});
