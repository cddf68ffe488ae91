import { A2AService } from "@a2agen/a2a-1.0";
import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { invalidAnswer, parameterHeaders } from "@a2agen/runtime/binding";
import { type CallOptions, createClient, type Transport } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";

/** Answers every call with the request that it got. */
const echo: Transport = {
  binding: "ECHO",
  unary: (method, request) => Promise.resolve([method.name, request]),
  async *stream(method, request) {
    yield [method.name, request];
  },
  close: () => Promise.resolve(),
};

describe("a client that is called without a request", () => {
  /** As a caller without types has it. */
  interface Untyped {
    getExtendedAgentCard(request?: unknown, options?: CallOptions): Promise<unknown>;
    subscribeToTask(request?: unknown): AsyncIterable<unknown>;
  }
  const client = createClient(A2AService, echo) as unknown as Untyped;

  test("sends one without fields", async () => {
    expect(await client.getExtendedAgentCard()).toEqual(["GetExtendedAgentCard", {}]);
    expect(await client.getExtendedAgentCard(undefined, {})).toEqual(["GetExtendedAgentCard", {}]);
    for await (const answer of client.subscribeToTask()) {
      expect(answer).toEqual(["SubscribeToTask", {}]);
    }
  });

  test("sends null as it is: a request can be any JSON", async () => {
    expect(await client.getExtendedAgentCard(null)).toEqual(["GetExtendedAgentCard", null]);
  });
});

test("the parameters of a call are those that the protocol has", () => {
  const { protocol } = A2AService;
  const { versionParameter: _, extensionsParameter: __, ...bare } = protocol;
  expect([
    parameterHeaders({}, protocol),
    parameterHeaders({ extensions: ["urn:a", "urn:b"] }, protocol),
    parameterHeaders({ extensions: ["urn:a"] }, bare),
  ]).toEqual([{ "A2A-Version": "1.0" }, { "A2A-Version": "1.0", "A2A-Extensions": "urn:a,urn:b" }, {}]);
});

test("the error for an answer of another shape is the protocol's, or an internal one", () => {
  const { invalidResponseError: _, ...without } = A2AService.protocol;
  const cause = new TypeError("no task");
  const errors = [A2AService.protocol, DraftService.protocol, without].map((protocol) => {
    const { name, http, message, cause: kept } = invalidAnswer(protocol, "no task came", cause);
    return [name, http, message, kept];
  });
  expect(errors).toEqual([
    ["InvalidAgentResponseError", 500, "no task came", cause],
    ["InvalidAgentResponseError", 502, "no task came", cause],
    [expect.any(String), 500, "no task came", cause],
  ]);
});
