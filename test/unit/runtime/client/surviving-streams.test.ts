import { A2AService, A2AServiceClient, type Message, type StreamResponse } from "@a2agen/a2a-1.0";
import { completed, createAgent, MemoryTaskStore, textArtifact, working } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { toFetchHandler } from "../../../../packages/runtime/src/adapters/fetch.ts";
import { connect } from "../../../../packages/runtime/src/client/index.ts";
import { createHost, implement } from "../../../../packages/runtime/src/host/index.ts";
import { createJsonRpcHandler, jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { createRestHandler, rest } from "../../../../packages/runtime/src/rest/index.ts";
import { cardOf } from "../../../shared/client/agents.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";
import { type Harm, harmedAnswer, type Losses } from "../../../shared/streams/harmed-answer.ts";

const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

const harm: fc.Arbitrary<Harm> = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), after: fc.nat(900) }),
  fc.record({ kind: fc.constant("lose" as const), event: fc.integer({ min: 1, max: 6 }) }),
  fc.constant({ kind: "none" as const }),
);

const life = fc.record({
  binding: fc.constantFrom("JSONRPC" as const, "HTTP+JSON" as const),
  /** Whether the work waits before each of its events. */
  pauses: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
  harms: fc.array(harm, { maxLength: 8 }),
  /** Which of two replicas answers each call. */
  replicas: fc.array(fc.nat(1), { minLength: 1, maxLength: 8 }),
});

describe("streams survive", () => {
  test("cuts, losses and other replicas: every event once, in order", { tags: "thorough" }, async () => {
    const losses: Losses = { count: 0 };
    await fc.assert(
      fc.asyncProperty(life, async ({ binding, pauses, harms, replicas }) => {
        const store = new MemoryTaskStore({ service: A2AService });
        const card = cardOf("http://agent.example");
        const handlers = [0, 1].map(() => {
          const agent = createAgent({
            service: A2AService,
            store,
            card,
            async *execute() {
              for (const [index, isPause] of pauses.entries()) {
                if (isPause) await new Promise((resolve) => setImmediate(resolve));
                yield index % 3 === 0
                  ? working(`step ${index}`)
                  : textArtifact("a", String(index), { append: index > 1 });
              }
              yield completed("done");
            },
          });
          const host = createHost({ services: [implement(A2AService, agent)], card });
          return [
            createJsonRpcHandler(host, { path: "/rpc" }),
            createRestHandler(host, { basePath: "/rest" }),
          ] as const;
        });
        let calls = 0;
        const call = async (request: Request): Promise<Response> => {
          const at = calls++;
          const [rpc, http] = handlers[replicas[at % replicas.length] ?? 0] ?? [];
          const handler = binding === "JSONRPC" ? rpc : http;
          if (handler === undefined) throw new Error("there are two replicas");
          const response = await toFetchHandler(handler)(request);
          const done = harms[at] ?? { kind: "none" };
          return harmedAnswer(response, done, losses);
        };
        const { client } = await connect(A2AServiceClient, card, {
          bindings: [binding === "JSONRPC" ? jsonRpc() : rest()],
          fetch: (url, init) => call(new Request(url, init)),
          resume: { clock: { now: () => 0, sleep: () => new Promise((resolve) => setImmediate(resolve)) } },
        });
        const received: StreamResponse[] = [];
        const message: Message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "go" }] };
        for await (const event of client.sendStreamingMessage({ message })) received.push(event);
        const [first, ...rest_] = received;
        const taskId = first?.task?.id ?? "";
        const log = (await store.entries(taskId, 0)).filter((entry) => !("message" in entry));
        const { task } = (await store.read(taskId)) ?? {};
        expect(task?.status.state).toBe("TASK_STATE_COMPLETED");
        // The first event is the task, in which the beginning of the log may be already.
        expect(rest_).toEqual(log.slice(log.length - rest_.length));
        expect(rest_.at(-1)?.statusUpdate?.status.state).toBe("TASK_STATE_COMPLETED");
        const before = log.length - rest_.length;
        expect(first?.task?.artifacts?.flatMap(({ parts }) => parts).length ?? 0).toBe(
          log.slice(0, before).filter((entry) => "artifactUpdate" in entry).length,
        );
      }),
      { numRuns: runs(100), seed },
    );
    // The property would say little otherwise.
    expect(losses.count).toBeGreaterThan(0);
  });

  test("a server goes on after Last-Event-ID, and begins with the task where it does not know it", async () => {
    const card = cardOf("http://agent.example");
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const agent = createAgent({
      service: A2AService,
      card,
      async *execute() {
        yield working("one");
        await gate;
        yield textArtifact("a", "two");
        yield completed("three");
      },
    });
    const host = createHost({ services: [implement(A2AService, agent)], card });
    const handle = toFetchHandler(createRestHandler(host));
    const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "go" }] };
    const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
      handle(
        new Request(`http://agent.example${path}`, {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json", "a2a-version": "1.0", ...headers },
        }),
      );
    const configuration = { returnImmediately: true };
    const sent = (await (await post("/message:send", { message, configuration })).json()) as {
      readonly task: { readonly id: string };
    };
    const subscribe = (id?: string) =>
      post(`/tasks/${sent.task.id}:subscribe`, {}, id === undefined ? {} : { "last-event-id": id });
    const answers = await Promise.all([
      subscribe("0-1"),
      subscribe("7-9"),
      subscribe("foreign"),
      subscribe(),
    ]);
    go();
    const events = await Promise.all(
      answers.map(async (answer) =>
        [...(await answer.text()).matchAll(/^id: (.*)\ndata: \{"(\w+)"/gm)].map(
          ([, id, kind]) => `${id} ${kind}`,
        ),
      ),
    );
    const whole = ["1-1 task", "1-2 artifactUpdate", "2-3 statusUpdate"];
    expect(events).toEqual([whole.slice(1), whole, whole, whole]);
    // The task has ended: what is missing still follows.
    expect(await (await subscribe("1-2")).text()).toContain('id: 2-3\ndata: {"statusUpdate"');
    expect((await subscribe("2-3")).status).toBe(400);
  });
});
