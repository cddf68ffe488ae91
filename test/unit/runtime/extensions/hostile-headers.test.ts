import { createServer } from "node:http";
import { connect as connectSocket } from "node:net";
import { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../shared/interop/our-agent.ts";
import { runs } from "../../../shared/runs.ts";
import { bare } from "./definitions.ts";
import { cardWith, reporter, say, startAgent } from "./start-agent.ts";

const a = "https://example.com/ext/a/v1";

interface Answered {
  readonly status: number;
  readonly named: string | null;
  readonly text: string;
}

/** An agent whose HTTP server takes long headers, so that ours has to deal with them. */
async function start(): Promise<(header: string, name?: string) => Promise<Answered>> {
  const server = createServer({ maxHeaderSize: 2 ** 20 });
  const origin = await listen(server);
  const host = createHost({
    services: [implement(A2AService, reporter)],
    card: cardWith([{ uri: a }], `${origin}/rpc`, "JSONRPC"),
    extensions: [{ extension: bare(a) }],
  });
  server.on("request", toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc", rest: "/rest" })));
  onTestFinished(() => host.close({ graceMs: 0 }));
  return async (header, name = "a2a-extensions") => {
    const response = await fetch(`${origin}/rest/message:send`, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0", [name]: header },
      body: JSON.stringify(say("hello")),
    });
    return {
      status: response.status,
      named: response.headers.get("a2a-extensions"),
      text: await response.text(),
    };
  };
}

test("ten thousand URIs are refused, with a short answer that repeats none of them", async () => {
  const send = await start();
  const many = Array.from({ length: 10_000 }, (_, index) => `urn:x:${index}`);
  for (const name of ["a2a-extensions", "x-a2a-extensions"]) {
    const { status, named, text } = await send(many.join(","), name);
    expect({ status, named }).toEqual({ status: 400, named: null });
    expect(text.length).toBeLessThan(1000);
    expect(text).not.toContain("urn:x:");
  }
  const { status, text } = await send(Array.from({ length: 101 }, (_, index) => `x:${index}`).join(","));
  expect(status).toBe(400);
  expect(text).toContain("expected at most 100 URIs, found 101");
});

test("a URI two hundred times is one", async () => {
  const send = await start();
  const { status, named } = await send(Array.from({ length: 200 }, () => a).join(" , "));
  expect({ status, named }).toEqual({ status: 200, named: a });
});

test.each([
  ["quotes", `"${a}"`],
  ["angle brackets", `<${a}>`],
  ["a name of a prototype", "__proto__"],
  ["another one", "constructor"],
  ["spaces", `${a} ${a}`],
  ["a backslash", `${a}\\`],
  ["no scheme", "//example.com/ext/a/v1"],
  ["bytes that are not ASCII", `${a}\u00e9`],
])("%s are refused, and repeated in quotes only", async (_name, header) => {
  const { status, named, text } = await (await start())(header);
  expect({ status, named }).toEqual({ status: 400, named: null });
  expect(JSON.parse(text)).toMatchObject({ error: { status: "INVALID_ARGUMENT" } });
});

test.each([
  ["no URI", ",, ,"],
  ["escaped line ends", `${a}%0d%0aset-cookie:x`],
  ["names of prototypes in URIs", "urn:__proto__:constructor,https://example.com/__proto__"],
  ["longer URIs", `${a}0,${a}/,${a}?x=1,${a}#x`],
  ["another case", a.toUpperCase()],
])("%s: nothing is active", async (_name, header) => {
  const { status, named, text } = await (await start())(header);
  expect({ status, named }).toEqual({ status: 200, named: null });
  expect(JSON.parse(text)).toMatchObject({ message: { parts: [{ data: { activated: [] } }] } });
});

test("a line end within the header ends the header, and what comes after is another one", async () => {
  const agent = await startAgent({ extensions: [{ extension: bare(a) }] });
  const body = JSON.stringify(say("hello"));
  const { port } = new URL(agent.origin);
  const answered = await new Promise<string>((resolve, reject) => {
    const socket = connectSocket(Number(port), "127.0.0.1");
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
    socket.write(
      `POST /rest/message:send HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\na2a-version: 1.0\r\na2a-extensions: ${a}\r\nx-injected: 1\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  });
  const [head = ""] = answered.split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  expect(head.toLowerCase()).toContain(`a2a-extensions: ${a}`);
  expect(head.toLowerCase()).not.toContain("x-injected");
});

test("metadata of gRPC is refused in the same way", async () => {
  const agent = await startAgent({ extensions: [{ extension: bare(a) }] });
  const [{ url } = { url: "" }] = agent.card("GRPC").supportedInterfaces;
  const client = new Client(new URL(url).host, credentials.createInsecure());
  onTestFinished(() => client.close());
  const call = (extensions: string): Promise<unknown> =>
    new Promise((resolve) => {
      const metadata = new Metadata();
      metadata.set("a2a-version", "1.0");
      metadata.set("a2a-extensions", extensions);
      const identity = (bytes: Buffer): Buffer => bytes;
      client.makeUnaryRequest(
        `/${A2AService.typeName}/SendMessage`,
        identity,
        identity,
        Buffer.alloc(0),
        metadata,
        (error) => resolve(error?.code),
      );
    });
  expect(await call(`"${a}"`)).toBe(3);
  expect(await call("__proto__")).toBe(3);
  expect(await call(Array.from({ length: 101 }, (_, index) => `x:${index}`).join(","))).toBe(3);
});

test("whatever the header holds, only what was asked for and is supported is named", {
  tags: "thorough",
}, async () => {
  const send = await start();
  const piece = fc.constantFrom(a, `${a}0`, `"${a}"`, "__proto__", "urn:a:b", "", " ", "\t", "x", ";", "%0a");
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const { status, named } = await send(pieces.join(","));
      expect([200, 400]).toContain(status);
      expect([null, a]).toContain(named);
      if (named === a) expect(pieces).toContain(a);
    }),
    { numRuns: runs(12) },
  );
});
