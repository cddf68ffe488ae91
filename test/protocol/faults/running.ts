import { A2AService, type A2AServiceClient, type SendMessageRequest } from "@a2agen/a2a-1.0";
import { createHost, type Host, type HostOptions, implement } from "@a2agen/runtime/host";
import { expect, onTestFinished } from "vitest";
import type { Served } from "../../shared/bindings/bindings.ts";
import { type Outcome, outcomeOf } from "../../shared/bindings/outcome.ts";
import { fullCard, TestAgent, workingTask } from "../../shared/bindings/test-agent.ts";
import { bindingOf } from "./binding-of.ts";

export interface Running extends Served {
  readonly host: Host;
  /** What the hook onError was told. */
  readonly hidden: unknown[];
}

/** Serves an agent over one binding until the test ends. */
export async function run(
  name: string,
  agent: A2AService = new TestAgent(),
  options: Partial<HostOptions> = {},
): Promise<Running> {
  const hidden: unknown[] = [];
  const host = createHost({
    services: [implement(A2AService, agent)],
    card: fullCard,
    // Events here are what a transport has to carry, not streams of an agent.
    checkAnswers: "shape",
    onError: (error) => hidden.push(error),
    ...options,
  });
  const served = await bindingOf(name).serve(host);
  onTestFinished(async () => {
    await host.close({ graceMs: 0 });
    await served.close();
  });
  return { ...served, host, hidden };
}

/** Calls again and again, as a client that has nothing to do with the fault. */
export interface Bystander {
  /** Resolves when the call in work has its answer; rejects when any call had another one than it should. */
  leave(): Promise<void>;
}

export function keepCalling(client: A2AServiceClient): Bystander {
  const state = { isThere: true };
  const calling = (async () => {
    do expect(await client.getTask({ id: "task-1" })).toEqual(workingTask("task-1"));
    while (state.isThere);
  })();
  // Told by `leave`.
  calling.catch(() => undefined);
  return {
    leave: () => {
      state.isThere = false;
      return calling;
    },
  };
}

export function say(text: string, more: object = {}): SendMessageRequest {
  return { message: { messageId: "message-1", role: "ROLE_USER", parts: [{ text }], ...more } };
}

/** What came of a call without streams. */
export async function outcome(call: Promise<unknown>): Promise<Outcome> {
  try {
    return { kind: "value", value: await call };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** What came of a stream. */
export async function streamOutcome(stream: AsyncIterable<unknown>): Promise<Outcome> {
  const events: unknown[] = [];
  try {
    for await (const event of stream) events.push(event);
    return { kind: "events", events };
  } catch (error) {
    return events.length === 0 ? outcomeOf(error) : { kind: "events", events, error: outcomeOf(error) };
  }
}

export const failed = (reason: string, message: string): Outcome => ({
  kind: "error",
  reason,
  message,
  metadata: {},
  violations: [],
});

/** Something that a test waits for. */
export interface Later {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

export function later(): Later {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
