import { createServer, type RequestListener } from "node:http";
import express from "express";
import fastify, { type FastifyInstance } from "fastify";
import { Hono } from "hono";
import { mount } from "hono/mount";
import { afterEach, describe, expect, test } from "vitest";
import { toFetchHandler, toHono } from "../../../../packages/runtime/src/adapters/index.ts";
import { toExpress, toFastify, toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import type { HttpHandler } from "../../../../packages/runtime/src/http/http-message.ts";
import { callMounted, mountedAgent, mountedAnswers } from "../../../shared/http/mounted-agent.ts";
import { listen, type RunningServer, serveFetch } from "./servers.ts";

const running: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const base = "/agents/one";

type Start = (handler: HttpHandler) => Promise<RunningServer>;

/** Listeners of Connect: they take the mount off `url`, and keep what it was. */
function strippedByHand(listener: ReturnType<typeof toNodeListener>): RequestListener {
  return (request, response) => {
    const original = request.url ?? "/";
    const url = original.slice(base.length).replace(/^(?!\/)/, "/");
    listener(Object.assign(request, { url, originalUrl: original }), response);
  };
}

async function startFastify(register: (app: FastifyInstance) => unknown): Promise<RunningServer> {
  const app = fastify({ forceCloseConnections: true });
  await register(app);
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { port: Number(new URL(url).port), url, close: () => app.close() };
}

const mounts: readonly { readonly name: string; readonly start: Start }[] = [
  {
    name: "node:http with basePath",
    start: (handler) => listen(createServer(toNodeListener(handler, { basePath: `${base}/` }))),
  },
  {
    name: "node:http behind a router of the Connect kind",
    start: (handler) => listen(createServer(strippedByHand(toNodeListener(handler)))),
  },
  {
    name: "Express: app.use(path)",
    start: (handler) => listen(createServer(express().use(base, toExpress(handler)))),
  },
  {
    name: "Express: toNodeListener",
    start: (handler) => listen(createServer(express().use(base, toNodeListener(handler)))),
  },
  {
    name: "Express: router in a router",
    start: (handler) =>
      listen(
        createServer(
          express().use("/agents", express.Router().use("/one", express.Router().use(toExpress(handler)))),
        ),
      ),
  },
  {
    name: "Express: application in an application, with a parameter",
    start: (handler) =>
      listen(createServer(express().use("/agents", express().use("/:name", toExpress(handler))))),
  },
  {
    name: "Fastify: prefix",
    start: (handler) => startFastify((app) => app.register(toFastify(handler), { prefix: base })),
  },
  {
    name: "Fastify: a prefix in a prefix, with a parameter",
    start: (handler) =>
      startFastify((app) =>
        app.register(async (inner) => inner.register(toFastify(handler), { prefix: "/:name" }), {
          prefix: "/agents",
        }),
      ),
  },
  {
    name: "Hono: app.use(path)",
    start: (handler) => serveFetch(new Hono().use(`${base}/*`, toHono(handler)).fetch),
  },
  {
    name: "Hono: basePath of the adapter",
    start: (handler) => serveFetch(new Hono().use(toHono(handler, { basePath: base })).fetch),
  },
  {
    name: "Hono: app.basePath",
    start: (handler) => serveFetch(new Hono().basePath(base).use(toHono(handler)).fetch),
  },
  {
    name: "Hono: app.route, with a parameter",
    start: (handler) => serveFetch(new Hono().route("/agents/:name", new Hono().use(toHono(handler))).fetch),
  },
  {
    name: "Hono: mount",
    start: (handler) =>
      serveFetch(new Hono().all(`${base}/*`, mount(toFetchHandler(handler, { strippedPath: base }))).fetch),
  },
  {
    name: "Hono: mount with the whole request",
    start: (handler) =>
      serveFetch(
        new Hono().all(
          `${base}/*`,
          mount(toFetchHandler(handler, { basePath: base }), { replaceRequest: (request) => request }),
        ).fetch,
      ),
  },
  {
    name: "a route of Next.js, Astro or SvelteKit",
    start: (handler) => serveFetch(toFetchHandler(handler, { basePath: base })),
  },
];

describe.each(mounts)("$name", ({ start }) => {
  async function serving(make: (origin: string) => HttpHandler): Promise<string> {
    const served: { handler?: HttpHandler } = {};
    const server = await start((request) => served.handler?.(request));
    running.push(server);
    served.handler = make(server.url);
    return server.url;
  }

  test("serves the paths of the card's URLs", async () => {
    const url = await serving((origin) => mountedAgent(origin + base));
    expect(await callMounted(url + base)).toEqual(mountedAnswers);
  });

  test("serves the URL of the mount itself, and the page for browsers", async () => {
    const url = await serving((origin) => mountedAgent(origin + base, { jsonRpc: base }));
    const call = { jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "t" } };
    for (const path of [base, `${base}/`, `${base}?x=1`]) {
      const response = await fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json", "a2a-version": "1.0" },
        body: JSON.stringify(call),
      });
      expect([path, await response.json()]).toEqual([
        path,
        {
          jsonrpc: "2.0",
          id: 1,
          result: { id: "t", contextId: "JSONRPC without tenant", status: { state: "TASK_STATE_WORKING" } },
        },
      ]);
    }
    const page = await (await fetch(`${url + base}/`, { headers: { accept: "text/html" } })).text();
    expect(page).toContain(`href="${base}/.well-known/agent-card.json"`);
  });

  test("takes paths that are given without the mount", async () => {
    const url = await serving((origin) =>
      mountedAgent(`${origin}/elsewhere`, { jsonRpc: "/rpc", rest: "/v1" }),
    );
    const response = await fetch(`${url + base}/v1/tasks/t`, { headers: { "a2a-version": "1.0" } });
    expect(await response.json()).toMatchObject({ contextId: "HTTP+JSON without tenant" });
    expect((await fetch(`${url + base}/rpc`)).status).toBe(405);
  });

  test("tells both paths where nothing is", async () => {
    const url = await serving((origin) => mountedAgent(`${origin}/public/one`));
    const response = await fetch(`${url + base}/a2a`, { method: "POST" });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      {
        error: {
          message:
            'this path is not served: expected that JSON-RPC is at /public/one/a2a, HTTP+JSON is below /public/one; got "/a2a" below "/agents/one"',
        },
      },
    ]);
  });
});

test("a mount that chooses some of the paths changes none of them", async () => {
  const app = new Hono();
  const served: { handler?: HttpHandler } = {};
  for (const path of ["/tasks/*", "/.well-known/*"])
    app.use(
      path,
      toHono((request) => served.handler?.(request)),
    );
  const server = await serveFetch(app.fetch);
  running.push(server);
  served.handler = mountedAgent(server.url);
  const task = await fetch(`${server.url}/tasks/t`, { headers: { "a2a-version": "1.0" } });
  expect(await task.json()).toMatchObject({ contextId: "HTTP+JSON without tenant" });
  const card = await fetch(`${server.url}/.well-known/agent-card.json`);
  expect(await card.json()).toMatchObject({ name: "Mounted" });
});

test("what is elsewhere than a mount goes on", async () => {
  const listener = toNodeListener(() => Promise.resolve({ status: 200, headers: {}, body: "agent" }), {
    basePath: base,
  });
  const server = await listen(
    createServer((request, response) => listener(request, response, () => response.end("next"))),
  );
  running.push(server);
  const bodies = ["/agents/one", "/agents/one?x", "/agents/one/a", "/agents/oneself", "/agents", "/"].map(
    async (path) => `${path} ${await (await fetch(server.url + path)).text()}`,
  );
  expect(await Promise.all(bodies)).toEqual([
    "/agents/one agent",
    "/agents/one?x agent",
    "/agents/one/a agent",
    "/agents/oneself next",
    "/agents next",
    "/ next",
  ]);
});
