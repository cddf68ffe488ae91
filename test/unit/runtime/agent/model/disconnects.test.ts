import { request } from "node:http";
import { completed, textArtifact } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { taskOf, userMessage } from "../../../../shared/agent/start-agent.ts";
import { chooseSeed } from "../../../../shared/random/seed.ts";
import { runs } from "../../../../shared/runs.ts";
import { Observer } from "./observer.ts";
import { createPuppetAuthor } from "./puppet-author.ts";
import { type ServedAgent, serveAgent } from "./served-agent.ts";
import { settle } from "./settle.ts";
import { createWatchedStore } from "./watched-store.ts";

const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

interface Goer {
  readonly how: "destroys its socket" | "aborts its stream" | "aborts its blocking message" | "stays";
  /** After how many events. */
  readonly after: number;
}

const goer: fc.Arbitrary<Goer> = fc.record({
  how: fc.constantFrom("destroys its socket", "aborts its stream", "aborts its blocking message", "stays"),
  after: fc.nat(3),
});

const events = 4;

/** Follows a task without our client; resolves, when it is followed, with what ends the connection. */
function followRaw({ url = "" }: ServedAgent, id: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "a2a-version": "1.0", "x-caller": "alice" };
    const call = request(url, { method: "POST", headers, agent: false }, (response) => {
      response.once("data", () => resolve(() => response.destroy()));
      response.on("error", () => undefined);
    });
    call.on("error", reject);
    call.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SubscribeToTask", params: { id } }));
  });
}

async function until(isThere: () => boolean): Promise<void> {
  const end = performance.now() + 5000;
  while (!isThere() && performance.now() < end) await new Promise<void>((resolve) => setImmediate(resolve));
}

test("whoever goes away leaves nothing behind, and the others see everything", {
  tags: "thorough",
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(goer, { minLength: 1, maxLength: 5 }), async (goers) => {
      const author = createPuppetAuthor();
      const store = createWatchedStore();
      const served = await serveAgent("JSONRPC", { execute: author.execute, store });
      const { calls } = served;
      try {
        const client = served.clientOf("alice");
        const message = userMessage("work");
        const configuration = { returnImmediately: true };
        const { id } = taskOf(await client.sendMessage({ message, configuration }));
        const [turn] = author.takeTurns();
        const leave: (() => void)[] = [];
        const staying: Observer[] = [];
        for (const { how } of goers) {
          const { begun } = calls;
          if (how === "destroys its socket") leave.push(await followRaw(served, id));
          else {
            const own = served.clientOf("alice");
            // The same message again waits for the same task.
            const observer =
              how === "aborts its blocking message"
                ? Observer.unary((signal) => own.sendMessage({ message }, { signal }))
                : Observer.stream((signal) => own.subscribeToTask({ id }, { signal }));
            if (how === "stays") staying.push(observer);
            leave.push(how === "stays" ? () => undefined : () => observer.disconnect());
            if (how !== "aborts its blocking message") await until(() => observer.events.length > 0);
          }
          await until(() => calls.begun > begun);
        }
        for (let event = 0; event < events; event++) {
          for (const [index, { after }] of goers.entries()) if (after === event) leave[index]?.();
          const left = goers.filter(({ how, after }) => how !== "stays" && after <= event).length;
          // Those of blocking messages are let go when the agent looks, a few times in a second.
          await until(() => calls.open <= goers.length - left);
          expect(calls.open).toBe(goers.length - left);
          turn?.give(textArtifact("a", String(event), { append: true }));
          await settle();
        }
        turn?.give(completed("done"));
        await until(() => calls.open === 0 && staying.every(({ ending }) => ending !== undefined));
        for (const observer of staying) {
          expect(
            observer.events.map((one) => (typeof one === "string" ? one.replace(/ at \d+$/, "") : "task")),
          ).toEqual([
            "task",
            ...Array.from({ length: events }, (_, event) => `artifact a + "${event}"`),
            'completed "done"',
          ]);
          expect(observer.ending).toBe("end");
        }
        expect(calls.open).toBe(0);
      } finally {
        await served.close();
      }
      await settle();
      expect({ waiting: store.waiting, reported: served.reported }).toEqual({ waiting: 0, reported: [] });
    }),
    { seed, numRuns: runs(3) },
  );
});
