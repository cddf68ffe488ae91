import { A2AService, type StreamResponse, type Task } from "@a2agen/a2a-1.0";
import { expect, test } from "vitest";
import { toFetchHandler } from "../../../../packages/runtime/src/adapters/index.ts";
import { createHost, implement } from "../../../../packages/runtime/src/host/index.ts";
import { createJsonRpcHandler, jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { createClient } from "../../../../packages/runtime/src/service/index.ts";
import { createSignal } from "../../../shared/http/listen.ts";

test("client and server need no socket: the handler stands for fetch", async () => {
  const task: Task = { id: "task-1", status: { state: "TASK_STATE_WORKING" } };
  const ended = createSignal();
  const agent: Partial<A2AService> = {
    getTask: async ({ id }) => ({ ...task, id }),
    async *subscribeToTask() {
      try {
        yield { task };
        yield { task };
      } finally {
        ended.resolve();
      }
    },
  };
  const host = createHost({ services: [implement(A2AService, agent as A2AService)] });
  const handle = toFetchHandler(createJsonRpcHandler(host, { path: "/rpc" }));
  const url = "http://a.example/rpc";
  const transport = jsonRpc().connect({
    service: A2AService,
    protocol: A2AService.protocol,
    url,
    fetch: (input, init) => handle(new Request(input, init)),
  });
  const client = createClient(A2AService, transport);
  expect(await client.getTask({ id: "a" })).toEqual({ ...task, id: "a" });
  const seen: StreamResponse[] = [];
  for await (const event of client.subscribeToTask({ id: "a" })) {
    seen.push(event);
    break;
  }
  expect(seen).toEqual([{ task }]);
  await ended.promise;
});
