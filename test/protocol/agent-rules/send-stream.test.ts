import type { StreamResponse } from "@a2agen/a2a-1.0";
import {
  type AgentEvent,
  canceled,
  completed,
  type Execute,
  failed,
  inputRequired,
  rejected,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { createGate, outline, userMessage } from "../../shared/agent/start-agent.ts";
import { collect } from "../../shared/collect.ts";
import { startWorld, type World } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

/** The event names of a stream. */
function kindsOf(events: readonly StreamResponse[]): string {
  return events.map((event) => Object.keys(event).join("+")).join(" ");
}

/** Each event is made when its reader has the one before. */
async function inTurns(world: World, events: readonly AgentEvent[]): Promise<readonly string[]> {
  const gates = events.map(() => createGate());
  const { client } = await startWorld(world, {
    async *execute() {
      for (const [index, event] of events.entries()) {
        await gates[index]?.opened;
        yield event;
      }
    },
  });
  const seen: StreamResponse[] = [];
  for await (const event of client.sendStreamingMessage({ message: userMessage("hi") })) {
    gates[seen.length]?.open();
    seen.push(event);
  }
  return outline(seen);
}

test.each(worldsOf("3.1.2-feedback"))("%s", async (_title, world) => {
  const events = [working("reading"), textArtifact("draft", "so far"), working("writing"), completed("done")];
  expect(await inTurns(world, events)).toEqual([
    "task submitted",
    "working: reading",
    "artifact draft: so far",
    "working: writing",
    "completed: done",
  ]);
});

test.each(worldsOf("3.1.2-patterns"))("%s", async (_title, world) => {
  async function* work({ text, task }: Parameters<Execute>[0]): AsyncGenerator<AgentEvent, void> {
    if (text === "nothing") return;
    yield working("busy");
    if (text === "throw") throw new Error("for the test");
    yield textArtifact("a", "b");
    if (text === "ask" && task === undefined) yield inputRequired("What?");
  }
  const execute: Execute = (turn) => (turn.text === "reply" ? Promise.resolve("hello") : work(turn));
  const { client } = await startWorld(world, { execute });
  const pattern = /^(message|task( (statusUpdate|artifactUpdate))*)$/;
  const first = await collect(client.sendStreamingMessage({ message: userMessage("ask") }));
  const { taskId = "" } = { taskId: first[0]?.task?.id };
  const streams = [first];
  for (const text of ["reply", "work", "nothing", "throw"]) {
    streams.push(await collect(client.sendStreamingMessage({ message: userMessage(text) })));
  }
  streams.push(await collect(client.sendStreamingMessage({ message: userMessage("reply", { taskId }) })));
  for (const events of streams) expect(kindsOf(events)).toMatch(pattern);
  expect(new Set(streams.map((events) => kindsOf(events).split(" ")[0]))).toEqual(
    new Set(["message", "task"]),
  );
});

test.each(worldsOf("3.1.2-end"))("%s", async (_title, world) => {
  const ends = [completed("end"), failed("end"), rejected("end"), canceled("end")];
  const { client } = await startWorld(world, {
    async *execute({ text }) {
      yield working();
      yield ends[Number(text)] ?? completed();
      // Nothing of this is told any more.
      yield textArtifact("a", "too late");
    },
  });
  for (const [index, { status }] of ends.entries()) {
    const message = userMessage(String(index));
    const events = await collect(client.sendStreamingMessage({ message }));
    expect(kindsOf(events)).toBe("task statusUpdate statusUpdate");
    expect(events[2]?.statusUpdate?.status.state).toBe(status.state);
  }
});
