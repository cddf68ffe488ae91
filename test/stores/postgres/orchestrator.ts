// An agent in a process of its own that gives work to four others and puts their answers together. It keeps
// its tasks in the directory of a PGlite, and goes on with them when it is started again.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { A2AService as NextService } from "@a2agen/a2a-1.1-dev";
import { openDirectory } from "@a2agen/postgres/directory";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent, textArtifact } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { delegate, merge, type RemoteAgent } from "@a2agen/runtime/delegate";
import { createGrpcTransport } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcTransport, jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createRestTransport } from "@a2agen/runtime/rest";
import { createHttpHandler } from "@a2agen/runtime/server";
import { createClient } from "@a2agen/runtime/service";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { pgliteClass } from "../../shared/pglite.ts";

const [, , directory = "", urls = "{}"] = process.argv;
const url = JSON.parse(urls) as Readonly<Record<"jsonRpc" | "grpc" | "older" | "newer", string>>;

const older = await connect(
  A2AService,
  {
    name: "older",
    description: "Speaks 0.3.",
    version: "1.0.0",
    protocolVersion: "0.3.0",
    url: url.older,
    preferredTransport: "JSONRPC",
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  },
  { bindings: [jsonRpc()], older: [a2a03ToA2a10] },
);
const headers = { "x-caller": "orchestrator" };
const named = (name: string, client: RemoteAgent["client"]): RemoteAgent => ({ client, card: { name } });
const remotes: Readonly<Record<string, RemoteAgent>> = {
  jsonRpc: named(
    "jsonRpc",
    createClient(A2AService, createJsonRpcTransport(A2AService.protocol, { url: url.jsonRpc })),
  ),
  grpc: named(
    "grpc",
    createClient(A2AService, createGrpcTransport({ address: url.grpc, codecs: [A2AServiceGrpc] })),
  ),
  older: named("older", older.client),
  newer: named(
    "newer",
    createClient(NextService, createRestTransport(NextService.protocol, { url: url.newer })),
  ),
};

const tasks = await openDirectory(pgliteClass, directory);
let isServed = false;
/** The same, which says each call once it is served: leases are renewed as long as anything is at work. */
const store = new Proxy(tasks.store, {
  get(target, name) {
    const member: unknown = Reflect.get(target, name);
    if (typeof member !== "function") return member;
    return (...given: unknown[]): unknown => {
      if (isServed) console.log(`store: ${String(name)}`);
      return Reflect.apply(member, target, given);
    };
  },
});
const agent = createAgent({
  service: A2AService,
  store,
  resumable: true,
  // It is killed more often than an agent should be.
  limits: { leaseMs: 500, attempts: 1000 },
  async *execute(turn) {
    const answers = yield* merge(
      ...Object.entries(remotes).map(([key, remote]) =>
        delegate(turn, key, remote, `${turn.text} ${key}`, { headers }),
      ),
    );
    if (answers.some((answer) => answer === undefined)) return;
    yield textArtifact("answer", answers.map((answer) => answer?.text).join(", "));
  },
  onError: (error) => console.error(error),
});
const host = createHost({ services: [implement(A2AService, agent)] });
const http = createServer(toNodeListener(createHttpHandler(host, { jsonRpc: "/" })));
await once(http.listen(0, "127.0.0.1"), "listening");
console.log(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`);
isServed = true;
