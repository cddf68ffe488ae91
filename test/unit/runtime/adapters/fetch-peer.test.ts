import { expect, test } from "vitest";
import { FetchRequest } from "../../../../packages/runtime/src/adapters/fetch-request.ts";

const address = "192.0.2.1";
const bun = {
  address,
  port: 4711,
  requestIP(_request: Request) {
    return { address: this.address, port: this.port, family: "IPv4" };
  },
};

test.each([
  ["Bun", bun, { address, port: 4711, family: "IPv4" }],
  ["Bun, of a client that has gone", { requestIP: () => null }, undefined],
  ["Deno", { remoteAddr: { transport: "tcp", hostname: address, port: 4711 } }, { address, port: 4711 }],
  ["Deno, on a Unix socket", { remoteAddr: { transport: "unix", path: "/run/agent" } }, undefined],
  [
    "Hono on Node",
    { incoming: { socket: { remoteAddress: address, remotePort: 4711 } } },
    { address, port: 4711 },
  ],
  ["Workers", { SOME_BINDING: {} }, undefined],
  ["nothing", undefined, undefined],
  ["nothing that is an object", "server", undefined],
])("the client's address, of %s", (_name, server, expected) => {
  const request = new FetchRequest(new Request("http://localhost/"), { target: "/", server });
  expect(request.peer).toEqual(expected);
});
