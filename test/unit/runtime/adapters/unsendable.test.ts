import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { toFetchHandler } from "../../../../packages/runtime/src/adapters/fetch.ts";
import { toNodeListener } from "../../../../packages/runtime/src/adapters/node-listener.ts";
import type { HttpHandler } from "../../../../packages/runtime/src/http/http-message.ts";

let cancelled = 0;
const stream = { pull: async () => "x", cancel: () => (cancelled += 1) };

const handler: HttpHandler = async ({ target }) => {
  const status = Number(target.slice(1));
  return { status, headers: {}, body: status === 1000 ? stream : "text" };
};

const send: Readonly<Record<string, (path: string) => Promise<Response>>> = {
  async "node:http"(path) {
    const server = createServer(toNodeListener(handler));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  },
  "the Fetch API": (path) => toFetchHandler(handler)(new Request(`http://localhost${path}`)),
};

test.each(Object.keys(send))(
  "over %s an answer with an impossible status is an internal error",
  async (name) => {
    cancelled = 0;
    for (const status of [0, 99, 1000]) {
      const answer = await send[name]?.(`/${status}`);
      expect(answer?.status).toBe(500);
      expect(await answer?.json()).toEqual({
        error: { code: 500, status: "INTERNAL", message: "internal error" },
      });
    }
    expect(cancelled).toBe(1);
  },
);
