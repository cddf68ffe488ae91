import { completed, type Execute, inputRequired, type Turn } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { userMessage } from "../../shared/agent/start-agent.ts";
import { startWorld, type World } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

/** An agent that replies, asks or completes, as it is told, and keeps what its turns were given. */
async function start(world: World) {
  const turns: Turn[] = [];
  async function* work({ text }: Turn) {
    yield text === "ask" ? inputRequired("How many?") : completed();
  }
  const execute: Execute = (turn) => {
    turns.push(turn);
    return turn.text === "reply" ? Promise.resolve("hello") : work(turn);
  };
  return { ...(await startWorld(world, { execute })), turns };
}

test.each(worldsOf("3.4.1-new-context"))("%s", async (_title, world) => {
  const { client, turns } = await start(world);
  const given = new Set<string | undefined>();
  for (const text of ["work", "work", "reply", "reply"]) {
    const { task, message } = await client.sendMessage({ message: userMessage(text) });
    given.add((task ?? message)?.contextId);
  }
  expect(given.size).toBe(4);
  expect(given).toEqual(new Set(turns.map(({ contextId }) => contextId)));
  for (const contextId of given) expect(contextId).toMatch(/^.{8,}$/);
});
