import { expect, test } from "vitest";
import type { HttpRequest } from "../../../../packages/runtime/src/http/http-message.ts";
import { createHttpHandler, type HttpHandlerOptions } from "../../../../packages/runtime/src/server/index.ts";
import { createTestHost, fullCard } from "../host/agent.ts";

/** The status of the card, asked for under a name; the card leads to `url`. */
async function statusOf(
  host: string | undefined,
  url: string,
  options?: HttpHandlerOptions,
): Promise<unknown> {
  const card = {
    ...fullCard,
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  };
  const request: HttpRequest = {
    method: "GET",
    target: "/.well-known/agent-card.json",
    header: (name) => (name.toLowerCase() === "host" ? host : undefined),
    body: async () => new Uint8Array(),
    onDisconnect: () => undefined,
  };
  const answer = await createHttpHandler(createTestHost({}, { card }).host, options)(request);
  return answer?.status;
}

test("every answer has Strict-Transport-Security where that is wanted, refusals too", async () => {
  const strictTransportSecurity = "max-age=31536000";
  const { host } = createTestHost();
  for (const options of [{ strictTransportSecurity }, {}]) {
    const handle = createHttpHandler(host, options);
    for (const target of ["/.well-known/agent-card.json", "/rpc", "/nowhere"]) {
      const answer = await handle({
        method: "GET",
        target,
        header: () => undefined,
        body: async () => new Uint8Array(),
        onDisconnect: () => undefined,
      });
      expect(answer?.headers["strict-transport-security"]).toBe(options.strictTransportSecurity);
    }
  }
});

const local = "http://localhost:4000/a2a";

test.each([
  ["localhost:4000", 200],
  ["LOCALHOST", 200],
  ["app.localhost:4000", 200],
  ["localhost.:4000", 200],
  ["127.0.0.1:4000", 200],
  ["192.168.1.7:4000", 200],
  ["[::1]:4000", 200],
  [undefined, 200],
  ["evil.example:4000", 421],
  ["localhost.evil.example", 421],
  ["1.2.3.4.evil.example", 421],
  ["", 421],
  ["[::1", 421],
  ["127.0.0.1:99999", 421],
  ["127.0.0.1/../evil.example", 421],
  ["evil.example@localhost", 421],
  ["localhost?evil.example", 421],
])("an agent whose card leads to this machine, asked for as %s: %d", async (host, status) => {
  expect(await statusOf(host, local)).toBe(status);
  expect(await statusOf(host, "http://127.0.0.1:4000")).toBe(status);
  expect(await statusOf(host, "http://[::1]:4000")).toBe(status);
  expect(await statusOf(host, "ws://localhost:4000")).toBe(status);
});

test("one whose card leads elsewhere is answered under any name, or under those given", async () => {
  const url = "https://agent.example.com/a2a";
  expect(await statusOf("internal:8080", url)).toBe(200);
  const names = ["agent.example.com"];
  expect(await statusOf("Agent.Example.com", url, { names })).toBe(200);
  expect(await statusOf("internal:8080", url, { names })).toBe(421);
  expect(await statusOf("internal:8080", local, { names: ["internal"] })).toBe(200);
});

test("an unknown name is left to other handlers where they come next", async () => {
  expect(await statusOf("evil.example", local, { passOn: true })).toBe(undefined);
});
