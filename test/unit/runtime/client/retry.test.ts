import { A2AService, A2AServiceClient } from "@a2agen/a2a-1.0";
import { describe, expect, it } from "vitest";
import {
  type Clock,
  connect,
  type RetryOptions,
  systemClock,
  withRetry,
} from "../../../../packages/runtime/src/client/index.ts";
import { createJsonRpcTransport, jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { CallError, type ClientOf, createClient } from "../../../../packages/runtime/src/service/index.ts";
import {
  type Agent,
  cardOf,
  errorOf,
  hello,
  startAgent,
  task,
  taskEvent,
} from "../../../shared/client/agents.ts";
import { startServer, type WebServer } from "../../../shared/client/web-server.ts";
import { collect } from "../../../shared/collect.ts";

/** A clock that goes on when somebody sleeps, and keeps how long. */
function createClock(): Clock & { readonly slept: number[] } {
  let now = 1000;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    async sleep(ms) {
      slept.push(ms);
      now += ms;
    },
  };
}

function clientOf(agent: Agent, options: RetryOptions): ClientOf<A2AService> {
  const transport = createJsonRpcTransport(A2AService.protocol, { url: `${agent.origin}/rpc` });
  return createClient(A2AService, transport, { interceptors: [withRetry(options)] });
}

/** An agent that fails with some errors before it answers. */
async function startFailing(errors: readonly (CallError | undefined)[]): Promise<Agent> {
  let count = 0;
  const fail = (): void => {
    const error = errors[count++];
    if (error !== undefined) throw error;
  };
  return startAgent({
    handler: {
      async getTask({ id }) {
        fail();
        return task(id, "TASK_STATE_WORKING");
      },
      async sendMessage() {
        fail();
        return { task: task("task-1", "TASK_STATE_COMPLETED") };
      },
      async *subscribeToTask({ id }) {
        fail();
        yield taskEvent(id, "TASK_STATE_WORKING");
        fail();
        yield taskEvent(id, "TASK_STATE_COMPLETED");
      },
    },
  });
}

const down = new CallError("UNAVAILABLE", "down");

describe("a call that may be repeated", () => {
  it("is repeated after waits that double up to a maximum, each drawn from zero up", async () => {
    const agent = await startFailing([down, down, down, down]);
    const clock = createClock();
    const draws = [0.5, 0.25, 1, 0];
    const random = (): number => draws.shift() ?? Number.NaN;
    const client = clientOf(agent, { attempts: 5, initialDelayMs: 100, maximumDelayMs: 300, random, clock });
    expect(await client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
    expect(clock.slept).toEqual([50, 50, 300, 0]);
    expect(agent.seen).toHaveLength(5);
  });

  it("waits the whole time without jitter", async () => {
    const agent = await startFailing([down, down, down, down]);
    const clock = createClock();
    const client = clientOf(agent, {
      attempts: 5,
      initialDelayMs: 100,
      maximumDelayMs: 300,
      jitter: false,
      clock,
    });
    await client.getTask({ id: "7" });
    expect(clock.slept).toEqual([100, 200, 300, 300]);
  });

  it("fails with the last error when the tries are used up", async () => {
    const agent = await startFailing([down, down, new CallError("UNAVAILABLE", "still down")]);
    const client = clientOf(agent, { clock: createClock() });
    expect(await errorOf(client.getTask({ id: "7" }))).toMatchObject({ message: "still down" });
    expect(agent.seen).toHaveLength(3);
  });

  it("waits as long as the server says, unless that is longer than the maximum", async () => {
    const busy = (retryAfterMs?: number): CallError =>
      new CallError("RESOURCE_EXHAUSTED", "busy", retryAfterMs === undefined ? {} : { retryAfterMs });
    const clock = createClock();
    const agent = await startFailing([
      busy(2500),
      new CallError("UNAVAILABLE", "down", { retryAfterMs: 500 }),
      busy(20_000),
      busy(),
    ]);
    const options = { attempts: 9, initialDelayMs: 1000, jitter: false, clock };
    expect(await errorOf(clientOf(agent, options).getTask({ id: "7" }))).toMatchObject({
      status: "RESOURCE_EXHAUSTED",
      retryAfterMs: 20_000,
    });
    expect(clock.slept).toEqual([2500, 2000]);
    expect(await errorOf(clientOf(agent, options).getTask({ id: "7" }))).toMatchObject({ message: "busy" });
    expect(clock.slept).toEqual([2500, 2000]);
  });

  it("is not begun again when its time is up before", async () => {
    const agent = await startFailing([down, down, down]);
    const clock = createClock();
    const client = clientOf(agent, { attempts: 9, initialDelayMs: 2000, jitter: false, clock });
    expect(await errorOf(client.getTask({ id: "7" }, { timeoutMs: 5000 }))).toMatchObject({
      message: "down",
    });
    expect(clock.slept).toEqual([2000]);
  });

  it("gives each try the time that is left", async () => {
    const limits: (number | undefined)[] = [];
    const agent = await startFailing([down, down]);
    const transport = createJsonRpcTransport(A2AService.protocol, { url: `${agent.origin}/rpc` });
    const client = createClient(A2AService, transport, {
      interceptors: [
        withRetry({ initialDelayMs: 1000, jitter: false, clock: createClock() }),
        (inner) => ({
          ...inner,
          unary: (method, request, options) => {
            limits.push(options.timeoutMs);
            return inner.unary(method, request, options);
          },
        }),
      ],
    });
    await client.getTask({ id: "7" }, { timeoutMs: 60_000 });
    expect(limits).toEqual([60_000, 59_000, 57_000]);
  });

  it("stops waiting when its caller ends it", async () => {
    const agent = await startFailing([down, down]);
    const controller = new AbortController();
    const clock: Clock = {
      now: () => 0,
      sleep(ms, signal) {
        const sleeping = systemClock.sleep(ms, signal);
        controller.abort(new Error("enough"));
        return sleeping;
      },
    };
    const client = clientOf(agent, { initialDelayMs: 60_000, maximumDelayMs: 60_000, jitter: false, clock });
    const error = await errorOf(client.getTask({ id: "7" }, { signal: controller.signal }));
    expect(error).toMatchObject({ status: "CANCELLED", cause: new Error("enough") });
    expect(agent.seen).toHaveLength(1);
  });

  it("can be a stream as long as it has no event", async () => {
    const agent = await startFailing([down, down, undefined, down]);
    const clock = createClock();
    const client = clientOf(agent, { initialDelayMs: 100, jitter: false, clock });
    const events: unknown[] = [];
    const error = await errorOf(
      (async () => {
        for await (const event of client.subscribeToTask({ id: "7" })) events.push(event);
      })(),
    );
    expect(events).toEqual([taskEvent("7", "TASK_STATE_WORKING")]);
    expect(error).toMatchObject({ message: "down" });
    expect(clock.slept).toEqual([100, 200]);
  });
});

describe("a call that must not be repeated", () => {
  it("is one that may have an effect of its own each time", async () => {
    const agent = await startFailing([down]);
    const clock = createClock();
    expect(await errorOf(clientOf(agent, { clock }).sendMessage(hello))).toMatchObject({ message: "down" });
    expect(clock.slept).toEqual([]);
  });

  it("is one that failed for another reason", async () => {
    for (const status of ["DEADLINE_EXCEEDED", "INTERNAL", "ABORTED", "NOT_FOUND", "CANCELLED"] as const) {
      const agent = await startFailing([new CallError(status, "no")]);
      const clock = createClock();
      expect(await errorOf(clientOf(agent, { clock }).getTask({ id: "7" }))).toMatchObject({ status });
      expect(clock.slept).toEqual([]);
    }
  });
});

describe("a connection", () => {
  it("repeats calls unless that is switched off", async () => {
    const agent = await startFailing([down, down]);
    const clock = createClock();
    const options = { bindings: [jsonRpc()] };
    const once = await connect(A2AServiceClient, agent.origin, { ...options, retry: false });
    expect(await errorOf(once.client.getTask({ id: "7" }))).toMatchObject({ message: "down" });
    const often = await connect(A2AServiceClient, agent.origin, { ...options, retry: { clock } });
    expect(await often.client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
    expect(clock.slept).toHaveLength(1);
  });
});

describe("the clock of the system", () => {
  it("does not sleep for somebody who has gone, and wakes up in time", async () => {
    const controller = new AbortController();
    controller.abort();
    expect(await errorOf(systemClock.sleep(60_000, controller.signal))).toMatchObject({
      status: "CANCELLED",
    });
    await systemClock.sleep(0);
    await systemClock.sleep(1, new AbortController().signal);
  });
});

it("a stream that is repeated is ended when its reader goes", async () => {
  const agent = await startFailing([down]);
  const client = clientOf(agent, { clock: createClock() });
  for await (const event of client.subscribeToTask({ id: "7" })) {
    expect(event).toEqual(taskEvent("7", "TASK_STATE_WORKING"));
    break;
  }
  expect(await collect(client.subscribeToTask({ id: "8" }))).toHaveLength(2);
});

describe("the card of a connection", () => {
  /** A server that breaks off, or answers with 503, before it answers with the card. */
  async function startLate(failures: readonly ("reset" | "busy")[]): Promise<WebServer> {
    let count = 0;
    return startServer((request, response) => {
      const failure = failures[count++];
      if (failure === "reset") request.socket.destroy();
      else if (failure === "busy") response.writeHead(503).end();
      else {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(cardOf("https://agent.example.com")));
      }
    });
  }

  it("is fetched again as an idempotent call, within its attempts", async () => {
    const clock = createClock();
    const retry = { clock, jitter: false };
    const server = await startLate(["reset", "busy"]);
    const { card } = await connect(A2AServiceClient, server.origin, { bindings: [jsonRpc()], retry });
    expect(card).toMatchObject({ name: "Test agent" });
    expect(clock.slept).toEqual([200, 400]);
    const broken = await startLate(["reset", "reset", "reset"]);
    const error = await errorOf(connect(A2AServiceClient, broken.origin, { bindings: [jsonRpc()], retry }));
    expect(error).toMatchObject({ status: "UNAVAILABLE" });
    expect(broken.seen).toHaveLength(3);
  });

  it("is fetched once with retry: false", async () => {
    const server = await startLate(["busy"]);
    const options = { bindings: [jsonRpc()], retry: false as const };
    const error = await errorOf(connect(A2AServiceClient, server.origin, options));
    expect(error).toMatchObject({ status: "UNAVAILABLE" });
    expect(server.seen).toHaveLength(1);
  });

  it("is not looked for again where it is not", async () => {
    const server = await startServer((_request, response) => response.writeHead(404).end());
    const clock = createClock();
    const options = { bindings: [jsonRpc()], retry: { clock } };
    const error = await errorOf(connect(A2AServiceClient, server.origin, options));
    expect(error).toMatchObject({ reason: "card-not-found" });
    expect(clock.slept).toEqual([]);
  });
});
