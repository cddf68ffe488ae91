import { expect, test } from "vitest";
import { defineProtocol } from "../../../../packages/runtime/src/service/define-protocol.ts";

test("objects that both parts have are joined, and lists and texts are those of the second", () => {
  const client = {
    name: "shop",
    errors: { GoneError: { jsonRpc: -32001, grpc: "NOT_FOUND", http: 404, reason: "GONE" } },
    jsonRpcMessages: { "-32600": "bad" },
    contentTypes: {
      http: { send: "a/b", accept: ["a/b"] },
      jsonRpc: { send: "a/b", accept: ["a/b"] },
      error: { send: "a/b", accept: ["a/b"] },
      stream: "text/event-stream",
    },
  } as const;
  const server = {
    errors: { GoneError: { title: "Gone", description: "It is gone." } },
    errorBody: "status",
    contentTypes: { http: { accept: ["c/d"] } },
  } as const;
  expect(defineProtocol(client, server)).toEqual({
    ...client,
    errors: { GoneError: { ...client.errors.GoneError, ...server.errors.GoneError } },
    errorBody: "status",
    contentTypes: { ...client.contentTypes, http: { send: "a/b", accept: ["c/d"] } },
  });
  expect(client.errors.GoneError).not.toHaveProperty("title");
});
