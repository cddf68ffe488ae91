import { expect, test } from "vitest";
import { toFetchHandler } from "../../../../packages/runtime/src/adapters/index.ts";
import { createHttpHandler } from "../../../../packages/runtime/src/server/index.ts";
import { createTestHost } from "../host/agent.ts";

const address = "http://localhost:4180/#token=a-b_c";

async function ask(url: string, console: string | undefined, method = "GET"): Promise<readonly unknown[]> {
  const handle = toFetchHandler(createHttpHandler(createTestHost().host, { console }));
  const { host } = new URL(url);
  const { status, headers } = await handle(
    new Request(url, { method, headers: { host, accept: "text/html" } }),
  );
  return [status, headers.get("location")];
}

test.each([
  ["localhost:4000", "http://localhost:4000/console", "http%3A%2F%2Flocalhost%3A4000"],
  ["an address", "http://127.0.0.1:4000/console?x", "http%3A%2F%2F127.0.0.1%3A4000"],
])("a browser on this machine is sent to the console: %s", async (_, url, agent) => {
  expect(await ask(url, address)).toEqual([302, `${address}&agent=${agent}`]);
});

test("HEAD is answered as GET is, and other methods are not", async () => {
  const url = "http://localhost:4000/console";
  expect(await ask(url, address, "HEAD")).toEqual(await ask(url, address));
  expect((await ask(url, address, "DELETE"))[0]).toBe(404);
});

test.each([
  ["a name of others", "http://evil.example/console", address],
  ["an address of others", "http://10.0.0.1/console", address],
  ["another path", "http://localhost/console/x", address],
  ["an agent in production", "http://localhost/console", undefined],
])("no one else is: %s", async (_, url, console) => {
  expect((await ask(url, console))[1]).toBe(null);
});

test.each(["", "https://evil.example/#token=x", "http://localhost:1/", `${address}&agent=x`])(
  "an address that is no console's is refused: %j",
  (console) => {
    expect(() => createHttpHandler(createTestHost().host, { console })).toThrow(
      `console: expected the address in A2AGEN_CONSOLE, http://localhost:PORT/#token=TOKEN; found ${JSON.stringify(console)}`,
    );
  },
);
