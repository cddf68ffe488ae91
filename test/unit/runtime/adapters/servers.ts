import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { toFetchHandler, toHono } from "../../../../packages/runtime/src/adapters/index.ts";
import { toExpress, toFastify, toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import type { HttpHandler } from "../../../../packages/runtime/src/http/http-message.ts";

/** Its types need those of browsers, so that the compiler must not see it. */
const nodeServer: string = "@hono/node-server";

const { serve } = (await import(nodeServer)) as {
  serve(
    options: {
      readonly fetch: (request: Request) => Response | Promise<Response>;
      readonly port: number;
      readonly hostname: string;
    },
    listening: (info: AddressInfo) => void,
  ): Server;
};

export interface RunningServer {
  readonly port: number;
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  close(): Promise<void>;
}

export interface Framework {
  readonly name: string;
  start(handler: HttpHandler): Promise<RunningServer>;
}

export async function listen(server: Server): Promise<RunningServer> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

export async function serveFetch(
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<RunningServer> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
      resolve({
        port,
        url: `http://127.0.0.1:${port}`,
        async close() {
          await new Promise<void>((done) => {
            server.close(() => done());
            server.closeAllConnections();
          });
        },
      });
    });
  });
}

export const frameworks: readonly Framework[] = [
  {
    name: "node:http",
    start: (handler) => listen(createServer(toNodeListener(handler))),
  },
  {
    name: "Express",
    start: (handler) => listen(createServer(express().use(toExpress(handler)))),
  },
  {
    name: "Express behind express.json()",
    start: (handler) =>
      listen(createServer(express().use(express.json({ limit: "64kb" }), toExpress(handler)))),
  },
  {
    name: "Fastify",
    async start(handler) {
      const app = fastify({ forceCloseConnections: true });
      await app.register(toFastify(handler));
      const url = await app.listen({ port: 0, host: "127.0.0.1" });
      return { port: Number(new URL(url).port), url, close: () => app.close() };
    },
  },
  {
    name: "Hono on node-server",
    start: (handler) => serveFetch(new Hono().use(toHono(handler)).fetch),
  },
  {
    name: "a fetch handler on node-server",
    start: (handler) => serveFetch(toFetchHandler(handler)),
  },
];
