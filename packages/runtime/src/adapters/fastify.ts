import type { HttpHandler } from "../http/http-message.ts";
import { originForm } from "../http/request-head.ts";
import { belowPattern } from "./mount.ts";
import type { NodeRequest, NodeResponse } from "./node-message.ts";
import { NodeHttpRequest } from "./node-request.ts";
import { writeNodeResponse } from "./node-response.ts";
import { doubledHeader } from "./not-found.ts";

/** The part of an instance of Fastify that is used. */
export interface FastifyInstance {
  /** The prefix under which a plugin was registered. */
  readonly prefix: string;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null) => void) => void,
  ): unknown;
  route(options: FastifyRoute): unknown;
}

/** The options of a route of Fastify that are used. */
export interface FastifyRoute {
  method: string[];
  url: string;
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** The part of a request of Fastify that is used. */
export interface FastifyRequest {
  readonly raw: NodeRequest;
}

/** The part of a reply of Fastify that is used. */
export interface FastifyReply {
  readonly raw: NodeResponse;
  callNotFound(): unknown;
  getHeaders(): Readonly<Record<string, number | string | readonly string[] | undefined>>;
  hijack(): unknown;
}

/** A plugin of Fastify, for `register`. */
export type FastifyPlugin = (fastify: FastifyInstance) => Promise<void>;

/**
 * Serves a handler in a Fastify application: `app.register(toFastify(handler))`, under a path with
 * `app.register(toFastify(handler), { prefix: "/agent" })`, where the handler sees what follows it.
 * Routes of the application come first; what the handler does not take is answered as not found.
 * Bodies are read by the handler within its own limits; the hooks onSend and preSerialization are not
 * called, headers that other hooks have set are sent.
 */
export function toFastify(handler: HttpHandler): FastifyPlugin {
  return async (fastify) => {
    const { prefix } = fastify;
    // Both concern this plugin only, since every plugin has its own parsers.
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const answer = async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      // The prefix may have parameters.
      const mounted = belowPattern(originForm(raw.url ?? "/"), prefix);
      const request = new NodeHttpRequest(raw, reply.raw, mounted);
      const response = request.hasDoubledHeader ? doubledHeader : await handler(request);
      if (response === undefined) {
        reply.callNotFound();
        return reply;
      }
      const headers = { ...textHeaders(reply.getHeaders()), ...response.headers };
      reply.hijack();
      writeNodeResponse(request, reply.raw, { ...response, headers });
      return reply;
    };
    const method = ["HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    fastify.route({ method, url: "/*", handler: answer });
    if (prefix !== "") fastify.route({ method, url: "/", handler: answer });
  };
}

function textHeaders(headers: ReturnType<FastifyReply["getHeaders"]>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : String(value)]],
    ),
  );
}
