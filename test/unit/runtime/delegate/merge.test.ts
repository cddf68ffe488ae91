import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type AgentEvent, working } from "@a2agen/runtime/agent";
import { delegate, merge } from "@a2agen/runtime/delegate";
import { expect, test } from "vitest";
import { aborted, createGate, start, stateOf, userMessage } from "../../../shared/agent/start-agent.ts";

test("a merge within another one is left while its sources wait", async () => {
  const begun = createGate();
  const endless = await start({
    async *execute({ signal }) {
      yield working();
      begun.open();
      await aborted(signal);
    },
  });
  const errors: unknown[] = [];
  const { client } = await start({
    async *execute(turn) {
      async function* fail(): AsyncGenerator<AgentEvent> {
        await begun.opened;
        yield working();
        throw new Error("no paper");
      }
      const endlessly = { client: endless.client, card: { name: "Endless" } };
      try {
        yield* merge(merge(delegate(turn, "endless", endlessly, "go")), fail());
      } catch (error) {
        errors.push(error);
      }
    },
  });
  await client.sendMessage({ message: userMessage("Go") });
  expect(errors).toEqual([new Error("no paper")]);
  expect((await endless.client.listTasks({})).tasks.map(stateOf)).toEqual(["canceled"]);
});

test("nothing is kept of events while another source has none", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const gate = createGate();
  const count = 100_000;
  async function* talk(): AsyncGenerator<AgentEvent> {
    for (let index = 0; index < count; index++) yield { metadata: {} };
  }
  async function* wait(): AsyncGenerator<AgentEvent> {
    await gate.opened;
    yield working();
  }
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let came = 0;
  let grown = 0;
  for await (const _ of merge(wait(), talk())) {
    came++;
    if (came !== count) continue;
    collectGarbage();
    grown = process.memoryUsage().heapUsed - before;
    gate.open();
  }
  expect(came).toBe(count + 1);
  // Of 100,000 events, 40 MB were kept.
  expect(grown).toBeLessThan(10_000_000);
});
