import { A2AService } from "@a2agen/a2a-1.0";
import { expect, test } from "vitest";
import { toFetchHandler } from "../../../../packages/runtime/src/adapters/fetch.ts";
import { createHost, implement } from "../../../../packages/runtime/src/host/index.ts";
import {
  createJsonRpcHandler,
  createJsonRpcTransport,
} from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { createClient } from "../../../../packages/runtime/src/service/index.ts";
import { createAgent } from "../host/agent.ts";

const { methods } = A2AService;
const service = {
  ...A2AService,
  methods: { ...methods, getTask: { ...methods.getTask, jsonRpcName: "tasks/read" } },
} as typeof A2AService;

test("a method has its name of JSON-RPC, which clients send, and its proto name", async () => {
  const host = createHost({ services: [implement(service, createAgent())] });
  const handle = toFetchHandler(createJsonRpcHandler(host));
  const sent: unknown[] = [];
  const transport = createJsonRpcTransport(service.protocol, {
    url: "http://127.0.0.1/",
    fetch: async (url, init) => {
      const request = new Request(url, init);
      sent.push(((await request.clone().json()) as { method: string }).method);
      return handle(request);
    },
  });
  for (const each of [service, A2AService]) {
    expect(await createClient(each, transport).getTask({ id: "t1" })).toMatchObject({ id: "t1" });
  }
  expect(sent).toEqual(["tasks/read", "GetTask"]);
});
