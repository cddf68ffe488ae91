import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { expect, test } from "vitest";
import { streamFaults } from "../../../packages/exchange/src/faults/stream-faults.ts";
import type { MockAgent, Scenario } from "../../../packages/testing/src/index.ts";
import { say, startMock } from "../../shared/mock/start-mock.ts";

const scenario: Scenario = {
  rules: [{ answer: [{ task: "working" }, { artifact: { pieces: ["one ", "two"] } }] }],
};

/** The events that a client gets before its stream ends, or fails. */
async function receive({ url, fetch: send }: Pick<MockAgent, "url" | "fetch">, binding = jsonRpc()) {
  const { client } = await connect(A2AService, url, { fetch: send, bindings: [binding], resume: false });
  const events: StreamResponse[] = [];
  try {
    for await (const event of client.sendStreamingMessage(say("go"))) events.push(event);
  } catch (error) {
    return { count: events.length, failed: (error as Error).name };
  }
  return { count: events.length, failed: undefined };
}

test.each(Object.entries(streamFaults).filter(([, fault]) => !("cutAfter" in fault)))(
  "our client understands a stream with the fault %s",
  async (fault) => {
    const mock = await startMock(scenario, { faults: [fault] });
    for (const binding of [jsonRpc(), rest()]) {
      expect(await receive(mock, binding)).toEqual({ count: 5, failed: undefined });
    }
  },
);

test.each([
  { fault: "cut-after-3", count: 3 },
  { fault: "cut-after-0", count: 0 },
  { fault: "cut", count: 2 },
])("$fault breaks a stream off behind $count events, over sockets too", async ({ fault, count }) => {
  const mock = await startMock(scenario, { faults: [fault] });
  const { url } = await mock.listen();
  for (const place of [mock, { url, fetch }]) {
    expect(await receive(place)).toEqual({ count, failed: "CallError" });
  }
});

test("one of several faults is chosen by the seed", async () => {
  const options = { faults: ["cut-after-1", "cut-after-2", "fields"], seed: 5 };
  const counts = async () => {
    const mock = await startMock(scenario, options);
    const found: number[] = [];
    for (let at = 0; at < 12; at++) found.push((await receive(mock)).count);
    return found;
  };
  const first = await counts();
  expect(await counts()).toEqual(first);
  expect(new Set(first)).toEqual(new Set([1, 2, 5]));
});

test("an unknown fault is refused with those that there are", async () => {
  await expect(startMock(scenario, { faults: ["fire"] })).rejects.toThrow(
    'expected a fault of comments, line-ends, carriage-returns, fields, lines, no-space, bom, charset, cut, cut-after-3; found "fire"',
  );
});
