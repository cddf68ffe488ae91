import type { Room } from "./room.ts";

/** The rooms of the runtime: a part of the table in `rooms.ts`. */
export const runtimeRooms = {
  "runtime/core": { holds: "codecs, problems, JSON types and small tools: the ground floor", imports: [] },
  "runtime/binary": {
    holds: "the wire format of Protocol Buffers",
    imports: ["runtime/core"],
  },
  "runtime/canonical": { holds: "canonical JSON, RFC 8785", imports: ["runtime/core", "npm:canonicalize"] },
  "runtime/service": {
    holds: "what clients and servers share: services, protocols, cards, errors, transports",
    imports: ["runtime/core"],
  },
  "runtime/host": {
    holds:
      "a service with its handler behind the checks of every call: versions, authentication, extensions, limits, streams",
    imports: ["runtime/core", "runtime/service"],
  },
  "runtime/versions": {
    holds:
      "several versions of a protocol: handlers and transports of one on top of another, hosts for all, detection",
    imports: ["runtime/core", "runtime/host", "runtime/service"],
  },
  "runtime/http": {
    holds: "requests and responses of any framework, what the HTTP bindings share, and server-sent events",
    imports: ["runtime/core", "runtime/host", "runtime/service"],
  },
  "runtime/jsonrpc": {
    holds: "the JSON-RPC binding",
    imports: ["runtime/core", "runtime/host", "runtime/http", "runtime/service", "runtime/versions"],
  },
  "runtime/rest": {
    holds: "the HTTP+JSON binding",
    imports: ["runtime/core", "runtime/host", "runtime/http", "runtime/service", "runtime/versions"],
  },
  "runtime/grpc": {
    holds: "the gRPC binding",
    imports: [
      "runtime/binary",
      "runtime/core",
      "runtime/grpc/generated",
      "runtime/host",
      "runtime/service",
      "npm:@bufbuild/protobuf",
      "npm:@grpc/grpc-js",
    ],
  },
  "runtime/grpc/generated": {
    holds: "`google.rpc` and server reflection; emitted like `generated/`",
  },
  "runtime/extensions": {
    holds: "definitions of extensions: declarations, typed metadata, middleware, methods",
    imports: ["runtime/core", "runtime/service"],
  },
  "runtime/agent/contract": {
    holds: "what authors, stores and deliveries of push notifications see of the kit",
    imports: ["runtime/agent/generated", "runtime/core", "runtime/service"],
  },
  "runtime/agent/store": {
    holds: "the task store in memory, folds of logs, leases, and waits for changes",
    imports: ["runtime/agent/contract", "runtime/agent/generated", "runtime/core", "runtime/service"],
  },
  "runtime/agent/core": {
    holds: "what all operations of an agent share: its options, errors, states and sizes",
    imports: [
      "runtime/agent/contract",
      "runtime/agent/store",
      "runtime/agent/generated",
      "runtime/core",
      "runtime/service",
    ],
  },
  "runtime/agent/log": {
    holds: "the log of one task: entries, compare-and-set, followers",
    imports: [
      "runtime/agent/contract",
      "runtime/agent/core",
      "runtime/agent/store",
      "runtime/agent/generated",
      "runtime/core",
      "runtime/service",
    ],
  },
  "runtime/agent/runs": {
    holds: "the work on tasks in this process: turns of the author, cancellation, shutdown",
    imports: [
      "runtime/agent/contract",
      "runtime/agent/core",
      "runtime/agent/log",
      "runtime/agent/store",
      "runtime/agent/generated",
      "runtime/core",
      "runtime/service",
    ],
  },
  "runtime/agent/calls": {
    holds: "one operation of the service each",
    imports: [
      "runtime/agent/contract",
      "runtime/agent/core",
      "runtime/agent/log",
      "runtime/agent/runs",
      "runtime/agent/generated",
      "runtime/core",
      "runtime/service",
    ],
  },
  "runtime/agent": {
    holds: "the agent kit: `createAgent`, over the folders below it",
    imports: [
      "runtime/agent/calls",
      "runtime/agent/contract",
      "runtime/agent/core",
      "runtime/agent/log",
      "runtime/agent/runs",
      "runtime/agent/store",
      "runtime/agent/generated",
      "runtime/core",
      "runtime/service",
    ],
  },
  "runtime/agent/dialect": {
    holds: "the agent kit for authors who write in an older version: turns, events and replies, translated",
    imports: [
      "runtime/agent",
      "runtime/agent/contract",
      "runtime/agent/log",
      "runtime/agent/generated",
      "runtime/core",
      "runtime/service",
      "runtime/versions",
    ],
  },
  "runtime/agent/generated": {
    holds: "the types of 1.0, in which the kit is written; emitted like `generated/`",
  },
  "runtime/push": {
    holds: "webhooks: deliveries, and the guard for URLs and addresses",
    imports: ["runtime/agent", "runtime/core", "runtime/service", "node:"],
  },
  "runtime/receiver": {
    holds: "a receiver of push notifications, for clients",
    imports: ["runtime/core", "runtime/http", "runtime/service", "runtime/versions"],
  },
  "runtime/negotiation": {
    holds: "extensions of protocols that have a JSON Schema",
    imports: ["runtime/core"],
  },
  "runtime/server": {
    holds: "one HTTP handler of jsonrpc, rest and the agent card, for one version or all; CORS",
    imports: [
      "runtime/core",
      "runtime/host",
      "runtime/http",
      "runtime/jsonrpc",
      "runtime/rest",
      "runtime/service",
      "runtime/versions",
    ],
  },
  "runtime/adapters": {
    holds: "handlers in `node:http`, Express, Fastify, Hono and the Fetch API",
    imports: ["runtime/core", "runtime/http", "runtime/service", "node:"],
  },
  "runtime/client/contract": {
    holds: "options, errors and warnings of connections",
    imports: ["runtime/core", "runtime/service", "runtime/versions"],
  },
  "runtime/client/credentials": {
    holds: "where calls carry credentials, and where these may go",
    imports: ["runtime/client/contract", "runtime/core", "runtime/service"],
  },
  "runtime/client/card": {
    holds: "fetches and reads the card",
    imports: [
      "runtime/client/contract",
      "runtime/client/credentials",
      "runtime/http",
      "runtime/core",
      "runtime/service",
      "runtime/versions",
    ],
  },
  "runtime/client/interface": {
    holds: "chooses an interface of the card",
    imports: [
      "runtime/client/card",
      "runtime/client/contract",
      "runtime/client/credentials",
      "runtime/core",
      "runtime/service",
      "runtime/versions",
    ],
  },
  "runtime/client/calls": {
    holds: "the interceptors of a connection: retries, resumed streams, credentials, defaults",
    imports: [
      "runtime/client/card",
      "runtime/client/contract",
      "runtime/client/credentials",
      "runtime/client/interface",
      "runtime/core",
      "runtime/service",
      "runtime/versions",
    ],
  },
  "runtime/client": {
    holds: "`connect`; bindings and translations are handed in",
    imports: [
      "runtime/client/calls",
      "runtime/client/card",
      "runtime/client/contract",
      "runtime/client/credentials",
      "runtime/client/interface",
      "runtime/core",
      "runtime/service",
      "runtime/versions",
    ],
  },
  "runtime/signing": {
    holds: "signs and verifies agent cards",
    imports: ["runtime/canonical", "runtime/core", "runtime/service", "npm:jose"],
  },
  "runtime/codegen": {
    holds: "what generated code imports, not for use by hand",
    imports: [
      "runtime/agent/contract",
      "runtime/agent/dialect",
      "runtime/binary",
      "runtime/core",
      "runtime/grpc",
      "runtime/service",
      "runtime/versions",
      "npm:@bufbuild/protobuf",
    ],
  },
} as const satisfies Readonly<Record<string, Room>>;
